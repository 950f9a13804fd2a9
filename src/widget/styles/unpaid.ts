/** The screens that are loaded on demand, loaded with them. */
export const unpaidStyles = `
.support { display: flex; flex-wrap: wrap; gap: 0 1.5em }
.support a { padding: .6em 0 }
img.qr-image { padding: 16px }
.success h2 { align-items: center; font-size: 1.5em }
.success .status-icon { width: 56px; height: 56px; scale: none }
.success .status-icon * { stroke-dasharray: 63; animation: draw .4s }
@keyframes draw { 0% { stroke-dashoffset: 63 } }
dd:has(small) { display: contents }
dd > .copy { grid-area: 1/2/3 }
@container (max-width: 339px) { dd > .copy { grid-area: 1/2 } }
.copy + small { grid-column: 1/3; color: var(--caution) }
.qr-actions { display: flex; flex-wrap: wrap; gap: var(--gap); justify-content: center }
@media print { .qr-actions { display: none !important } }
.field-list + .copy { padding: 0 }
.next { margin-bottom: var(--space) }`
