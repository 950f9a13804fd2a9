export const payerFieldStyles = `
.payer-fields { display: grid; gap: var(--space) }
.payer-field { display: grid; gap: .3em }
.payer-field label { font-weight: 600 }
.payer-field label span { color: var(--muted); font-weight: 400 }
.payer-field :is(input, select) {
  font: inherit; font-size: max(16px, 1em); width: 100%; min-height: 44px; padding: .5em .75em; color: var(--text);
  background: var(--surface); border: 1px solid var(--muted); border-radius: calc(var(--radius) * .7);
}
[dir=rtl] .payer-field input { text-align: right }
.payer-field :focus-visible { outline: 2px solid var(--accent-text); outline-offset: 1px }
.payer-field [aria-invalid=true] { border-color: var(--caution); box-shadow: 0 0 0 1px var(--caution) }
.field-error { color: var(--caution); font-size: .875em }
.payer-fields .actions { margin: 0 }`
