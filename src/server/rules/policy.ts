/** The times that the rules of money are set by, in milliseconds. */
export interface Policy {
  /** How long a create or a look-up may take. */
  timeoutMs: number
  /** How long a payer has for an attempt, from its start. */
  ttlMs: number
  /** How long after its timeout a create is still thought to be in flight. */
  createGraceMs: number
  /** How long an unknown create, or a callback that the status endpoint denies, is waited for before a human looks. */
  reviewAfterMs: number
  /** How long money that comes late is watched for, after a failure or an expiry. */
  watchMs: number
  /** How many attempts a checkout may have, from its start or from its last reopening. */
  maxAttempts: number
  /** A final word in a callback waits for the status endpoint to confirm it. */
  confirmFinal: boolean
}

/** The moment something is heard, and a random number in [0, 1) for the pace of what follows. */
export interface Now {
  at: number
  jitter: number
}

/** The service may add to an order's history for about this long after a final status. */
export const historyMs = 10 * 60 * 1000

/**
 * When a sending that was written down at `sentAt` may still leave. What was held up longer, in a process that
 * stood still, does not leave any more: so a create is known to be over once its timeout and the settle time are.
 */
export const maySend = (sentAt: number, at: number, { createGraceMs }: Policy): boolean =>
  at - sentAt <= Math.max(createGraceMs, 1000)
