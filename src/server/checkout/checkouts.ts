import type { CreateCheckout, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { Attempts } from '../attempt/attempts.ts'
import type { CallbackUrlParam } from '../attempt/callback-url.ts'
import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { PublicUrl } from '../attempt/public-url.ts'
import type { SavedCards } from '../attempt/saved-cards.ts'
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
import type { Store } from '../store/store.ts'
import { createCheckout } from './create-checkout.ts'
import { currentView } from './current-view.ts'
import { recordSeen } from './record-seen.ts'
import { removeCard } from './remove-card.ts'
import { startAttempt } from './start-attempt.ts'
import type { StartLimiter } from './start-limiter.ts'
import { startNextAutomatically } from './start-prepared.ts'
import { checkoutById } from './stored-checkout.ts'

/** The request that a payer's page sent. */
export interface Payer {
  request: Request
  /** The client address; null if it is unknown. */
  address: string | null
}

/** Checkouts as payers, operators and the worker use them. */
export interface Checkouts {
  /** The checkout of an order, created if the order has none. */
  create(request: CreateCheckout, payer: Payer): Promise<{ checkout: Checkout; created: boolean }>
  /** Throws `checkout_unknown`. */
  byId(id: string): Promise<Checkout>
  /** The view of a checkout at this moment. */
  view(checkout: Checkout): Promise<CheckoutView>
  startAttempt(id: string, request: StartAttempt, payer: Payer): Promise<Checkout>
  /** Starts an attempt that needs no action of the payer, if the rules allow one. */
  startNextAutomatically(checkout: Checkout): Promise<Checkout>
  /** Records that a payer's page polls, which makes lookups more frequent. */
  recordSeen(checkout: Checkout): Promise<void>
  /** Removes a saved card of the customer that the request proves. Throws `card_unknown`. */
  removeCard(id: string, order: string, request: Request): Promise<void>
}

export interface CheckoutServices {
  store: Pick<Store, 'entry' | 'entryByRef' | 'insert'>
  sealer: Sealer
  decryptCache: DecryptCache
  pipelines: Pipelines
  entries: EntryUpdater
  attempts: Attempts
  savedCards: SavedCards
  startLimiter: StartLimiter
  unknownOrders: RateLimiter
  background: BackgroundTasks
  callbackUrlParam: CallbackUrlParam
  publicUrl: PublicUrl
  order: PaypaneOptions['order']
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
  view: (checkout) => currentView(services, checkout),
  startAttempt: (id, request, payer) => startAttempt(services, id, request, payer),
  startNextAutomatically: (checkout) => startNextAutomatically(services, checkout),
  recordSeen: (checkout) => recordSeen(services, checkout),
  removeCard: (id, order, request) => removeCard(services, id, order, request),
})
