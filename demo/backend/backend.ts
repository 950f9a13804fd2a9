import type { CheckoutDetail } from 'paypane/contract'
import type { ShopOrder } from '../merchant/orders.ts'
import type { BackendUpdate } from '../traffic/message.ts'

/** All that stands behind the page: a merchant's server and the service, in processes of their own or in the page itself. */
export interface Backend {
  kind: 'live' | 'page'
  /** What the pane is given. */
  endpoint: string
  fetch: typeof fetch
  /** Everything that passes between page, server and service; also what passed before. */
  subscribe(listener: (update: BackendUpdate) => void): void
  /** The shop takes an order; returns its reference. */
  placeOrder(order: ShopOrder): Promise<string>
  /** A lever of the sandbox. Throws with the sandbox's words where it could not be pulled. */
  controlSandbox(path: string, body: object): Promise<void>
  /** The callbacks of an order, newest last: their ids at the sandbox. */
  deliveryIdsOf(externalId: string): Promise<string[]>
  /** An operator's view of a checkout. */
  getCheckout(checkout: string): Promise<CheckoutDetail>
  getBalance(currency: string): Promise<Balance>
  /** Turns the clocks of the service and the merchant's server. */
  advanceClock(seconds: number): Promise<void>
  /** Kills the merchant's server, where it is a process. */
  killServer: (() => Promise<void>) | null
  /** How an operator comes into the console, where there is a server that has one. */
  getOperatorAccess: (() => Promise<OperatorAccess>) | null
  /** Shows a page of the service inside this page, where it has no address of its own. */
  fetchServicePage: ((request: Request) => Promise<Response>) | null
}

export interface OperatorAccess {
  /** The console's address. */
  console: string
  /** What the operator types in there. */
  token: string
}

/** What the demo shows of the seven figures. */
export interface Balance {
  currency: string
  merchantBalance: string
  pipelineProcessingOrdersDeposit: string
}
