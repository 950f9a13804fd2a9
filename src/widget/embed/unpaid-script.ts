/**
 * The screens of unpaid payments for the script tag. A classic script, as that of QR codes is.
 * @module
 */
import { type UnpaidScreens, unpaidScreens } from '../view/unpaid/screens.ts'

declare global {
  interface HTMLElementEventMap {
    'paypane-unpaid': CustomEvent<UnpaidScreens>
  }
}

document.currentScript?.dispatchEvent(new CustomEvent('paypane-unpaid', { detail: unpaidScreens }))
