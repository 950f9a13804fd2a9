/**
 * The form of payer fields for the script tag. A classic script, as that of QR codes is.
 * @module
 */
import { type PayerFieldsForm, payerFieldsForm } from '../view/payer-fields/screen.tsx'
import { type Host, setHost } from './host.ts'

/** Connects the form to `paypane.js`. */
export type ConnectPayerFields = (host: Host) => PayerFieldsForm

declare global {
  interface HTMLElementEventMap {
    'paypane-fields': CustomEvent<ConnectPayerFields>
  }
}

const connect: ConnectPayerFields = (host) => {
  setHost(host)
  return payerFieldsForm
}

document.currentScript?.dispatchEvent(new CustomEvent('paypane-fields', { detail: connect }))
