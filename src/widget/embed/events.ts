import type { CheckoutView } from '../../contract/view.ts'
import type { ErrorCode } from '../core/events.ts'
import type { WidgetEvent } from '../view/model.ts'

/** The `detail` of an event about the view. */
export interface ViewDetail {
  /** The view after the change. */
  view: CheckoutView
}

/**
 * The widget's events with their `detail`. They bubble, cross shadow roots, and are emitted once for each change.
 *
 * @example
 * document.addEventListener('paypane-success', (event) => console.log(event.detail.view.order))
 */
export interface PaypaneEvents {
  /** The first view was received. */
  'paypane-ready': ViewDetail
  /** The view changed. */
  'paypane-change': ViewDetail
  /** The order is paid. Deliver on the merchant server's event, not on this one. */
  'paypane-success': ViewDetail
  /** The payment failed. A success may follow. */
  'paypane-fail': ViewDetail
  /** The time to pay is over. A success may follow. */
  'paypane-expire': ViewDetail
  /** The payer has claimed that the money was sent, or the claim is decided: `view.claim`. Nothing is paid by it. */
  'paypane-claim': ViewDetail
  /** A request failed or was rejected. It implies nothing about the payment. */
  'paypane-error': { code: ErrorCode }
  /** The payer is about to leave for the payment page. Cancelable: `preventDefault()` keeps the payer on the page. */
  'paypane-redirect': {
    /** The address of the payment page. */
    url: string
  }
  /**
   * The payer is about to open a banking app (`purpose` is `pay`, `kind` the payment system), or to save or share the QR
   * code (`url` is a `data:` URL, `kind` is `qr`). Cancelable: after `preventDefault()` the widget does nothing itself.
   */
  'paypane-open': {
    /** The link of the banking app, or the QR code. */
    url: string
    /** The payment system, or `qr`. */
    kind: string
    /** What the payer wants to do. */
    purpose: 'pay' | 'save' | 'share'
  }
  /** The payer copied a field: its name, never its value. */
  'paypane-copy': {
    /** Its name, such as `card`. */
    field: string
  }
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
