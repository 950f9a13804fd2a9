import type { Method } from '../../src/contract/index.ts'
import type { ReviewAction } from '../../src/contract/review.ts'
import type { PaypaneServer } from '../../src/server/index.ts'
import type { Attempt, Entry } from '../../src/server/rules/model.ts'
import type { SignedFields } from '../../src/service/index.ts'
import type { PageLifecycleEvent } from '../../src/widget/core/environment.ts'
import type { Session } from '../../src/widget/core/session.ts'
import type { Conditions } from './conditions.ts'
import type { Gate } from './gate.ts'
import type { Invariants } from './invariants.ts'
import type { ServiceNetwork } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import type { Change, Order, Service } from './service.ts'
import type { SentCallback } from './service-wire.ts'
import type { PriceChange } from './shop.ts'

/** What an observer of a world sees. `subject`: a checkout, an order or either id of an attempt. */
export type Fact =
  | { type: 'history'; conditions: string[] }
  | { type: 'move'; text: string }
  | { type: 'stored'; server: string; entry: Entry }
  | { type: 'event'; subject: string; event: string }
  | { type: 'shown'; subject: string; status: string }
  | { type: 'callback'; subject: string; status: string; fate: 'lost' | 'received' | 'not acknowledged' }
  | { type: 'create' | 'lookup'; subject: string; server: string; status: number | null }
  | { type: 'interrupted'; subject: string; server: string }
  | { type: 'stopped'; server: string; how: 'crash' | 'freeze'; ms: number }
  | { type: 'lost'; subject: string }

export interface Instance {
  name: string
  paypane: PaypaneServer
  gate: Gate
}

/** A payer's open page. */
export interface Tab {
  name: string
  order: string
  session: Session
  /** The payer is elsewhere, so the page does not poll. */
  isHidden: boolean
  /** Since when it requests the view without a failure. */
  followsSince: number
  emit(event: PageLifecycleEvent): void
}

/** The service, the shop's instances, its payers and operators, and the networks between them, in one process. */
export interface World {
  scheduler: Scheduler
  service: Service
  network: ServiceNetwork
  conditions: Conditions
  /** Cards may not be saved soon: a token proves no customer, or lookups name them late. */
  mayLackCards: boolean
  /** Refunds may have to wait for another day, or be rejected, as retention does with what nobody has approved. */
  mayLackRefunds: boolean
  /** When a payer may claim a transfer that is waited for. */
  claimAfterMs: number
  /** How many attempts a checkout may have until it is reopened. */
  maxAttempts: number
  invariants: Invariants
  callbacks: SentCallback[]
  tabs: Tab[]
  /** How many of the next events the shop fails to receive. */
  eventFailures: number
  /** How long the next `order()` takes once it has read the price. */
  nextOrderMs: number
  /** How long the next API key takes to be obtained. */
  nextKeyMs: number
  /** The next API keys that cannot be obtained. */
  keyFailures: number
  /** The instance that receives the next response to a create freezes then. */
  freezesAtCreate: boolean
  log(line: string): void
  instance(which: number): Instance
  openTab(order: string, method: Method | undefined): void
  closeTab(tab: Tab): void
  /** The service's order of the attempt that the page shows, while it is open. */
  orderOn(tab: Tab): Promise<Order | undefined>
  /** A choice with the fields that the page shows for it, as its payer fills them in. */
  filledIn<T extends object>(tab: Tab, choice: T): T
  /** A request of a page that the session does not make by itself. */
  sendFromTab(tab: Tab, path: string, body: object): Promise<void>
  /** Any card, also one that the page does not show. */
  deleteCardFromTab(tab: Tab, card: string): Promise<void>
  /** Requests a refund; null: there is no answer, or another than 201. `path`: of its page. */
  refund(name: 'ann' | 'bob', checkout: string, amount: string, note: string): Promise<RequestedRefund | null>
  /** The payer gives the destination of a refund. */
  giveDestination(refund: RequestedRefund): Promise<void>
  /** The service's order of a refund's payout. */
  refundOrder(refund: RequestedRefund): Promise<Order | undefined>
  /** Compares what is stored with the service's list, which is wrong in these places, and looks up what differs. */
  reconcile(wrong: WrongList): Promise<void>
  asOperator(name: 'ann' | 'bob', method: string, path: string, body: string): Promise<number | null>
  hasPayout(reference: string): Promise<boolean>
  /** Each payout that awaits an approval: `ann` may have created it. */
  decidePayouts(name: 'ann' | 'bob', action: 'approve' | 'reject'): Promise<void>
  /** An operator's act on every attempt that `applies`. */
  review(action: ReviewAction, applies: (review: Reviewed) => boolean): Promise<void>
  /** `how`: by the merchant's code, or by a request whose account number is a JSON number. */
  payOut(reference: string, how: 'text' | 'number'): Promise<void>
  /** False: it was not acknowledged. */
  deliverCallback(callback: SentCallback): Promise<boolean>
  /** A callback of the service with other signed fields. `by`: with the private key of this pipeline. */
  signCallback(callback: SentCallback, change: Partial<SignedFields>, by?: string): SentCallback
  /** Something happens to an order at the service. */
  change(externalId: string, change: Change): Promise<void>
  /** An instance does its due work. */
  pass(): Promise<void>
  /**
   * After `kept` calls of the store its replica receives nothing any more, and after `lost` others it takes over. Without a
   * replica nothing happens.
   */
  failOver(calls: { kept: number; lost: number }): void
  /** Seals with a new key, on one instance or all, which lack the keys before it until `ms` later. */
  removeSealKeys(which: number | 'all', ms: number): void
  /** A clock jumps. */
  jumpClock(which: number, ms: number): void
  eraseCustomer(which: number): Promise<void>
  changePrice(order: string, how: PriceChange): void
  /** The `externalId` of an attempt of the kind; `which`: from the last of them in alphabetical order, modulo their number. */
  placedOrder(kind: Entry['kind'], which: number): Promise<string | undefined>
  /** Lookups report no history any more of orders that wait for an operator, since another system may have created them. */
  hideForeign(): Promise<void>
  advance(seconds: number): Promise<void>
  /** Checks the invariants on everything stored. */
  check(): Promise<void>
  /** Ends all faults and advances the clock until no work is left; then everything must have ended well. */
  finish(undelivered: 'delivered' | 'lost'): Promise<void>
  /** Stops all instances for good. */
  stop(): Promise<void>
}

export interface RequestedRefund {
  id: string
  path: string
}

/** Indexes of the service's orders, modulo their number; null: none. */
export interface WrongList {
  missing: number | null
  otherAmount: number | null
  otherStatus: number | null
  hasStranger: boolean
  ids: 'both' | 'externalId' | 'externalTransactionId'
  looksUp: boolean
}

export interface Reviewed {
  externalTransactionId: string
  state: Attempt['state']
  reason: string
  underpaid: boolean
  order: Order | undefined
}
