import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttemptUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { watchEnd } from '../../../../src/server/rules/attempt/lookup-schedule.ts'
import { newAttempt } from '../../../../src/server/rules/attempt/new-attempt.ts'
import { isUndecided } from '../../../../src/server/rules/attempt/transitions.ts'
import {
  expire,
  extend,
  markSeen,
  mayStart,
  reportSent,
  withAttempt,
} from '../../../../src/server/rules/checkout/checkout.ts'
import { mayReplaceOnceOpen, reopen, replaceLast } from '../../../../src/server/rules/checkout/replace.ts'
import { claim, declineClaim } from '../../../../src/server/rules/claim.ts'
import { applyUpdateToEntry, dueAttempts, resendOrDiscard } from '../../../../src/server/rules/entry.ts'
import { type Attempt, type Checkout, type Entry, openClaim } from '../../../../src/server/rules/model.ts'
import { applyOperatorDecision } from '../../../../src/server/rules/operator-decision.ts'
import { checkout, serviceRefusal } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const amount = { value: '1250.00', currency: 'UAH' }
const status = fc.constantFrom('Processing', 'Processing', 'Success', 'Failed', 'Reversed')
const reported = fc.constantFrom(null, '1250.00', '900.00', '900,00')

/** What a lookup of attempt `n` is answered. */
type Answer = (n: number, requestedAt: number) => AttemptUpdate
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ status, amount: reported, currency: fc.constantFrom('UAH', 'UAH', 'USD') }).map(
    (order): Answer =>
      (n, requestedAt) => ({
        type: 'lookup_found',
        order: { ...order, externalId: `X${n}`, history: [], externalParams: null },
        requestedAt,
      }),
  ),
  fc.constant<Answer>((_, requestedAt) => ({ type: 'lookup_not_found', requestedAt })),
  fc.constant<Answer>(() => ({ type: 'lookup_failed', cause: 'timeout' })),
)

/** What happens to a checkout; null: it is not possible now. */
type Act = (of: Checkout, at: number) => Entry | null
const updated = (of: Checkout, n: number, update: AttemptUpdate, at: number): Entry =>
  applyUpdateToEntry(of, n, update, { at, jitter: 0.5 }, policy)
const ofLast = (updateOf: (last: Attempt) => AttemptUpdate): Act => {
  return (of, at) => {
    const last = of.attempts.at(-1)
    return last === undefined ? null : updated(of, last.n, updateOf(last), at)
  }
}

/** A start, or a start in place of what is open. */
const start = (profile: 'p2p' | 'form' | 'token'): Act => {
  return (of, at) => {
    const replaces = !mayStart(of, at)
    if (replaces && !mayReplaceOnceOpen(of, at, policy)) return null
    const n = of.attempts.length + 1
    const fields = { n, externalTransactionId: `t-${n}`, method: null, profile, pipeline: profile, amount }
    const request = { ...fields, customer: null, tolerance: '0', body: 'sealed' }
    const attempt = newAttempt(request, of, { at, jitter: 0.5 }, policy)
    return withAttempt(replaces ? replaceLast(of, at) : of, attempt, policy)
  }
}

/** What is due is done. */
const work = (answers: readonly Answer[]): Act => {
  return (of, at) => {
    let entry: Entry = !of.expired && of.expiresAt <= at ? expire(of) : of
    for (const [index, { n }] of dueAttempts(entry, at).entries()) {
      if (entry.kind !== 'checkout') break
      const looked = updated(entry, n, answers[index % answers.length]?.(n, at) ?? answerNothing, at)
      const attempt = looked.attempts[n - 1]
      const next = attempt === undefined ? null : resendOrDiscard(looked, attempt, at, policy)
      const type = next === 'resend' ? 'create_resent' : 'discarded'
      entry = next === null || looked.kind !== 'checkout' ? looked : updated(looked, n, { type }, at)
    }
    return entry
  }
}
const answerNothing: AttemptUpdate = { type: 'lookup_failed', cause: 'timeout' }

const created = fc.constantFrom<(last: Attempt) => AttemptUpdate>(
  ({ n, sendCount: sendNumber }) => ({
    ...{ type: 'create_placed', sendNumber, externalId: `X${n}`, status: 'Processing' },
    ...{ paymentDetails: 'sealed', payTo: null, codeMismatch: null },
  }),
  ({ sendCount: sendNumber }) => ({ type: 'create_refused', sendNumber, refusal: serviceRefusal() }),
  ({ sendCount: sendNumber }) => ({
    ...{ type: 'create_unknown', sendNumber, cause: 'timeout', knownToExist: false },
  }),
)
const n = fc.integer({ min: 1, max: 3 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.array(answer, { minLength: 1, maxLength: 3 }).map(work) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<('p2p' | 'form' | 'token')[]>('p2p', 'p2p', 'form', 'token').map(start),
  },
  { weight: 2, arbitrary: created.map(ofLast) },
  fc.tuple(n, fc.constantFrom('Success', 'Failed', 'Processing')).map(
    ([which, called]): Act =>
      (of, at) => {
        const callback = { type: 'callback_received', externalId: `X${which}`, status: called } as const
        return updated(of, which, { ...callback, amount: amount.value }, at)
      },
  ),
  fc.constant(ofLast(() => ({ type: 'callback_hinted' }))),
  fc.tuple(n, fc.constantFrom('acknowledge', 'accept', 'recheck', 'discard')).map(
    ([attempt, action]): Act =>
      (of, at) =>
        applyOperatorDecision(of, { attempt, action, note: '' }, at),
  ),
  fc.constant<Act>((of, at) => reopen(of, at, policy)),
  n.map(
    (which): Act =>
      (of, at) =>
        claim(of, which, { number: `C-${at}`, content: null, receipts: [] }, at, policy),
  ),
  fc.constant<Act>((of, at) => {
    const [open] = of.attempts.flatMap((attempt) => openClaim(attempt) ?? [])
    return declineClaim(of, open?.number ?? '', { operator: 'anna', reason: 'other', text: '' }, at)
  }),
  fc.tuple(n, fc.boolean()).map(
    ([which, sent]): Act =>
      (of, at) =>
        reportSent(of, which, sent, at),
  ),
  fc.constant<Act>((of, at) => markSeen(of, { at, jitter: 0.5 }, policy)),
  fc.constant<Act>((of, at) => extend(of, at, policy)),
)
const afterMs = fc.constantFrom(1, 1000, 20_000, policy.reviewAfterMs, policy.ttlMs, policy.watchMs)

test('in any history, what is undecided or watched has a next lookup', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ act, afterMs }), { minLength: 30, maxLength: 60 }), (steps) => {
      let at = 1_000_000
      let of = checkout({ createdAt: at, seenAt: at, expiresAt: at + policy.ttlMs, expired: false })
      for (const step of steps) {
        at += step.afterMs
        const after = step.act(of, at)
        if (after?.kind === 'checkout') of = after
        for (const attempt of of.attempts) {
          const { state, review, nextLookupAt, unconfirmedCallback } = attempt
          const isWatched = at < watchEnd(attempt, of, policy) && (state === 'placed' || state === 'failed')
          const isOpen = isUndecided(attempt) && (review === null || at < watchEnd(attempt, of, policy))
          if (isWatched || isOpen || unconfirmedCallback !== null) expect(nextLookupAt).not.toBeNull()
        }
      }
    }),
    { numRuns: 2000 },
  )
})
