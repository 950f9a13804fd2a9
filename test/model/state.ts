/** What the service says of an order that exists: it waits, has failed, or was paid with this amount. */
export type News = 'pending' | 'failed' | number

/** What a lookup says of an order; `paid`: it names no amount; `unclear`: a status that is not documented. */
export type Found = News | 'paid' | 'unclear'

export type Review = {
  reason: 'unresolved' | 'unconfirmed' | 'contradiction' | 'underpaid' | 'overpaid'
  resolved: 'no' | 'automatic' | 'operator'
}

/** One create request, as the store has it. */
export interface Attempt {
  kind: 'transfer' | 'form' | 'card'
  state: 'sending' | 'unknown' | 'not_created' | 'refused' | 'placed' | 'failed' | 'succeeded'
  /** How often the same bytes were sent. */
  sends: number
  /** The service has said that the id is in use. */
  known: boolean
  /** Lookups have proved that there is no order. */
  absent: boolean
  /** Lookups in a row that count and found nothing; two are enough. */
  notFound: number
  /** Something contradicts that there is no order. */
  doubted: boolean
  /** The payer can see how to pay. */
  details: boolean
  /** The payer never saw how to pay. */
  lost: boolean
  /** What a verified callback says and no lookup has confirmed. */
  callback: 'failed' | number | null
  /** Once it has succeeded: what was paid; null if nothing has named an amount, which counts as all that was asked. */
  paid: number | null
  /** Less than asked was paid, and no operator has accepted it. */
  short: boolean
  replaced: boolean
  review: Review | null
  /** A review as a second payment was opened. */
  flagged: boolean
}

export interface Refund {
  amount: number
  state: 'reserved' | 'paid' | 'released'
}

/** The payment of one order, as the store has it. */
export interface Checkout {
  attempts: readonly Attempt[]
  expired: boolean
  refunds: readonly Refund[]
}

/** `held`: it writes only under the lease. `lost`: another process has taken it over. */
export type Lease = 'none' | 'held' | 'lost'

/** Whether a create could be in flight when a lookup was requested; `sending`: without any response so far. */
export type Early = 'no' | 'in flight' | 'sending'

/** What a process is doing. A crash forgets it; a process that is frozen does it much later. */
export type Task = { lease: Lease } & (
  | { do: 'send'; a: number; n: number }
  | { do: 'await'; a: number; n: number; got: 'placed' | 'refused' | 'duplicate' | 'unknown' | null }
  | { do: 'lookup'; a: number; saw: Found | 'not found' | 'silence'; early: Early; outdated: boolean }
  | { do: 'resend' | 'discard' | 'replace'; a: number }
  | { do: 'refund'; amount: number }
)

export interface State {
  stored: Checkout
  /** By attempt: everything the service has ever said of its order, the current word last. Empty: there is none. */
  service: readonly (readonly News[])[]
  /** Sends, as `attempt.number`, that may still leave or be in flight by the clock. */
  windows: readonly string[]
  /** Creates that have left and may still arrive. */
  inFlight: readonly string[]
  /** At most one task for each process. */
  tasks: readonly Task[]
  /** How often the shop has received that the order is paid. */
  announced: number
}

export const start: State = {
  stored: { attempts: [], expired: false, refunds: [] },
  service: [],
  windows: [],
  inFlight: [],
  tasks: [],
  announced: 0,
}

/** The bounds of an exhaustive check. */
export interface Scope {
  attempts: number
  kinds: readonly Attempt['kind'][]
  processes: number
  /** Of one attempt. */
  sends: number
  asked: number
  /** What counts as paid by itself. */
  enough: number
  /** What the payer may pay. */
  amounts: readonly number[]
  /** How often the service changes its word about one order. */
  news: number
  refunds: number
  refundAmounts: readonly number[]
  /** Who does nothing. */
  absent: readonly Actor[]
}

/** Who makes a step. Without faults only `server` and `time` go on by themselves. */
export type Actor =
  | 'server'
  | 'time'
  | 'service'
  | 'network'
  | 'silence'
  | 'no amount'
  | 'unclear'
  | 'not found yet'
  | 'lag'
  | 'crash'
  | 'callback'
  | 'payer'
  | 'operator'

/** The guards that can be left out, each of which a mutant leaves out. */
export const guards = [
  'an attempt is stored before it is sent',
  'a send that was delayed too long does not leave',
  'a lookup counts only once no create is in flight',
  'a write needs the lease',
  'a refusal is looked up',
  'an attempt without an order is discarded only after two lookups',
  'no attempt follows one that is undecided',
  'a replaced attempt shows nothing to pay by',
  'a replaced attempt is watched',
  'an expired attempt is watched',
  'a failed transfer is watched',
  'success is final',
  'a callback needs a valid signature',
  'a callback is confirmed by a lookup',
  'a callback that is accepted without a lookup opens a review',
  'less than asked is not paid',
  'the amount is the one that the service names',
  'a second payment opens a review',
  'a payment is announced once',
  'what is undecided at its deadline opens a review',
  'a refund is checked in the write that reserves it',
] as const
export type Guard = (typeof guards)[number]

export const isPlaced = ({ state }: Attempt): boolean =>
  state === 'placed' || state === 'failed' || state === 'succeeded'
const isCalledAbsent = ({ state, absent }: Attempt): boolean =>
  state === 'not_created' || (state === 'refused' && absent)
export const isAbsent = (attempt: Attempt): boolean => isCalledAbsent(attempt) && !attempt.doubted
export const isUndecided = (attempt: Attempt): boolean => !isPlaced(attempt) && !isAbsent(attempt)
export const isPaid = ({ state, short }: Attempt): boolean => state === 'succeeded' && !short
export const isOpen = ({ review }: Attempt): boolean => review?.resolved === 'no'

export const received = ({ attempts }: Checkout, asked: number): number =>
  attempts.reduce((sum, { state, paid }) => sum + (state === 'succeeded' ? (paid ?? asked) : 0), 0)
export const reserved = ({ refunds }: Checkout): number =>
  refunds.reduce((sum, { state, amount }) => sum + (state === 'released' ? 0 : amount), 0)
