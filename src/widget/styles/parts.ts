/** Buttons, payment details and payment methods, and their variants for wider containers. */
export const parts = `
button, a {
  font: inherit; font-weight: 600; color: var(--accent-text); text-decoration: none; cursor: pointer; border: 0;
  background: 0; border-radius: calc(var(--radius) * .7);
}
:is(button, a):focus-visible, .tabs :has(:focus-visible) {
  outline: 2px solid var(--accent-text); outline-offset: 2px
}
.actions { display: flex; flex-wrap: wrap; gap: var(--gap); justify-content: center }
:is(.primary, .secondary) { min-height: var(--row); padding: .7em 1em; text-align: center }
.primary { background: var(--accent); color: var(--on-accent); flex: 1 0 100% }
.copy { flex: none; white-space: nowrap; align-items: center; min-height: 40px; padding: 0 .75em; font-size: var(--small) }
.amount-row .copy, .way .copy { border: 1px solid var(--muted) }
:is(.copy, .order) { display: grid }
:is(.copy, .order) > * { grid-area: 1/1 }
.hidden { visibility: hidden }
li > p:first-child { display: flex; gap: var(--gap); font-weight: 600 }
li > p:first-child:before {
  content: counter(list-item); flex: none; align-self: start; width: 1.6em; text-align: center; border: 1px solid var(--tone); border-radius: 1em;
  color: var(--tone); font-size: var(--small)
}
.tabs { display: flex; flex-wrap: wrap; margin-top: var(--gap); border: 1px solid var(--muted); border-radius: var(--radius) }
.tabs label {
  position: relative; display: grid; place-items: center; flex: auto; min-height: 44px; padding: 0 .6em; font-size: var(--small);
  text-align: center; border-radius: var(--radius)
}
.tabs input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer }
.tabs :has(:checked) { color: var(--text); box-shadow: inset 0 0 0 2px var(--tone) }
:is(
  .tabs:has(:nth-child(1):not(.qr) :checked) ~ .way:not(:nth-child(2), .qr),
  .tabs:has(:nth-child(2):not(.qr) :checked) ~ .way:not(:nth-child(3), .qr),
  .tabs:has(:nth-child(3):not(.qr) :checked) ~ .way:not(:nth-child(4), .qr),
  .tabs:has(:nth-child(4):not(.qr) :checked) ~ .way:not(:nth-child(5), .qr)
) { display: none }
.field-row {
  display: grid; grid-template-columns: 1fr auto; align-items: center; align-content: center; column-gap: .75em;
  min-height: var(--row); padding: .4em 0; border-top: 1px solid var(--line)
}
.way .field-row { border: 0 }
.quiet { display: flex; flex-wrap: wrap; min-height: 0 }
.quiet dd { font-size: var(--small); font-weight: 400 }
.field-row > :nth-child(n+3):last-child { grid-area: 1/2/3 }
.order, dt, small, .field-note { font-size: var(--small) }
dd { grid-column: 1; font-weight: 600; text-wrap: balance }
.number { font-size: clamp(1em, 6.6cqi, 1.3em); font-weight: 600 }
.field-note { grid-column: 1/3; font-weight: 400 }
.another-way { margin-top: .5em; min-height: 2.9em }
.number span:after { content: " " }
li { list-style: none }
.methods {
  display: grid; gap: .6em;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17em), 1fr));
}
.method {
  display: flex; flex-wrap: wrap; justify-content: end; align-items: center; border: 1px solid var(--muted);
  border-radius: var(--radius);
}
.method > :first-child {
  display: flex; gap: .75em; align-items: center; flex: auto; min-height: 56px; padding: .75em min(1em, 4cqi); text-align: start;
  color: var(--text)
}
small { display: block; font-weight: 400 }
.qr-image {
  display: block; width: min(100%, 280px); aspect-ratio: 1; background: #fff; border: 1px solid var(--line);
  border-radius: var(--radius); margin: var(--gap) auto 0;
}
.qr-image:last-child { margin-bottom: var(--row) }
@container (max-width: 21.2em) {
  .field-row .copy { min-width: 24px; min-height: 28px; padding: 0; border: 0 }
  .field-row > :nth-child(n+3):last-child { grid-area: 1/2 }
  .field-row > :nth-child(2) { grid-column: 1/3 }
}
@container (max-width: 37.4em) {
  .tabs:has(.qr :checked) ~ .way:not(.qr), .tabs:not(:has(.qr :checked)) ~ .qr { display: none }
}
@container (min-width: 30em) {
  .narrow { display: none }
  .time { text-align: end }
  .layout { --space: var(--paypane-space, 24px) }
  .actions { justify-content: start }
  .primary { flex: 0 1 16em }
}
@container (min-width: 37.5em) {
  .tabs .qr, .tabs:has(.qr:nth-child(2)) { display: none }
  .with-qr {
    display: grid; grid-template-columns: 1fr 280px; grid-template-rows: repeat(3, auto) 1fr; column-gap: 32px
  }
  .with-qr > * { grid-column: 1 }
  .ways > .qr { grid-area: 1/2/9 }
}`
