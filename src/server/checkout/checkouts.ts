import type { CreateCheckout, ReportSent, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView, Merchant } from '../../contract/view.ts'
import type { Attempts } from '../attempt/attempts.ts'
import type { CallbackUrlParam } from '../attempt/callback-url.ts'
import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { FormUrlPolicy } from '../attempt/form-url.ts'
import type { PublicUrl } from '../attempt/public-url.ts'
import type { SavedCards } from '../attempt/saved-cards.ts'
import type { TransactionIdFor } from '../attempt/transaction-id.ts'
import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { Clock } from '../lib/clock.ts'
import type { DecryptCache } from '../lib/decrypt-cache.ts'
import type { Log } from '../lib/log.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { Sealer } from '../lib/seal.ts'
import type { PaypaneOptions } from '../options.ts'
import type { Pipelines } from '../pipelines.ts'
import type { Checkout } from '../rules/model.ts'
import type { Cascade } from '../rules/next-attempt.ts'
import type { Now, Policy } from '../rules/policy.ts'
import type { AuditRecord, Store } from '../store/store.ts'
import { type Authorized, authorize } from './authorize.ts'
import type { ClientSecrets } from './client-secret.ts'
import { createCheckout } from './create-checkout.ts'
import type { Instructions } from './current-action.ts'
import { currentView } from './current-view.ts'
import type { OrderLimiter } from './order-limiter.ts'
import type { Terms } from './order-terms.ts'
import type { OrderTokens } from './order-token.ts'
import type { Proof } from './proof.ts'
import { createSeenRecorder } from './record-seen.ts'
import { removeCard } from './remove-card.ts'
import { reopenCheckout } from './reopen-checkout.ts'
import { reportSent } from './report-sent.ts'
import { startAttempt } from './start-attempt.ts'
import { startNextAutomatically } from './start-prepared.ts'
import { checkoutById, checkoutByOrder } from './stored-checkout.ts'

/** The request that a payer's page sent. */
export interface Payer {
  request: Request
  /** The client address; null if it is unknown. */
  address: string | null
  /** Names the request in the log. */
  requestId: string
  /** The order is part of an address, which is shared: it proves no customer. Default: false. */
  orderInAddress?: boolean
}

/** Checkouts as payers, operators and the worker use them. */
export interface Checkouts {
  /** The checkout of an order, created if the order has none. Throws `order_expired`. */
  create(request: CreateCheckout, payer: Payer): Promise<Authorized & { created: boolean }>
  /** Throws `checkout_unknown`. */
  byId(id: string): Promise<Checkout>
  /** Throws `checkout_unknown`. */
  byOrder(order: string): Promise<Checkout>
  /** A checkout to a request with its client secret. Throws `checkout_unknown`. */
  authorize(id: string, secret: string | null): Promise<Authorized>
  /** The view of a checkout at this moment, to a request with this proof; texts in the first language that they have. */
  view(checkout: Checkout, proof: Proof, languages?: readonly string[]): Promise<CheckoutView>
  /** A client secret of the checkout, bound to this proof. */
  clientSecret(checkout: Checkout, proof: Proof): Promise<string>
  /** Starts an attempt of a checkout that the request has opened. */
  start(authorized: Authorized, request: StartAttempt, payer: Payer): Promise<Authorized>
  /** The payer says that the money of attempt `n` was sent, or takes that back. Throws `not_found`. */
  reportSent(authorized: Authorized, n: number, request: ReportSent, payer: Payer): Promise<Authorized>
  /** Makes a checkout payable again. Throws `not_reopenable`. `audit`: the operator's act. */
  reopen(id: string, audit?: AuditRecord): Promise<Checkout>
  /** Starts an attempt that needs no action of the payer, if the rules allow one. */
  startNextAutomatically(checkout: Checkout): Promise<Checkout>
  /** Records that a payer's page polls, which makes lookups more frequent. */
  recordSeen(checkout: Checkout): Promise<void>
  /** Removes a saved card of the customer that the client secret proves. Throws `card_unknown`. */
  removeCard(id: string, secret: string | null): Promise<void>
}

/** The `Checkout-Secret` header: never a part of an address, which is logged and shared. */
export const clientSecretOf = (request: Request): string | null => request.headers.get('checkout-secret')

export interface CheckoutServices {
  store: Pick<Store, 'entry' | 'entryByRef' | 'insert'>
  sealer: Sealer
  decryptCache: DecryptCache<Instructions>
  termsCache: DecryptCache<Terms>
  pipelines: Pipelines
  entries: EntryUpdater
  attempts: Attempts
  savedCards: SavedCards
  starts: OrderLimiter
  unknownOrders: RateLimiter
  sentReports: OrderLimiter
  background: BackgroundTasks
  callbackUrlParam: CallbackUrlParam
  transactionIdFor: TransactionIdFor
  publicUrl: PublicUrl
  formUrlPolicy: FormUrlPolicy
  order: PaypaneOptions['order']
  /** Null if the shop is not named. */
  merchant: Merchant | null
  /** Null if orders are plain references. */
  orderTokens: OrderTokens | null
  clientSecrets: ClientSecrets
  cascade: Cascade
  policy: Policy
  clock: Clock
  now(): Now
  log: Log
  wake(): void
}

export const createCheckouts = (services: CheckoutServices): Checkouts => ({
  create: (request, payer) => createCheckout(services, request, payer),
  byId: (id) => checkoutById(services, id),
  byOrder: (order) => checkoutByOrder(services, order),
  authorize: (id, secret) => authorize(services, id, secret),
  view: (checkout, proof, languages = []) => currentView(services, checkout, proof, languages),
  clientSecret: ({ id }, proof) => services.clientSecrets.issue(id, proof),
  start: (authorized, request, payer) => startAttempt(services, authorized, request, payer),
  reportSent: (authorized, n, request, payer) => reportSent(services, authorized, n, request, payer),
  reopen: (id, audit) => reopenCheckout(services, id, audit),
  startNextAutomatically: (checkout) => startNextAutomatically(services, checkout),
  recordSeen: createSeenRecorder(services),
  removeCard: (id, secret) => removeCard(services, id, secret),
})
