import { brandStyles, toneStyles } from './brand.ts'

export const deferredStyles = `${brandStyles}${toneStyles}
.order, .hint, .note, .time, dt, small { color: var(--muted) }
.leading .way .copy { box-shadow: inset 0 0 0 1px var(--accent-text) }
.active[dir=rtl] .status-icon { scale: -1 1 }
:is(button, a, select, summary):focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px }
summary { cursor: pointer; padding: .75em 0; color: var(--accent-text) }
.delete { padding: .5em min(1em, 4cqi) }
.delete, .delete > :last-child { display: flex; flex-wrap: wrap; gap: var(--gap); justify-content: end; align-items: center }
.delete button { flex: none; min-width: 40px; min-height: 40px; max-width: 100% }
.question { flex: 1 1 6em; font-weight: 600 }
/* Whether to delete a saved card is asked in the place of its button. */
.method:has(.question) > :first-child { display: none }
.delete:has(.question) { flex: 1; min-height: 66px }
.links { display: flex; flex-wrap: wrap; gap: 0 1.5em }
.links a { padding: .6em 0 }
summary + .note { margin-top: 0 }
.time { text-align: end }
/* In the place of the last two bars. */
.skeleton:has(+ .slow .note) > :not(:first-child) { visibility: hidden }
.slow:has(.note) { display: flow-root; margin-top: -112px; min-height: 112px }
.qr-image { object-fit: contain }
img.qr-image { padding: 16px }
.actions form { display: contents }
header { position: relative }
@container (min-width: 13em) {
  /* Large, and beside the amount if that leaves room. */
  .success header:not(:has(.long)) .status-icon { position: absolute; inset-inline-end: 0; bottom: var(--gap); width: 56px; height: 56px }
}
.success .status-icon * { stroke-dasharray: 63; animation: draw .4s }
@keyframes draw { 0% { stroke-dashoffset: 63 } }
/* Not copied. */
.copy:has(+ small) { margin-inline-start: auto }
.copy + small { color: var(--caution) }
.qr-actions { display: flex; flex-wrap: wrap; gap: var(--gap) }
.copied { color: var(--positive) }
/* Nothing is known of the order. */
.warning header:not(:has(bdi:not(:empty))) :is(.order, .amount-row) { display: none }
.actionError:not(.warning) :is(.hint, form + .note, ul + .note), .urgent, .lost { color: var(--caution) }
.lost { justify-self: start; background: var(--tint); padding: 0 .25em; margin: 0 -.25em; border-radius: 2px }
.disconnected { --tint: color-mix(in srgb, var(--caution) 14%, var(--surface)) }
@media (hover: hover) {
  :is(.primary, .leading .way .copy):hover { box-shadow: 0 1px 6px color-mix(in srgb, var(--text) 40%, #0000) }
  :is(.secondary, .method):hover { background: color-mix(in srgb, var(--accent-text) 6%, var(--surface)) }
  :is(.copy, summary, .links a, .delete :not(.secondary)):hover { text-decoration: underline }
}
.narrow dd { min-width: 0 }
.field-list + .copy { padding: 0; margin: 0; white-space: normal; text-align: start }
@media screen { .narrow bdi { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } }
.scan { text-align: center; font-size: .875em }
@container (max-width: 29.9em) { .scan { display: none } }
@container (min-width: 30em) { .ways:not(.with-qr) .qr-actions { max-width: 280px; margin-inline: auto; margin-bottom: var(--space) } }
@container (max-width: 41.9em) {
  .change:has([value=qr]:checked), .qr-actions { margin-bottom: var(--gap) }
}
.qr > :only-child { margin: 0 0 var(--space) }
/* Without an image that can be shown, nothing is beside it. */
.with-qr:not(:has(.qr-image)) > * { grid-area: auto/1/auto/3; min-height: 0 }
/* A press anywhere in the row copies; on the text, by its label, so that it can be selected. */
.field-row { position: relative }
.field-row .copy:after { content: ""; position: absolute; inset: 0 }
.field-row label { position: relative; z-index: 1 }
.layout { isolation: isolate }
@media (forced-colors: active) {
  .qr-image { forced-color-adjust: none }
  .copy.copy { border: 1px solid; margin: 0; padding: 0 .5em }
  .copy.copy span { justify-content: center }
  :is(.primary, .leading .way .copy) { border-width: 3px }
  .icon { stroke: currentColor }
  .skeleton i { border: 1px solid }
}
@media print {
  .widget { --surface: #fff; --text: #000; --muted: #333; --accent: #000; --accent-text: #000; --positive: #000; --caution: #000 }
  .copy, .actions, .change, .qr-actions, .another-way, .time, p.narrow { display: none !important }
  dt { position: static !important; clip-path: none !important }
  .way, .qr { display: block !important }
}
.note b { display: block }
.next { margin-bottom: var(--space) }
.body > dl:first-child > :first-child { border: 0 }`
