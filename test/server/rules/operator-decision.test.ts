import { expect, test } from 'vitest'
import { actionsFor } from '../../../src/console/texts/review.ts'
import { ReviewAction, ReviewReason } from '../../../src/contract/index.ts'
import { attemptDetail } from '../../../src/server/admin/entry-detail.ts'
import { reportedOrPaid } from '../../../src/server/rules/attempt/underpaid.ts'
import { type Attempt, AttemptState, type Checkout } from '../../../src/server/rules/model.ts'
import { applyOperatorDecision } from '../../../src/server/rules/operator-decision.ts'
import { attempt, checkout } from '../store/fixtures.ts'

const at = 5000
const decide = (one: Attempt, action: ReviewAction): Attempt | null => {
  const entry: Checkout = checkout({ attempts: [one], terms: 'sealed' })
  return applyOperatorDecision(entry, { attempt: 1, action, note: 'why' }, at)?.attempts[0] ?? null
}
const inReview = (reason: ReviewReason, state: AttemptState, overrides: Partial<Attempt> = {}): Attempt =>
  attempt({
    state,
    underpaid: reason === 'underpaid' && state === 'succeeded',
    foreignId: 'found',
    // It was called not created, and something has contradicted that.
    doubtedAt: state === 'not_created' ? 1 : null,
    review: { reason, at: 1, resolved: null },
    ...overrides,
  })
const resolved = (review: Attempt['review'], by: 'automatic' | 'operator'): Attempt['review'] =>
  review && { ...review, resolved: { at: 2, by, note: '' } }

/** What `accept` and `discard` lead to. Every other reason and state is not resolvable by them. */
const outcomes: Record<string, Partial<Attempt>> = {
  'unresolved unknown discard': { state: 'not_created', confirmedAbsent: true, nextLookupAt: null },
  'unresolved refused discard': { state: 'refused', confirmedAbsent: true, nextLookupAt: null },
  'unresolved not_created discard': { state: 'not_created', confirmedAbsent: true, nextLookupAt: null },
  'foreign unknown discard': { state: 'not_created', confirmedAbsent: true, nextLookupAt: null },
  'foreign refused discard': { state: 'refused', confirmedAbsent: true, nextLookupAt: null },
  'foreign not_created discard': { state: 'not_created', confirmedAbsent: true, nextLookupAt: null },
  'foreign unknown accept': { state: 'unknown', externalId: 'found', nextLookupAt: at },
  'foreign refused accept': { state: 'refused', externalId: 'found', nextLookupAt: at },
  'foreign not_created accept': { state: 'not_created', externalId: 'found', nextLookupAt: at },
  'underpaid succeeded accept': { state: 'succeeded', underpaid: false, nextLookupAt: at },
  'currency placed accept': { state: 'succeeded', finalAt: at, nextLookupAt: at },
  'currency failed accept': { state: 'succeeded', finalAt: at, nextLookupAt: at },
}
const everyCase = ReviewReason.options.flatMap((reason) =>
  AttemptState.options.flatMap((state) => ReviewAction.options.map((action) => ({ reason, state, action }))),
)

test.each(everyCase)('$action: $reason, $state', ({ reason, state, action }) => {
  const one = inReview(reason, state)
  const decided = decide(one, action)
  switch (action) {
    case 'recheck':
      expect(decided).toMatchObject({ state, review: one.review, nextLookupAt: at })
      return
    case 'acknowledge':
      expect(decided).toMatchObject({ state, review: { resolved: { at, by: 'operator', note: 'why' } } })
      return
    default: {
      const outcome = outcomes[`${reason} ${state} ${action}`]
      if (outcome === undefined) expect(decided).toBeNull()
      else expect(decided).toMatchObject({ ...outcome, review: { resolved: { by: 'operator' } } })
    }
  }
})

test('the console offers exactly what can be resolved', () => {
  for (const { reason, state } of everyCase) {
    const one = inReview(reason, state)
    const offered = actionsFor(attemptDetail(one), 'checkout').map(({ type }) => type)
    expect(offered.toSorted(), `${reason} ${state}`).toEqual(
      ReviewAction.options.filter((action) => decide(one, action) !== null).toSorted(),
    )
  }
})

test('an acknowledged outcome can still be discarded; one that an update resolved cannot', () => {
  const open = inReview('unresolved', 'unknown')
  expect(decide({ ...open, review: resolved(open.review, 'operator') }, 'discard')?.state).toBe('not_created')
  expect(decide({ ...open, review: resolved(open.review, 'operator') }, 'acknowledge')).toBeNull()
  expect(decide({ ...open, review: resolved(open.review, 'automatic') }, 'discard')).toBeNull()
})

test('what is discarded already is not discarded again, until something contradicts that', () => {
  for (const reason of ['unresolved', 'foreign'] as const)
    for (const state of ['unknown', 'refused', 'not_created'] as const) {
      const discarded = decide(inReview(reason, state), 'discard')
      if (discarded === null) throw new Error(`${reason} ${state} was not discarded`)
      expect(decide(discarded, 'discard'), `${reason} ${state}`).toBeNull()
      const offered = actionsFor(attemptDetail(discarded), 'payout').map(({ type }) => type)
      expect(offered, `${reason} ${state}`).not.toContain('discard')
      expect(decide({ ...discarded, doubtedAt: at }, 'discard')).not.toBeNull()
    }
})

test('an order that was discarded as another’s can still be accepted', () => {
  const discarded = decide(inReview('foreign', 'unknown'), 'discard')
  if (discarded === null) throw new Error('It was not discarded')
  expect(decide(discarded, 'accept')).toMatchObject({ externalId: 'found', nextLookupAt: at })
})

test('a decision about a review or an amount that is another one by now changes nothing', () => {
  const underpaid = inReview('underpaid', 'succeeded', { reported: '5.00' })
  const entry = checkout({ attempts: [underpaid] })
  const decideAsSeen = (action: ReviewAction, since: number, reported: string | null) =>
    applyOperatorDecision(
      entry,
      { attempt: 1, action, note: 'why', seen: { since: new Date(since).toISOString(), reported } },
      at,
    )
  for (const action of ['accept', 'acknowledge'] as const) {
    expect(decideAsSeen(action, 1, '5.00')).not.toBeNull()
    expect(decideAsSeen(action, 2, '5.00')).toBeNull()
    expect(decideAsSeen(action, 1, '9.00')).toBeNull()
    expect(decideAsSeen(action, 1, null)).toBeNull()
  }
})

test('only a transfer that failed can be accepted', () => {
  expect(decide(inReview('currency', 'failed', { profile: 'form' }), 'accept')).toBeNull()
})

test('a success in another currency is accepted as the requested amount, whatever was reported before', () => {
  const one = inReview('currency', 'placed', { reported: '900.00', otherCurrency: 'EUR' })
  const accepted = decide(one, 'accept')
  expect(accepted && reportedOrPaid(accepted)).toEqual(one.amount)
})

test('without a review there is only another lookup', () => {
  for (const action of ReviewAction.options)
    expect(decide(attempt({ review: null }), action) === null, action).toBe(action !== 'recheck')
})

test('an accepted success wipes the terms: no attempt follows', () => {
  const entry = checkout({ attempts: [inReview('currency', 'placed')], terms: 'sealed' })
  expect(applyOperatorDecision(entry, { attempt: 1, action: 'accept', note: 'n' }, at)).toMatchObject({
    terms: null,
  })
})

test('less than asked is not accepted while money of the order goes back', () => {
  const underpaid = inReview('underpaid', 'succeeded')
  const refund = {
    ...{ id: 'r', amount: { value: '1', currency: 'UAH' }, note: '', by: 'anna', at: 1 },
    ...{ issuedTo: [], destination: null, givenAt: null, checkAt: null },
  }
  const of = (state: Checkout['refunds'][number]['state'], one = underpaid): Checkout =>
    checkout({ attempts: [one], refunds: [{ ...refund, state }] })
  const accept = { attempt: 1, action: 'accept', note: 'why' } as const
  expect(applyOperatorDecision(of('requested'), accept, at)).toBeNull()
  expect(applyOperatorDecision(of('requested'), { ...accept, action: 'acknowledge' }, at)).not.toBeNull()
  expect(applyOperatorDecision(of('withdrawn'), accept, at)).not.toBeNull()
  expect(applyOperatorDecision(of('requested', inReview('currency', 'placed')), accept, at)).not.toBeNull()
  expect(applyOperatorDecision(of('withdrawn'), { ...accept, attempt: 2 }, at)).toBeNull()
})

test('a decision is logged with its reason and the operator who is known', () => {
  const entry = checkout({ attempts: [inReview('amount', 'succeeded')] })
  const decision = { attempt: 1, action: 'acknowledge', note: 'booked' } as const
  const decidedBy = (operator?: string) =>
    applyOperatorDecision(entry, operator === undefined ? decision : { ...decision, operator }, at)
      ?.attempts[0]
  const logged = { type: 'operator_decided', action: 'acknowledge', note: 'booked', at, lastAt: at, count: 1 }
  expect(decidedBy('anna')?.activity).toEqual([{ ...logged, operator: 'anna' }])
  expect(decidedBy('anna')?.review?.resolved).toEqual({
    at,
    by: 'operator',
    note: 'booked',
    operator: 'anna',
  })
  expect(decidedBy()?.activity).toStrictEqual([logged])
  expect(decidedBy()?.review?.resolved).toStrictEqual({ at, by: 'operator', note: 'booked' })
})
