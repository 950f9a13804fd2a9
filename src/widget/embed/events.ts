import type { CheckoutView } from '../../contract/view.ts'
import type { ErrorCode } from '../core/events.ts'
import type { WidgetEvent } from '../view/model.ts'

/** What each event carries as its `detail`. */
export interface PaypaneEvents {
  /** The first view is known. */
  'paypane:ready': { view: CheckoutView }
  /** The view says something new. */
  'paypane:change': { view: CheckoutView }
  /** The order is paid. Ship by what the merchant's server hears, not by this. */
  'paypane:success': { view: CheckoutView }
  /** The payment failed. A success may follow. */
  'paypane:fail': { view: CheckoutView }
  /** The time to pay is over. A success may follow. */
  'paypane:expire': { view: CheckoutView }
  /** The pane cannot ask, or was told no: why. It says nothing about the money. */
  'paypane:error': { code: ErrorCode }
  /** The payer is about to leave for the payment page; `preventDefault()` keeps them. */
  'paypane:redirect': { url: string }
  /** The name of the field that was copied, never what it holds. */
  'paypane:copy': { field: string }
}

declare global {
  interface HTMLElementEventMap extends PaypaneEventMap {}
  interface DocumentEventMap extends PaypaneEventMap {}
}

type PaypaneEventMap = { [Name in keyof PaypaneEvents]: CustomEvent<PaypaneEvents[Name]> }

/** Sends an event from the pane's host, out of any shadow; false where the page prevented it. */
export function dispatchWidgetEvent(host: Element, { type, ...detail }: WidgetEvent): boolean {
  return host.dispatchEvent(
    new CustomEvent(`paypane:${type}`, {
      detail,
      bubbles: true,
      composed: true,
      cancelable: type === 'redirect',
    }),
  )
}
