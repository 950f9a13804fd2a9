import type { Random } from '../../src/sandbox/random.ts'
import type { PaypaneServer } from '../../src/server/index.ts'
import type { Store } from '../../src/server/store/store.ts'
import type { PageLifecycleEvent } from '../../src/widget/core/environment.ts'
import type { Session } from '../../src/widget/core/session.ts'
import type { Clocks } from './clocks.ts'
import type { Conditions } from './conditions.ts'
import type { Damage } from './damage.ts'
import type { Fact } from './fact.ts'
import type { Failover } from './failover.ts'
import type { Gate } from './gate.ts'
import type { Invariants } from './invariants.ts'
import type { Link, ServiceNetwork } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import type { SealKeys } from './seal-keys.ts'
import type { Service } from './service.ts'
import type { SentCallback } from './service-wire.ts'
import type { Shop } from './shop.ts'

/** A process in which a server of the shop runs. */
export interface ServerProcess {
  index: number
  name: string
  gate: Gate
  random: Random
}

export interface Instance extends ServerProcess {
  paypane: PaypaneServer
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

/**
 * Everything that a history works with, made once by `createWorld` and passed whole: the service, the shop's instances, its
 * payers and operators, and the networks between them, in one process.
 */
export interface World {
  /** What may go wrong now. */
  conditions: Conditions
  /** The conditions as they were drawn, for what is decided once. */
  drawn: Readonly<Conditions>
  /** Cards may not be saved soon: a token proves no customer, or lookups name them late. */
  mayLackCards: boolean
  /** Refunds may have to wait for another day, or be rejected, as retention does with what nobody has approved. */
  mayLackRefunds: boolean
  /** When a payer may claim a transfer that is waited for. */
  claimAfterMs: number
  /** How many attempts a checkout may have until it is reopened. */
  maxAttempts: number
  /** How many pages are open at most. */
  maxTabs: number

  scheduler: Scheduler
  startedAt: number
  randomFor(name: string): Random
  random: { routing: Random; shop: Random; amounts: Random }
  service: Service
  network: ServiceNetwork
  callbackLink: Link
  shop: Shop
  store: Store
  /** Opens the store of an instance; undefined: all share `store`. */
  connect: (() => Store) | undefined
  clocks: Clocks
  damage: Damage
  failover: Failover
  sealKeys: SealKeys
  invariants: Invariants
  log(line: string): void
  observe(fact: Fact): void
  /** Advances the clock; replaced where somebody watches. */
  advance(seconds: number): Promise<void>
  /** Checks the invariants on everything stored; replaced where a history goes on after a broken rule. */
  check(): Promise<void>

  instances: Instance[]
  /** By index of an instance: by how many milliseconds its clock is wrong. */
  skews: number[]
  /** Receive the id of each changed entry, at all instances. */
  changeListeners: Set<(entryId: string) => void>
  tabs: Tab[]
  tabCount: number
  /** How many payers have filled in fields. */
  payerCount: number

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

  /** All that the service has sent. */
  callbacks: SentCallback[]
  /** Orders of which a callback has arrived since the last that was acknowledged. */
  unacknowledged: Set<string>
  /** The card of the payer, by externalTransactionId. */
  cards: Map<string, string>
  /** The bytes of every send, by externalTransactionId. */
  sent: Map<string, Set<string>>
  /** None of these is stored, logged or sent to anybody but the service in plain text. */
  secrets: string[]
  /** By checkout. */
  clientSecrets: Map<string, string>
  /** Checkouts whose page has shown a client secret to an instance that lacked its key: the payer opens the order again. */
  unread: Set<string>
  orderFailures: number
  storeFailures: number
  hadOutage: boolean
  /** When the last instance that had stopped ran again, or the faults of the networks ended. */
  disturbedAt: number
  faultsEndedAt: number
  /** `finish` runs the passes of the instances. */
  isFinishing: boolean
}
