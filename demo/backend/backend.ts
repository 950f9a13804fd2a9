import type { CheckoutDetail } from 'paypane/contract'
import type { ShopOrder } from '../merchant/orders.ts'
import type { BackendUpdate } from '../traffic/message.ts'

/** Requests that both backends send in the same way: controls of the sandbox, and the operator's API. */
export interface SharedRequests {
  /** Calls a control of the sandbox. Throws the sandbox's error message. */
  controlSandbox(path: string, body: object): Promise<void>
  /** The sandbox's ids of an order's callback deliveries, newest last. */
  deliveryIdsOf(externalId: string): Promise<string[]>
  /** The details of a checkout, from the operator's API. */
  getCheckout(checkout: string): Promise<CheckoutDetail>
  getBalance(currency: string): Promise<Balance>
  /** Accepts an underpaid attempt as an operator. */
  acceptUnderpaid(checkout: string, attempt: number): Promise<void>
}

/** The merchant server and the sandbox behind the page, as separate processes or inside the page. */
export interface Backend extends SharedRequests {
  kind: 'live' | 'in-page'
  /** The widget's `endpoint`. */
  endpoint: string
  fetch: typeof fetch
  /** Receives all messages between page, server and service, including earlier ones. */
  subscribe(listener: (update: BackendUpdate) => void): void
  /** Places an order in the shop; returns its reference. */
  placeOrder(order: ShopOrder): Promise<string>
  /** Advances the clocks of the service and the merchant server. */
  advanceClock(seconds: number): Promise<void>
  /** Stops the merchant server in the middle of its work; four seconds later it is back with its data. */
  killServer(): Promise<void>
  /** The URL of the operator's console; null if there is none. */
  console: string | null
  /** Loads a page of the service; null if the browser can open it by its URL. */
  fetchServicePage: ((request: Request) => Promise<Response>) | null
}

/** The part of the balance that the demo shows. */
export interface Balance {
  currency: string
  merchantBalance: string
  pipelineProcessingOrdersDeposit: string
}
