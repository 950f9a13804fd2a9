/**
 * The form of payer fields, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { type PayerFieldsForm, payerFieldsForm } from '../view/payer-fields/screen.tsx'

declare global {
  interface HTMLElementEventMap {
    'paypane-fields': CustomEvent<PayerFieldsForm>
  }
}

document.currentScript?.dispatchEvent(new CustomEvent('paypane-fields', { detail: payerFieldsForm }))
