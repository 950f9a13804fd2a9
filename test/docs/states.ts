import { type AttemptUpdate, applyUpdate } from '../../src/server/rules/attempt/attempt.ts'
import { newAttempt } from '../../src/server/rules/attempt/new-attempt.ts'
import { transitions } from '../../src/server/rules/attempt/transitions.ts'
import { resendOrDiscard } from '../../src/server/rules/entry.ts'
import { type Attempt, AttemptState, type Payout } from '../../src/server/rules/model.ts'
import type { Policy } from '../../src/server/rules/policy.ts'
import { policy as roundPolicy } from '../server/rules/policy.ts'
import { serviceRefusal } from '../server/store/fixtures.ts'

const policy: Policy = { ...roundPolicy, ttlMs: 10_000, reviewAfterMs: 100_000, watchMs: 1000 }

/** A new attempt. */
export const sendingAttempt = (profile: Attempt['profile']): Attempt => {
  const amount = { value: '1.00', currency: 'UAH' }
  const route = { method: null, profile, pipeline: profile, customer: null, tolerance: '0' }
  const beginning = { n: 1, externalTransactionId: 't', ...route, amount }
  return newAttempt({ ...beginning, body: 'sealed' }, payoutOf(amount, []), { at: 0, jitter: 0 }, policy)
}

const found = (status: string): AttemptUpdate => ({
  type: 'lookup_found',
  order: {
    externalId: 'A',
    status,
    amount: null,
    currency: null,
    history: [],
    externalParams: null,
  },
})
const statuses = ['Processing', 'Success', 'Failed', 'a future status']

/** Every distinct update of an attempt. */
function updatesOf(attempt: Attempt, at: number): AttemptUpdate[] {
  const refusal = (status: number) => serviceRefusal({ status })
  const next = resendOrDiscard(payoutOf(attempt.amount, [attempt]), attempt, at, policy)
  return [
    ...[attempt.sendCount, 99].flatMap((send): AttemptUpdate[] => [
      ...statuses.map(
        (status): AttemptUpdate => ({
          type: 'create_placed',
          sendNumber: send,
          externalId: 'A',
          status,
          paymentDetails: 'sealed',
          payTo: null,
          codeMismatch: null,
        }),
      ),
      ...[400, 422].map(
        (status): AttemptUpdate => ({ type: 'create_refused', sendNumber: send, refusal: refusal(status) }),
      ),
      ...[true, false].map(
        (exists): AttemptUpdate => ({
          type: 'create_unknown',
          sendNumber: send,
          cause: 'timeout',
          knownToExist: exists,
        }),
      ),
    ]),
    ...statuses.map(found),
    ...statuses.map(
      (status): AttemptUpdate => ({ type: 'callback_received', externalId: 'A', status, amount: '1.00' }),
    ),
    { type: 'lookup_not_found' },
    { type: 'lookup_failed', cause: 'timeout' },
    // After two lookups that found nothing: a resend while live, a discard after expiry.
    ...(next === 'resend' ? [{ type: 'create_resent' } as const, { type: 'discarded' } as const] : []),
  ]
}

const payoutOf = (amount: Payout['amount'], attempts: Attempt[]): Payout => ({
  kind: 'payout',
  id: 'po',
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  amount,
  attempts,
  lastEventSeq: 0,
  erasedAt: null,
  reference: 'r',
  fingerprint: '',
  createdBy: null,
  request: { externalTransactionId: 't', pipeline: 'payout', body: null },
  approvals: [],
  refundOf: null,
  refundDueAt: null,
  destination: null,
})

/** The transitions of this profile in the table of the rules, as `from --> to`. */
export function transitionsInTable(profile: Attempt['profile']): ReadonlySet<string> {
  const failed = profile === 'p2p' ? 'failed_transfer' : 'failed'
  return new Set(
    AttemptState.options.flatMap((from) =>
      Object.values(transitions[from === 'failed' ? failed : from])
        .filter((to) => to !== 'contradiction')
        .map((to) => transition(from, to)),
    ),
  )
}

/** Every transition to which updates lead an attempt of this profile, as `from --> to`. */
export function transitionsOf(profile: Attempt['profile']): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  let frontier: Attempt[] = [sendingAttempt(profile)]
  // One time in each phase that the rules distinguish.
  const times = [500, 5000, 200_000]
  while (frontier.length > 0) {
    const next: Attempt[] = []
    for (const attempt of frontier) {
      for (const at of times) {
        for (const update of updatesOf(attempt, at)) {
          const after: Attempt = {
            ...applyUpdate(attempt, update, at, policy),
            activity: [],
            history: [],
            sendCount: 1,
            sentAt: 0,
          }
          if (after.state !== attempt.state) found.add(transition(attempt.state, after.state))
          const key = keyOf(after)
          if (seen.has(key)) continue
          seen.add(key)
          next.push({ ...after, notFoundCount: Math.min(2, after.notFoundCount), failedLookups: 0 })
        }
      }
    }
    frontier = next
  }
  return found
}

/** Equal for attempts that differ only in when something happened. */
const keyOf = (attempt: Attempt): string =>
  JSON.stringify({
    ...attempt,
    notFoundCount: Math.min(2, attempt.notFoundCount),
    failedLookups: 0,
    unansweredSince: 0,
    doubtedAt: attempt.doubtedAt !== null,
    finalAt: 0,
    foundAt: attempt.foundAt !== null,
    unconfirmedCallback: attempt.unconfirmedCallback?.status,
    review: attempt.review && [attempt.review.reason, attempt.review.resolved !== null],
  })

const transition = (from: AttemptState, to: AttemptState): string => `${from} --> ${to}`
