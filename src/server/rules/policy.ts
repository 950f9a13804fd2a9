/** The settings of the rules of money. Times are in milliseconds. */
export interface Policy {
  /** Timeout of a create or a lookup. */
  timeoutMs: number
  /** How long an attempt can be paid, from its start. */
  ttlMs: number
  /** How long after its timeout a create may still be in flight. */
  createGraceMs: number
  /** When an unknown create, a callback that no lookup confirms, or an order of no documented status needs a review. */
  reviewAfterMs: number
  /** How long late money is looked up after a failure or an expiry. */
  watchMs: number
  /** How many attempts a checkout may have, from its start or from its last reopening. */
  maxAttempts: number
  /** A payer may replace an open attempt by another. */
  allowReplace: boolean
  /** How often a payer may ask for more time, for each attempt. */
  maxExtensions: number
  /** When a payer may claim that a transfer was sent that is still waited for. */
  claimAfterMs: number
  /** A final status in a callback has to be confirmed by a lookup. */
  confirmFinal: boolean
}

/**
 * For how long after its start an attempt saves the card that a lookup reports: its time, the watch for late money and, after
 * a failure, for a correction. What is stored of removed cards is kept longer.
 */
export const cardSavedMs = ({ ttlMs, watchMs }: Policy): number => ttlMs + 2 * watchMs

/** The time of an update, and a random number in [0, 1) for jitter. */
export interface Moment {
  at: number
  jitter: number
}

/**
 * The service may still add to an order's history for about ten minutes after a final status. A minute more, since the
 * clocks of two processes differ.
 */
export const historyMs = 11 * 60 * 1000

/** How long after it was stored a send may still leave: storing it takes time, and so does obtaining the key. */
const sendWindowMs = ({ createGraceMs }: Policy): number => Math.max(createGraceMs, 1000)

/** The end of the time in which a create may still be in flight. */
export const inFlightUntil = ({ sentAt }: { sentAt: number }, policy: Policy): number =>
  sentAt + policy.timeoutMs + sendWindowMs(policy)

export const mayBeInFlight = (attempt: { sentAt: number }, at: number, policy: Policy): boolean =>
  at < inFlightUntil(attempt, policy)

/**
 * Whether a send stored at `sentAt` may still leave. One that a frozen process or a slow key delayed longer is not sent,
 * so no create is in flight after its timeout and the grace time.
 */
export const maySend = (sentAt: number, at: number, policy: Policy): boolean =>
  at - sentAt <= sendWindowMs(policy)
