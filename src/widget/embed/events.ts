import type { CheckoutView } from '../../contract/view.ts'
import type { ErrorCode } from '../core/events.ts'
import type { WidgetEvent } from '../view/model.ts'

/**
 * The widget's events with their `detail`. They bubble, cross shadow roots, and are emitted once for each change.
 *
 * @example
 * document.addEventListener('paypane-success', (event) => console.log(event.detail.view.order))
 */
export interface PaypaneEvents {
  /** The first view was received. */
  'paypane-ready': { view: CheckoutView }
  /** The view changed. */
  'paypane-change': { view: CheckoutView }
  /** The order is paid. Deliver on the merchant server's event, not on this one. */
  'paypane-success': { view: CheckoutView }
  /** The payment failed. A success may follow. */
  'paypane-fail': { view: CheckoutView }
  /** The time to pay is over. A success may follow. */
  'paypane-expire': { view: CheckoutView }
  /** The payer has claimed that the money was sent, or the claim is decided: `view.claim`. Nothing is paid by it. */
  'paypane-claim': { view: CheckoutView }
  /** A request failed or was rejected. It implies nothing about the payment. */
  'paypane-error': { code: ErrorCode }
  /** The payer is about to leave for the payment page. Cancelable: `preventDefault()` keeps the payer on the page. */
  'paypane-redirect': { url: string }
  /**
   * The payer is about to open a banking app (`purpose` is `pay`, `kind` the payment system), or to save or share the QR
   * code (`url` is a `data:` URL, `kind` is `qr`). Cancelable: after `preventDefault()` the widget does nothing itself.
   */
  'paypane-open': { url: string; kind: string; purpose: 'pay' | 'save' | 'share' }
  /** The payer copied a field: its name, never its value. */
  'paypane-copy': { field: string }
}

declare global {
  interface HTMLElementEventMap extends PaypaneEventMap {}
  interface DocumentEventMap extends PaypaneEventMap {}
}

type PaypaneEventMap = {
  [Name in keyof PaypaneEvents]: CustomEvent<PaypaneEvents[Name]>
}

/** Dispatches an event on the widget's host element; false if the page cancelled it. */
export function dispatchWidgetEvent(host: Element, { type, ...detail }: WidgetEvent): boolean {
  const init = { detail, bubbles: true, composed: true, cancelable: 'url' in detail }
  return host.dispatchEvent(new CustomEvent(`paypane-${type}`, init))
}
