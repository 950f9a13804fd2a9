/** The time-out of a create, and the time after it in which it may still be in flight. */
export const timeoutMs = 9900
export const graceMs = 10_000
/** The longest time between two passes over the same due work, with a lease and a time-out in between. */
export const passMs = 90_000
/** What was put aside is done so long after it came. */
export const putAsideMs = 40 * 60_000
/** An instance may be down or frozen for this long, and a lookup may wait for another after it. */
export const outageMs = 600_000
/** The longest time in which an instance stores a response; then another takes the work over. */
export const leaseMs = 25_000
/** The options of the shop. */
export const shopRules = {
  ttlMs: 300_000,
  watchMs: 4 * 3_600_000,
  claimAfterMs: 3 * 60_000,
  /** In its place, where that is drawn: later than expiry. */
  lateClaimAfterMs: 6 * 60_000,
  reviewAfterMs: 5 * 60_000,
  maxAttempts: 20,
  /** In place of `maxAttempts`, where that is drawn. */
  fewAttempts: 3,
  /** What a payout is of that is no refund. */
  payout: { value: '10.00', currency: 'UAH' },
  /** What may be paid out on a day, in each currency. */
  payoutLimit: '1300.00',
  maxExtensions: 10,
}

/** A checkout that exists has expired after this time. */
export const expirySeconds = shopRules.ttlMs / 1000 + 50
export const reviewAfterMinutes = shopRules.reviewAfterMs / 60_000

export const shopUrl = 'http://127.0.0.1:8787'
/** What the shop sends with every order. More digits than a double holds. */
export const accountNumber = '6212345678901234567'
