/**
 * The form of payer fields for the script tag. A classic script, as that of QR codes is.
 * @module
 */
import type { h } from 'preact'
import { type PayerFieldsForm, payerFieldsForm } from '../view/payer-fields/screen.tsx'
import { setHostPreact } from './host-preact.ts'

/** Connects the form to the Preact of `paypane.js`. */
export type ConnectPayerFields = (hostH: typeof h) => PayerFieldsForm

declare global {
  interface HTMLElementEventMap {
    'paypane-fields': CustomEvent<ConnectPayerFields>
  }
}

const connect: ConnectPayerFields = (hostH) => {
  setHostPreact(hostH)
  return payerFieldsForm
}

document.currentScript?.dispatchEvent(new CustomEvent('paypane-fields', { detail: connect }))
