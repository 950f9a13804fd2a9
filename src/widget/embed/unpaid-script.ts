/**
 * The screens of unpaid payments for the script tag. A classic script, as that of QR codes is.
 * @module
 */
import { type UnpaidScreens, unpaidScreens } from '../view/unpaid/screens.ts'
import { type Host, setHost } from './host.ts'

/** Connects the screens to `paypane.js`. */
export type ConnectUnpaid = (host: Host) => UnpaidScreens

declare global {
  interface HTMLElementEventMap {
    'paypane-unpaid': CustomEvent<ConnectUnpaid>
  }
}

const connect: ConnectUnpaid = (host) => {
  setHost(host)
  return unpaidScreens
}

document.currentScript?.dispatchEvent(new CustomEvent('paypane-unpaid', { detail: connect }))
