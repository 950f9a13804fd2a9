/** Buttons, payment details, payment methods and the QR code, and their variants for wider containers. */
export const parts = `
button, a {
  font: inherit; font-weight: 600; color: var(--accent); text-decoration: none; cursor: pointer; border: 0;
  background: 0; border-radius: calc(var(--radius) * .7);
}
:is(button, a, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.actions, .qr-actions { display: flex; flex-wrap: wrap; gap: .5em; justify-content: center }
:is(.primary, .secondary) { min-height: 44px; padding: .7em 1em; text-align: center }
.actions form { display: contents }
.primary { background: var(--accent); color: var(--on-accent); flex: 1 0 100% }
.copy {
  flex: none; white-space: nowrap; align-items: center; min-height: 40px; padding: 0 .75em;
  border: 1px solid var(--muted); font-size: .875em;
}
.copy:hover { border-color: var(--accent) }
:is(.copy, .order) { display: grid }
:is(.copy, .order) > * { grid-area: 1/1 }
.hidden { visibility: hidden }
.copied { color: var(--positive) }
.field-row {
  display: grid; grid-template-columns: 1fr auto; align-items: center; column-gap: .75em;
  border-top: 1px solid var(--line); padding: .6em 0;
}
  .field-row > :nth-child(n+3):last-child, .field-row .copy { grid-area: 1/2/3 }
  dd:has(small) { display: contents }
  .copy + small { grid-column: 1/3; flex-basis: 100%; color: var(--caution) }
  .order, dt, small, .field-note { font-size: .875em }
dd { font-weight: 550; text-wrap: balance }
.field-note { grid-column: 1/3; font-weight: 400; color: var(--muted) }
.next { margin-bottom: var(--space) }
.another-way { margin-top: .5em; min-height: calc(1lh + 1.5em) }
.success .body { position: relative }
.success .body:before {
  content: ""; display: block; width: 56px; height: 56px; margin-bottom: var(--space); border-radius: 50%;
  background: var(--tone); animation: paid .4s;
}
.success .body:after {
  content: ""; position: absolute; top: 14px; inset-inline-start: 22px; width: 12px; height: 22px; rotate: 45deg;
  border: solid var(--surface); border-width: 0 4px 4px 0;
}
@keyframes paid { 0% { scale: .5; opacity: 0 } }
.number span:after { content: " " }
.methods {
  list-style: none; display: grid; gap: .6em;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17em), 1fr));
}
.method {
  display: flex; flex-wrap: wrap; justify-content: end; border: 1px solid var(--muted);
  border-radius: var(--radius);
}
.method > :first-child { flex: auto; padding: .75em 1em; text-align: start; color: var(--text) }
.method summary { padding-inline-end: 1em; list-style: none; font-weight: 600; text-align: end }
small { display: block; font-weight: 400 }
.qr-image {
  display: block; width: min(100%, 280px); aspect-ratio: 1; background: #fff; border: 1px solid var(--line);
  border-radius: var(--radius); object-fit: contain; margin: auto;
}
img.qr-image { padding: 16px }
@container (max-width: 399px) { .copy { padding: 0 .5em; font-size: .8em } }
@container (max-width: 339px) {
  .field-row .copy { min-width: 24px; min-height: 28px; padding: 0; border: 0; text-align: end }
    .field-row > :nth-child(n+3):last-child, .field-row .copy { grid-area: 1/2 }
  .field-row > :nth-child(2) { grid-column: 1/3 }
}
@container (min-width: 480px) {
  .narrow { display: none }
  .layout { --space: var(--paypane-space, 24px) }
  .actions { justify-content: start }
  .primary { flex: 0 1 16em }
  .qr summary { pointer-events: none; list-style: none; text-align: center; color: var(--muted) }
}
@container (min-width: 600px) {
  .transfer { display: flex; gap: 32px }
  .field-list { flex: 1 }
  .transfer > .qr { flex: 0 1 280px }
}
@media (forced-colors: active) {
  .primary { border: 1px solid }
  .progress-bar i { background: CanvasText }
  .qr-image { forced-color-adjust: none }
}
@media print {
  .widget { --surface: #fff; --text: #000; --muted: #333 }
  .copy, .actions, .qr-actions { display: none }
}`
