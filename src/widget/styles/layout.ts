/** The host, the widget, and the elements that keep their position on every screen. */
export const layout = `
:host { display: block !important; visibility: visible !important; opacity: 1 !important }
.widget {
  display: block; box-sizing: border-box; container-type: inline-size; contain-intrinsic-width: 280px; position: relative;
  max-width: var(--paypane-max-width, 35em); margin: auto;
  color: var(--text); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
  box-shadow: var(--paypane-shadow, 0 6px 20px #0001); overflow-wrap: anywhere;
  text-wrap: balance; font-variant-numeric: tabular-nums
}
:where(.widget *) { box-sizing: border-box; margin: 0; padding: 0 }
.layout { padding: var(--space) }
.active .layout { min-height: 20em }
/* Room for a QR code beside the numbers. */
.widget:has(.with-qr) { max-width: var(--paypane-max-width, 45em) }
/* The select is in the place of the label. */
.visually-hidden, .change ~ .way dt { position: absolute; clip-path: inset(50%) }
.visually-hidden { width: 1px; height: 1px; overflow: hidden }
.amount-row, .headline { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 .5em }
header { border-bottom: 2px dashed var(--tone); padding-bottom: var(--gap); margin-bottom: var(--space) }
.amount-row { align-items: center; min-height: 3em }
.amount { font-size: clamp(1em, var(--size, 7.2cqi), 2em); font-weight: 600 }
.long { --size: 6.2cqi }
h2 {
  display: flex; flex: 1 8em; gap: var(--gap); font-size: clamp(1em, 4.6cqi, 1.125em); font-weight: 600; outline: 0
}
h2 *, .method * { min-width: 0; overflow-wrap: break-word }
h2 span { align-self: baseline }
.icon {
  flex: none; width: min(1.4em, 8cqi); height: 1.4em; fill: none; stroke: var(--tone); stroke-width: 2; stroke-linecap: round;
  stroke-linejoin: round
}
.active circle { stroke-dasharray: 47 16; transform-origin: center; animation: turn 1.2s linear infinite }
@keyframes turn { to { rotate: 1turn } }
.headline, .order { min-height: 1.6em }
:is(.body, .note, .actions, .note + *) { margin-top: var(--space) }
.body > :first-child { margin-top: 0 }
p.narrow { margin-bottom: var(--space) }
.body { animation: enter .2s }
@keyframes enter { 0% { translate: 0 8px } }
.skeleton i { display: block; height: 48px; margin-top: var(--gap); border-radius: var(--radius); background: var(--line) }
@media (prefers-reduced-motion) { .widget * { animation: none !important } }`
