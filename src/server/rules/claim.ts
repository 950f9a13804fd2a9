import type { DeclineReason } from '../../contract/claim.ts'
import type { ClaimState, ClaimView } from '../../contract/view.ts'
import { logActivity } from './activity.ts'
import { isUndecided } from './attempt/transitions.ts'
import { isPaid } from './attempt/underpaid.ts'
import { paidAttempt } from './checkout/checkout.ts'
import { type Attempt, type Checkout, type Claim, changeAttempt, type Entry, openClaim } from './model.ts'
import type { Policy } from './policy.ts'
import { isoTime } from './time.ts'

// Rule 20: a claim changes how often an order is looked up, and words. Only the service's word changes a state.

/** How many claims a checkout may have. */
export const maxClaims = 3

export const stateOf = ({ resolved }: Claim): ClaimState => resolved?.state ?? 'open'

/** It says no more than that the money was sent: a claim may still add the rest. */
const isBare = ({ content, receipts }: Claim): boolean => content === null && receipts.length === 0

/** The payer was shown where to send the money, so money may be on its way. */
const wasShownDetails = ({ profile, state, detailsLost, underpaid }: Attempt): boolean =>
  profile === 'p2p' &&
  !detailsLost &&
  (state === 'placed' || state === 'failed' || (state === 'succeeded' && underpaid))

/** The payer can pay it, or a lookup decides first whether it can be paid. */
const mayStillBePaid = (attempt: Attempt): boolean =>
  isUndecided(attempt) || (attempt.state === 'placed' && !attempt.detailsLost && attempt.replacedAt === null)

/**
 * The attempt that a claim for attempt `n` is about: itself, or the newest transfer before it, where it is the last, is over
 * and was no transfer that can have been paid, such as a form that failed.
 */
function claimedAttempt(checkout: Checkout, n: number, at: number): Attempt | undefined {
  const attempt = checkout.attempts.find((candidate) => candidate.n === n)
  if (attempt === undefined || wasShownDetails(attempt) || n < checkout.attempts.length) return attempt
  const isOver = at >= checkout.expiresAt || !mayStillBePaid(attempt)
  return isOver ? (checkout.attempts.findLast(wasShownDetails) ?? attempt) : attempt
}

/** The payer reads that the money has not arrived, or waits longer than the merchant says. */
function isMissed(checkout: Checkout, attempt: Attempt, at: number, policy: Policy): boolean {
  if (attempt.state !== 'placed') return true
  const isOver =
    at >= checkout.expiresAt || attempt.n < checkout.attempts.length || attempt.replacedAt !== null
  return isOver || at >= attempt.firstSentAt + policy.claimAfterMs
}

/** The attempt that a claim for attempt `n` can be made for, or to whose open claim what it does not say yet can be added. */
export function claimableAttempt(
  checkout: Checkout,
  n: number,
  at: number,
  policy: Policy,
): Attempt | undefined {
  const attempt = claimedAttempt(checkout, n, at)
  return attempt !== undefined && isClaimable(checkout, attempt, at, policy) ? attempt : undefined
}

export const canClaim = (checkout: Checkout, n: number, at: number, policy: Policy): boolean =>
  claimableAttempt(checkout, n, at, policy) !== undefined

function isClaimable(checkout: Checkout, attempt: Attempt, at: number, policy: Policy): boolean {
  if ((checkout.erasedAt ?? attempt.erasedAt) !== null) return false
  if (!wasShownDetails(attempt) || paidAttempt(checkout) !== undefined) return false
  if (!isMissed(checkout, attempt, at, policy)) return false
  const open = openClaim(attempt)
  if (open !== undefined) return isBare(open)
  return checkout.attempts.flatMap(({ claims }) => claims).length < maxClaims
}

/** Whether a report of money as sent opens a claim: the attempt is failed, expired or underpaid, and has no open one. */
export function opensClaim(checkout: Checkout, n: number, at: number, policy: Policy): boolean {
  const overOnly = { ...policy, claimAfterMs: Number.POSITIVE_INFINITY }
  const attempt = claimableAttempt(checkout, n, at, overOnly)
  return attempt !== undefined && openClaim(attempt) === undefined
}

/** What becomes different from one moment to the next without a write; null: nothing. */
export function nextClaimableAt(checkout: Checkout, at: number, policy: Policy): number | null {
  const last = checkout.attempts.at(-1)
  if (last?.state !== 'placed' || canClaim(checkout, last.n, at, policy)) return null
  const time = last.firstSentAt + policy.claimAfterMs
  // A claim that is possible stays possible, so this time is after `at`.
  return canClaim(checkout, last.n, time, policy) ? time : null
}

/** What a claim says, before it is stored. */
type NewClaim = Omit<Claim, 'at' | 'resolved'>

/** The checkout with a claim for attempt `n`, which is looked up at once. Null if none can be made. */
export function claim(
  checkout: Checkout,
  n: number,
  made: NewClaim,
  at: number,
  policy: Policy,
): Checkout | null {
  const claimed = claimableAttempt(checkout, n, at, policy)
  return claimed === undefined
    ? null
    : changeAttempt(checkout, claimed.n, (attempt) => withClaim(attempt, made, at))
}

function withClaim(attempt: Attempt, { number, content, receipts }: NewClaim, at: number): Attempt {
  const open = openClaim(attempt)
  const made: Claim =
    open === undefined ? { number, at, content, receipts, resolved: null } : { ...open, content, receipts }
  const logged = open === undefined ? logActivity(attempt, at, { type: 'claimed', number }) : attempt
  return {
    ...logged,
    reportedSentAt: attempt.state === 'placed' ? (attempt.reportedSentAt ?? at) : attempt.reportedSentAt,
    nextLookupAt: at,
    claims: [...attempt.claims.filter((other) => other !== open), made],
  }
}

/** The entry in which the claims of attempts that have paid the order are accepted. */
export function acceptClaims(entry: Entry, at: number): Entry {
  const isDue = (attempt: Attempt): boolean => isPaid(attempt) && openClaim(attempt) !== undefined
  if (!entry.attempts.some(isDue)) return entry
  return {
    ...entry,
    attempts: entry.attempts.map((attempt) =>
      isDue(attempt) ? resolveOpen(attempt, { state: 'accepted', at }) : attempt,
    ),
  }
}

/** An operator's decision that the money of a claim has not arrived. */
interface Decline {
  operator: string
  reason: DeclineReason
  text: string
}

/** The checkout with the claim declined; null if it is not open. */
export function declineClaim(
  checkout: Checkout,
  number: string,
  decline: Decline,
  at: number,
): Checkout | null {
  const claimed = checkout.attempts.find((attempt) => openClaim(attempt)?.number === number)
  return claimed === undefined
    ? null
    : changeAttempt(checkout, claimed.n, (attempt) =>
        resolveOpen(attempt, { state: 'declined', at, ...decline }),
      )
}

function resolveOpen(attempt: Attempt, resolved: NonNullable<Claim['resolved']>): Attempt {
  const open = openClaim(attempt)
  if (open === undefined) return attempt
  const { number } = open
  const { state, at } = resolved
  return {
    ...logActivity(attempt, at, { type: 'claim_resolved', number, state }),
    claims: attempt.claims.map((claim) => (claim === open ? { ...claim, resolved } : claim)),
  }
}

/** The claim that the payer sees: the open one, else the last. `openText`: what the shop says while it is open. */
export function claimViewOf(checkout: Checkout, openText: string | null): ClaimView | null {
  const claims = checkout.attempts.flatMap((attempt) => attempt.claims).sort((a, b) => a.at - b.at)
  const shown = claims.findLast(({ resolved }) => resolved === null) ?? claims.at(-1)
  if (shown === undefined) return null
  const { number, resolved } = shown
  const isDeclined = resolved?.state === 'declined'
  const text = resolved === null ? openText : isDeclined ? resolved.text : null
  return {
    number,
    state: stateOf(shown),
    at: isoTime(resolved?.at ?? shown.at),
    ...(isDeclined && { reason: resolved.reason }),
    ...(text !== null && { text }),
  }
}
