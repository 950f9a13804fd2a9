import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttemptUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { watchEnd } from '../../../../src/server/rules/attempt/lookup-schedule.ts'
import { newAttempt } from '../../../../src/server/rules/attempt/new-attempt.ts'
import { isAbsent } from '../../../../src/server/rules/attempt/transitions.ts'
import { expire } from '../../../../src/server/rules/checkout/checkout.ts'
import { applyUpdateToEntry, dueAttempts } from '../../../../src/server/rules/entry.ts'
import type { Attempt, Entry } from '../../../../src/server/rules/model.ts'
import { applyOperatorDecision } from '../../../../src/server/rules/operator-decision.ts'
import type { Order } from '../../../../src/service/order.ts'
import { attempt, checkout, payout, serviceRefusal } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const order = (fields: Partial<Order>): Order => ({
  externalId: 'E1',
  status: 'Processing',
  amount: '1250.00',
  currency: 'UAH',
  history: [],
  externalParams: null,
  ...fields,
})

const updates: fc.Arbitrary<AttemptUpdate> = fc.oneof(
  fc.record({
    type: fc.constant('create_placed' as const),
    sendNumber: fc.constantFrom(1, 2),
    externalId: fc.constant('E1'),
    status: fc.constantFrom('Processing', 'Failed'),
    paymentDetails: fc.constantFrom(null, 'sealed'),
    payTo: fc.constant(null),
    codeMismatch: fc.constant(null),
  }),
  fc.record({
    type: fc.constant('create_refused' as const),
    sendNumber: fc.constantFrom(1, 2),
    refusal: fc.constantFrom(400, 422).map((status) => serviceRefusal({ status, label: 'L' })),
  }),
  fc.record({
    type: fc.constant('create_unknown' as const),
    sendNumber: fc.constantFrom(1, 2),
    cause: fc.constant('timeout'),
    knownToExist: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('lookup_found' as const),
    order: fc
      .record({
        externalId: fc.constantFrom('E1', 'E1', 'E2'),
        status: fc.constantFrom('Processing', 'Success', 'Failed', 'Frozen'),
        currency: fc.constantFrom('UAH', 'UAH', 'EUR'),
      })
      .map(order),
  }),
  fc.constant({ type: 'lookup_not_found' as const }),
  fc.constant({ type: 'lookup_failed' as const, cause: 'server' }),
  fc.record({
    type: fc.constant('callback_received' as const),
    externalId: fc.constantFrom('E1', 'E1', 'E2'),
    status: fc.constantFrom('Processing', 'Success', 'Failed'),
    amount: fc.constant('1250.00'),
  }),
  fc.constant({ type: 'callback_hinted' as const }),
  fc.constant({ type: 'create_resent' as const }),
  fc.constant({ type: 'discarded' as const }),
)
const acts = fc.constantFrom('accept' as const, 'recheck' as const, 'discard' as const)
const steps = fc.array(
  fc.record({
    seconds: fc.constantFrom(0, 1, 3, 61, 4000),
    step: fc.oneof({ weight: 4, arbitrary: updates }, acts),
  }),
  { maxLength: 12 },
)
const profiles = fc.constantFrom('p2p' as const, 'form' as const, 'token' as const, 'payout' as const)

const start = 1_000_000
function started(profile: Attempt['profile']): Entry {
  const fields = { ...attempt({ profile, pipeline: profile, n: 1 }), body: 'sealed' }
  const empty =
    profile === 'payout' ? payout() : checkout({ expiresAt: start + policy.ttlMs, expired: false })
  return { ...empty, attempts: [newAttempt(fields, empty, { at: start, jitter: 0.5 }, policy)] }
}
const only = ({ attempts }: Entry): Attempt => {
  const [one] = attempts
  if (one === undefined) throw new Error('The entry has no attempt.')
  return one
}
const expireIfDue = (entry: Entry, at: number): Entry =>
  entry.kind === 'checkout' && !entry.expired && entry.expiresAt <= at ? expire(entry) : entry

/** The outcome is known, an operator has been given it, or its watch ended with an answer. */
const isSettled = (one: Attempt, entry: Entry): boolean =>
  one.review !== null ||
  (one.state === 'placed' && (one.foundAt ?? 0) >= watchEnd(one, entry, policy)) ||
  (one.unconfirmedCallback === null && (one.state === 'failed' || one.state === 'succeeded' || isAbsent(one)))

/** Answers every due lookup in the same way until none is due or the attempt is settled. */
function lookUpUntilSettled(entry: Entry, answer: AttemptUpdate): { entry: Entry; at: number } {
  let current = entry
  let at = start
  for (let lookups = 0; lookups < 3000 && !isSettled(only(current), current); lookups += 1) {
    const due = only(current).nextLookupAt
    if (due === null) break
    at = Math.max(at, due)
    current = expireIfDue(current, at)
    expect(dueAttempts(current, at)).toHaveLength(1)
    current = applyUpdateToEntry(current, 1, answer, { at, jitter: 0.5 }, policy)
  }
  return { entry: current, at }
}

describe('whatever has happened, every attempt ends or needs a review', () => {
  test.each([
    ['lookups are never answered', { type: 'lookup_failed', cause: 'server' }],
    ['lookups find nothing', { type: 'lookup_not_found' }],
    ['lookups name a status of the future', { type: 'lookup_found', order: order({ status: 'Reversed' }) }],
  ] as const)('where %s', (_, answer) => {
    fc.assert(
      fc.property(profiles, steps, (profile, history) => {
        let entry = started(profile)
        let at = start
        for (const { seconds, step } of history) {
          at += seconds * 1000
          entry = expireIfDue(entry, at)
          entry =
            typeof step === 'string'
              ? (applyOperatorDecision(entry, { action: step, attempt: 1, note: 'n' }, at) ?? entry)
              : applyUpdateToEntry(entry, 1, step, { at, jitter: 0.5 }, policy)
        }
        const settled = lookUpUntilSettled(entry, answer).entry
        const ended = only(settled)
        const { state, review, nextLookupAt, doubtedAt } = ended
        expect(isSettled(ended, settled), JSON.stringify({ state, review, nextLookupAt, doubtedAt })).toBe(
          true,
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('the deadline', () => {
  const failing = { type: 'lookup_failed', cause: 'unauthorized' } as const
  const placed = {
    type: 'create_placed',
    sendNumber: 1,
    externalId: 'E1',
    status: 'Created',
    paymentDetails: null,
    payTo: null,
    codeMismatch: null,
  } as const
  const at = (entry: Entry, update: AttemptUpdate, time: number): Entry =>
    applyUpdateToEntry(entry, 1, update, { at: time, jitter: 0.5 }, policy)

  test.each(['p2p', 'form', 'token', 'payout'] as const)(
    'of a placed %s that no lookup answers begins with the first such lookup',
    (profile) => {
      const entry = at(
        at(started(profile), placed, start),
        { type: 'lookup_found', order: order({}) },
        start + 50_000,
      )
      const ended = lookUpUntilSettled(entry, failing)
      expect(only(ended.entry)).toMatchObject({ state: 'placed', review: { reason: 'unresolved' } })
      const since = only(entry).nextLookupAt ?? 0
      expect(ended.at).toBe(since + policy.reviewAfterMs)
    },
  )

  test.each(['p2p', 'form', 'token', 'payout'] as const)(
    'of a %s whose status is not documented begins with the first lookup that names it',
    (profile) => {
      const reversed = { type: 'lookup_found', order: order({ status: 'Reversed' }) } as const
      const entry = at(at(started(profile), placed, start), reversed, start + 50_000)
      const ended = lookUpUntilSettled(entry, reversed)
      expect(only(ended.entry)).toMatchObject({ state: 'placed', review: { reason: 'unresolved' } })
      expect(ended.at).toBe(start + 50_000 + policy.reviewAfterMs)
    },
  )

  test('begins again with every answer', () => {
    let entry = at(started('p2p'), placed, start)
    entry = at(entry, failing, start + 10_000)
    entry = at(entry, { type: 'lookup_found', order: order({}) }, start + 60_000)
    entry = at(entry, failing, start + 100_000)
    expect(only(entry)).toMatchObject({ review: null, unansweredSince: start + 100_000 })
  })

  test('a lookup that finds the order at last closes the review', () => {
    const { entry, at: late } = lookUpUntilSettled(at(started('payout'), placed, start), failing)
    const found = at(entry, { type: 'lookup_found', order: order({}) }, late + 1000)
    expect(only(found)).toMatchObject({ state: 'placed', review: { resolved: { by: 'automatic' } } })
  })
})
