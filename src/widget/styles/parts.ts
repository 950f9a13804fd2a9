/** Buttons, payment details and payment methods, and their variants for wider containers. */
export const parts = `
button, a, .change {
  font: inherit; font-weight: 600; color: var(--accent-text); text-decoration: none; cursor: pointer; border: 0;
  background: 0; border-radius: calc(var(--radius) * .7);
}
.actions { display: flex; flex-wrap: wrap; gap: var(--gap) }
:is(.primary, .secondary) {
  flex: 1 0 100%; min-height: 48px; padding: .7em 1em; text-align: center; border: 1px solid var(--accent-text)
}
:is(.primary, .leading .way .copy) { background: var(--accent); color: var(--on-accent) }
.copy { flex: none; white-space: nowrap; min-height: 40px; padding: .5em; margin: 0 -.5em; font-size: .875em }
.way .copy { margin: 0 }
.amount + .copy { margin-inline-start: auto }
.copy .icon { stroke: currentColor }
:is(.copy, .order, .hint, .time) { display: grid }
:is(.copy, .order, .hint, .time) > *, .hint:after { grid-area: 1/1 }
.hint:after { content: attr(data-other); visibility: hidden }
.copy span { display: flex; justify-content: end; align-items: center; gap: var(--gap) }
.way .copy span { justify-content: center }
.hidden { visibility: hidden }
.change {
  background: var(--surface); border: 1px solid var(--muted); position: relative; z-index: 1; max-width: 55%; height: 2.5em; margin: 2px 0 -42px; padding: 0 .5em
}
/* Only the selected way is shown, also where no script runs. */
:is(
  .change:has([value=card]:checked) ~ .way:not(.card),
  .change:has([value=phone]:checked) ~ .way:not(.phone),
  .change:has([value=iban]:checked) ~ .way:not(.iban),
  .change:has([value=accountNumber]:checked) ~ .way:not(.accountNumber)
) { display: none }
.field-row {
  display: grid; grid-template-columns: 1fr auto; align-items: center; gap: .2em .75em; padding: .25em 0;
  border-top: 1px solid var(--line)
}
.way .field-row { border: 0 }
.order, .time, dt, small { font-size: .875em; font-weight: 400 }
dd { grid-column: 1; font-weight: 600 }
/* The copy button is beside label and value, a note below them; a way has the whole width for its value. */
.way dd, dd:has(small) { grid-column: 1/3 }
dd:has(.copy) { grid-area: 1/2/3 }
.way dd:has(.copy) { grid-area: 1/2 }
.number { font-size: clamp(1em, 6.6cqi, 1.3em) }
.iban .number { font-size: clamp(.9em, 4.3cqi, 1.1em) }
.another-way { min-height: 2.9em }
.number span:after { content: " " }
.methods {
  display: grid; gap: var(--gap); list-style: none;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17em), 1fr));
}
.method {
  display: flex; flex-wrap: wrap; justify-content: end; align-items: center; border: 1px solid var(--muted);
  border-radius: var(--radius)
}
.method > :first-child {
  display: flex; align-items: center; gap: .75em; flex: 1 min-content; min-height: 56px; padding: .75em min(1em, 4cqi); text-align: start; color: var(--text)
}
small, .change { display: block }
.ways { display: flow-root }
.qr-image {
  display: block; width: min(100%, 280px); aspect-ratio: 1; background: #fff; border: 1px solid var(--line);
  border-radius: var(--radius); margin: auto
}
/* Too narrow for two columns. */
@container (max-width: 18em) { dd:has(.copy) { grid-area: auto/1 } .copy span { justify-content: start } }
@container (max-width: 13em) { .layout { hyphens: auto } }
@container (max-width: 21.2em) {
  .way dd:has(.copy) { grid-area: 3/1/4/3 }
  .way .copy { width: 100% }
  .change { max-width: 100%; margin-bottom: 2px }
}
@container (max-width: 41.9em) {
  /* The QR code is one of the ways, */
  .change:has([value=qr]:checked) ~ .way, .change:not(:has([value=qr]:checked)) ~ .qr { display: none }
}
@container (min-width: 30em) {
  .narrow { display: none }
  .layout { --space: var(--paypane-space, 24px) }
  :is(.primary, .secondary) { flex: 1 }
}
@container (min-width: 42em) {
  /* or beside the others: with one number, or once the code was selected, there is nothing to select. */
  [value=qr] { display: none }
  :is(.single, .change:has([value=qr]:checked)) {
    display: none;
    & ~ .way dt { position: static; clip-path: none }
  }
  .with-qr {
    display: grid; grid-template-columns: 280px 1fr; grid-template-rows: repeat(3, auto) 1fr; gap: 0 32px
  }
  .with-qr > * { grid-column: 2 }
  .ways > .qr { grid-area: 1/1/9; min-height: calc(280px + 8.5em) }
}`
