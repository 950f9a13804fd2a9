import { expect, test } from 'vitest'
import { logActivity } from '../../../../src/server/rules/activity.ts'
import { flagForReview } from '../../../../src/server/rules/attempt/review.ts'
import { flagPaidTwice } from '../../../../src/server/rules/checkout/paid-twice.ts'
import { type Attempt, changeAttempt, type Entry } from '../../../../src/server/rules/model.ts'
import { applyOperatorDecision } from '../../../../src/server/rules/operator-decision.ts'
import { attempt, checkout } from '../../store/fixtures.ts'

const contradiction: Attempt['review'] = { reason: 'contradiction', at: 1, resolved: null }
const paid = (n: number, review: Attempt['review'] = null): Attempt =>
  attempt({ n, state: 'succeeded', finalAt: n, review })
const openReviews = (entry: Entry): (string | null)[] =>
  entry.attempts.map(({ review }) => (review !== null && review.resolved === null ? review.reason : null))
const acknowledge = (entry: Entry, n: number): Entry =>
  applyOperatorDecision(entry, { attempt: n, action: 'acknowledge', note: 'seen' }, 2) ?? entry

test('the later of two payments needs a review, once', () => {
  const flagged = flagPaidTwice(checkout({ attempts: [paid(1), paid(2)] }), 5)
  expect(openReviews(flagged)).toEqual([null, 'overpaid'])
  expect(flagPaidTwice(acknowledge(flagged, 2), 6)).toEqual(acknowledge(flagged, 2))
})

test.each<[what: string, attempts: Attempt[]]>([
  ['nothing is paid', [attempt()]],
  ['one payment, and another order is open', [paid(1), attempt({ n: 2 })]],
  ['one payment, and less than asked', [paid(1), { ...paid(2), underpaid: true }]],
  [
    'two payments, and the second is in review',
    flagPaidTwice(checkout({ attempts: [paid(1), paid(2)] }), 5).attempts,
  ],
])('where no review is missing, nothing is written: %s', (_, attempts) => {
  const entry = checkout({ attempts })
  expect(flagPaidTwice(entry, 6)).toBe(entry)
})

test('the later payment is the one that arrived later, not the one that was started later', () => {
  const attempts = [
    { ...paid(1), finalAt: 4 },
    { ...paid(2), finalAt: 3 },
  ]
  expect(openReviews(flagPaidTwice(checkout({ attempts }), 5))).toEqual(['overpaid', null])
})

test('a review for another reason, once resolved, does not replace that of the second payment', () => {
  const reviewed = checkout({ attempts: [paid(1), flagForReview(paid(2), 'contradiction', 3)] })
  expect(openReviews(flagPaidTwice(acknowledge(reviewed, 2), 5))).toEqual([null, 'overpaid'])
})

test('it needs none again after another review and many lookups', () => {
  const sent = logActivity(paid(2), 1, { type: 'create_sent' })
  const flagged = flagPaidTwice(checkout({ attempts: [paid(1), sent] }), 5)
  const reviewed = changeAttempt(acknowledge(flagged, 2), 2, (one) => flagForReview(one, 'contradiction', 6))
  const lookUp = (one: Attempt, at: number): Attempt =>
    logActivity(
      one,
      at,
      at % 2 === 0 ? { type: 'lookup_not_found' } : { type: 'lookup_found', status: 'Success' },
    )
  const watched = changeAttempt(acknowledge(reviewed, 2), 2, (one) =>
    Array.from({ length: 100 }, (_, at) => at).reduce(lookUp, one),
  )
  expect(flagPaidTwice(watched, 200)).toEqual(watched)
})

test('it waits while both payments have another open review, and follows the first that is resolved', () => {
  const both = flagPaidTwice(checkout({ attempts: [paid(1, contradiction), paid(2, contradiction)] }), 5)
  expect(openReviews(both)).toEqual(['contradiction', 'contradiction'])
  const flagged = flagPaidTwice(acknowledge(both, 1), 6)
  expect(openReviews(flagged)).toEqual(['overpaid', 'contradiction'])
  expect(openReviews(flagPaidTwice(acknowledge(flagged, 2), 7))).toEqual(['overpaid', null])
})

test('of three payments two need a review', () => {
  const flagged = flagPaidTwice(checkout({ attempts: [paid(1), paid(2), paid(3)] }), 5)
  expect(openReviews(flagged)).toEqual([null, 'overpaid', 'overpaid'])
})
