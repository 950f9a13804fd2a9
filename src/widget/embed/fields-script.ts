/**
 * The form of payer fields, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { type PayerFieldsForm, payerFieldsForm } from '../view/payer-fields/screen.tsx'

document.currentScript?.dispatchEvent(
  new CustomEvent<PayerFieldsForm>('paypane-fields', { detail: payerFieldsForm }),
)
