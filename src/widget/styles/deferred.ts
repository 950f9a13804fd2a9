/** The styles of the deferred parts, loaded with them. */
export const deferredStyles = `
summary:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px }
summary { cursor: pointer; padding: .75em 0; color: var(--accent-text) }
.method summary { padding-inline-end: 1em; list-style: none; font-weight: 600; text-align: end }
.support { display: flex; flex-wrap: wrap; gap: 0 1.5em }
.support a { padding: .6em 0 }
.qr-image { object-fit: contain }
img.qr-image { padding: 16px }
.actions form { display: contents }
.success h2 { align-items: center; font-size: 1.5em }
.success .status-icon { width: 56px; height: 56px; scale: none }
.success .status-icon * { stroke-dasharray: 63; animation: draw .4s }
@keyframes draw { 0% { stroke-dashoffset: 63 } }
dd:has(small) { display: contents }
dd > .copy { grid-area: 1/2/3 }
@container (max-width: 21.2em) { dd > .copy { grid-area: 1/2 } }
.copy + small { grid-column: 1/3; color: var(--caution) }
.qr-actions { display: flex; flex-wrap: wrap; gap: var(--gap); justify-content: center }
.copied { color: var(--positive) }
.urgent, .order > span { color: var(--caution) }
.field-row { position: relative }
.field-row .copy:after { content: ""; position: absolute; inset: 0 }
.field-row label { position: relative; z-index: 1 }
.layout { isolation: isolate }
@media (forced-colors: active) {
  .primary { border: 1px solid }
  .qr-image { forced-color-adjust: none }
  .tabs label { border: 2px solid Canvas }
  .tabs :has(:checked) { border-color: CanvasText }
}
@media print {
  .widget { --surface: #fff; --text: #000; --muted: #333; --accent: #000; --accent-text: #000; --positive: #000; --caution: #000 }
  .copy, .actions, .tabs, .qr-actions { display: none !important }
  .way.way { display: block !important }
}
.field-list + .copy { padding: 0 }
.next { margin-bottom: var(--space) }`
