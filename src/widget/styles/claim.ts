import { payerFieldStyles } from './payer-fields.ts'

export const claimStyles = `${payerFieldStyles}
.claim, .claim .payer-field { grid-template-columns: minmax(0, 1fr) }
.claim label span { display: none }
.claim { margin: var(--space) 0 }
form.claim > * { margin: 0 }
.receipts { display: grid; gap: .5em; padding: 0; list-style: none }
.receipts li { display: flex; flex-wrap: wrap; gap: 0 .75em; align-items: center; overflow-wrap: anywhere }
.receipts bdi { flex: 1; min-width: 6em }
.receipts :is(progress, .field-error) { flex-basis: 100%; width: 100% }
.receipts .copy { min-width: 44px }
.claim [aria-disabled=true] { opacity: .6 }
.claim input[type=file] { padding: .5em; min-height: 44px }`
