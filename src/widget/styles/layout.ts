/** The host, the widget, and the elements that keep their position on every screen. */
export const layout = `
:host { display: block !important; visibility: visible !important; opacity: 1 !important }
.widget {
  display: block; box-sizing: border-box; min-height: inherit; container-type: inline-size; position: relative;
  max-width: var(--paypane-max-width, 52em); margin: auto;
  color: var(--text); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
  box-shadow: var(--paypane-shadow, 0 6px 20px rgb(0 0 0/.06)); overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums
}
:where(.widget *) { box-sizing: border-box; margin: 0; padding: 0 }
.layout { padding: var(--space); min-height: 18em }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.order, .hint, .note, .countdown, dt, small { color: var(--muted) }
.amount-row, .headline { display: flex; justify-content: space-between; gap: .75em }
.amount-row { align-items: center; min-height: 3em; flex-wrap: wrap }
.amount { font-size: clamp(1.0625em, 6.2cqi, 2.125em); font-weight: 650 }
.progress-bar { height: 3px; margin: .5em 0 1em; border-radius: 3px; background: var(--line); overflow: hidden }
.progress-bar i { display: block; height: 3px; background: var(--tone); width: 28%; transition: width .5s }
.active i { animation: progress 2s ease-in-out infinite }
[dir=rtl] .progress-bar { direction: ltr; scale: -1 1 }
.order > span { color: var(--caution) }
:is(.success, .warning, .disconnected) i { width: 100%; animation: none }
:is(.warning, .disconnected) i { background: repeating-linear-gradient(90deg, var(--tone) 0 14px, #0000 14px 22px) }
@keyframes progress { 0% { translate: -100% } to { translate: 360% } }
h2 { display: flex; gap: .5em; font-size: 1.125em; font-weight: 600; outline: 0; text-wrap: balance }
.status-icon { flex: none; width: 1em; color: var(--tone) }
.countdown { white-space: nowrap }
:is(.order, .hint) { min-height: 1.4em }
.hint { margin-top: .25em }
:is(.body, .note, .actions, .note + *) { margin-top: var(--space) }
summary { cursor: pointer; padding: .75em 0; color: var(--accent) }
@media (prefers-reduced-motion) { .widget * { animation: none !important; transition: none !important } }`
