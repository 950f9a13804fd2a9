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

/** What the service says of an order that exists: it waits, has failed, or was paid with this amount. */
export type News = 'pending' | 'failed' | number

/** What a lookup says of an order; `paid`: it names no amount; `unclear`: a status that is not documented. */
export type Found = News | 'paid' | 'unclear'
export type Answer = Found | 'not found' | 'silence'

/** The response to a create. `duplicate`: its id is in use. `rejected`: so refused that no order can have been created. */
export type CreateResponse = 'placed' | 'refused' | 'rejected' | 'duplicate' | 'unknown'

export type Review = {
  reason: 'unresolved' | 'unconfirmed' | 'contradiction' | 'underpaid' | 'overpaid'
  resolved: 'no' | 'automatic' | 'operator'
  /** No update resolves it. */
  operatorOnly: boolean
}

/** One create request, as the store has it. */
export interface Attempt {
  kind: 'transfer' | 'form' | 'card' | 'payout'
  /** `absent`: lookups have proved that there is no order. `refused`: it is not looked up yet. */
  state: 'sending' | 'unknown' | 'refused' | 'absent' | 'placed' | 'failed' | 'succeeded'
  /** How often the same bytes were sent. */
  sends: number
  /** The service has said that the id is in use. */
  known: boolean
  /** Lookups in a row that count and found nothing; two are enough. */
  notFound: number
  /** Something contradicts that there is no order. */
  doubted: boolean
  /** The payer can see how to pay. */
  details: boolean
  /** Another may follow although it is placed: the payer never saw how to pay, or has replaced it. */
  setAside: boolean
  /** What a verified callback says and no lookup has confirmed. */
  callback: 'failed' | number | null
  /** Once it has succeeded: what was paid; null if nothing has named an amount, which counts as all that was asked. */
  paid: number | null
  /** Less than asked was paid, and no operator has accepted it. */
  short: boolean
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

/** Send `n` of attempt `a`. */
export interface Send {
  a: number
  n: number
}

/** What a process does. A crash forgets it; a process that is frozen does it much later. */
export type Task = {
  /** `held`: it writes only under the lease. `lost`: another process has taken it over. */
  lease: 'none' | 'held' | 'lost'
} & (
  | ({ do: 'send' } & Send)
  | ({ do: 'await'; got: CreateResponse | null } & Send)
  /** `early`: a create could be in flight when the lookup was requested; `sending`: without any response so far. */
  | { do: 'lookup'; a: number; saw: Answer; early: 'no' | 'in flight' | 'sending' }
  /** Lookups have not found the order: it is sent again, or given up. */
  | { do: 'conclude'; a: number }
  | { do: 'refund'; amount: number }
)

export interface State {
  stored: Checkout
  /** By attempt: everything the service has ever said of its order, the current word last. Empty: there is none. */
  service: readonly (readonly News[])[]
  /** By the clock they may still leave or be in flight. */
  inTime: readonly Send[]
  /** They have left and may still arrive. */
  inFlight: readonly Send[]
  /** At most one task for each process. */
  tasks: readonly Task[]
  /** How often the shop has received that the order is paid. */
  announced: number
}

export const start: State = {
  stored: { attempts: [], expired: false, refunds: [] },
  service: [],
  inTime: [],
  inFlight: [],
  tasks: [],
  announced: 0,
}

/** A card is charged and a payout made without the payer. */
export const isPaidByPayer = ({ kind }: Attempt): boolean => kind === 'transfer' || kind === 'form'
export const isPlaced = ({ state }: Attempt): boolean =>
  state === 'placed' || state === 'failed' || state === 'succeeded'
export const isAbsent = ({ state, doubted }: Attempt): boolean => state === 'absent' && !doubted
export const isUndecided = (attempt: Attempt): boolean => !isPlaced(attempt) && !isAbsent(attempt)
export const isPaid = ({ state, short }: Attempt): boolean => state === 'succeeded' && !short
export const isOpen = ({ review }: Attempt): boolean => review?.resolved === 'no'

export const received = ({ attempts }: Checkout, asked: number): number =>
  attempts.reduce((sum, { state, paid }) => sum + (state === 'succeeded' ? (paid ?? asked) : 0), 0)
export const reserved = ({ refunds }: Checkout): number =>
  refunds.reduce((sum, { state, amount }) => sum + (state === 'released' ? 0 : amount), 0)
