import { expect, test } from 'vitest'
import { formatDuration, formatMoney, groupDigits, parseTime } from '../../src/console/format.ts'
import { describeActivity } from '../../src/console/texts/activity.ts'
import { amountInWords } from '../../src/console/texts/amount.ts'
import { reasonText } from '../../src/console/texts/reason.ts'
import { actionsFor, explanationOf } from '../../src/console/texts/review.ts'
import {
  attemptStateLabel,
  checkoutSentence,
  headline,
  marksOf,
  payoutSentence,
  statusLabel,
} from '../../src/console/texts/status.ts'
import type { CheckoutDetail } from '../../src/contract/index.ts'
import { attempt } from './attempt.ts'

const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ')

test.each([
  ['0.01', 'zero and 01/100 UAH'],
  ['5', 'five UAH'],
  ['19.90', 'nineteen and 90/100 UAH'],
  ['0.5', 'zero and 50/100 UAH'],
  ['42.00', 'forty-two UAH'],
  ['100', 'one hundred UAH'],
  ['1250.50', 'one thousand two hundred fifty and 50/100 UAH'],
  ['12500.00', 'twelve thousand five hundred UAH'],
  ['1000001', 'one million one UAH'],
  ['00700', 'seven hundred UAH'],
  ['0.12345', 'zero point one two three four five UAH'],
  [
    '9007199254740993',
    'nine quadrillion seven trillion one hundred ninety-nine billion two hundred fifty-four million seven hundred forty thousand nine hundred ninety-three UAH',
  ],
  ['1000000000000000000', `one${' zero'.repeat(18)} UAH`],
])('%s in words: %s', (value, words) => {
  expect(amountInWords(value, 'UAH')).toBe(words)
})

test('amounts are grouped digit for digit, never through a float', () => {
  const cases = {
    '1250.00': '1 250.00',
    '0.10': '0.10',
    '-98765432109876543.210': '-98 765 432 109 876 543.210',
    '1e5': '1e5',
    '': '',
  }
  for (const [value, shown] of Object.entries(cases)) expect(plain(groupDigits(value))).toBe(shown)
  expect(plain(formatMoney({ value: '1250.00', currency: 'USDT_TRC20' }))).toBe('1 250.00 USDT_TRC20')
})

test("the service's times without an offset are UTC", () => {
  expect(parseTime('2026-01-01T00:00:00')).toBe(Date.UTC(2026, 0, 1))
  expect(parseTime('2026-01-01T02:00:00+02:00')).toBe(Date.UTC(2026, 0, 1))
  expect(parseTime('soon')).toBeNaN()
})

test.each([
  [400, ''],
  [1000, '1 second'],
  [61_000, '1 minute 1 second'],
  [7_980_000, '2 hours 13 minutes'],
  [26 * 3_600_000, '1 day 2 hours'],
])('a duration of %i ms reads "%s"', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})

const detail: CheckoutDetail = {
  id: 'co_1',
  order: '1042',
  status: 'pending',
  final: false,
  amount: { value: '1250.00', currency: 'UAH' },
  paid: null,
  method: 'transfer',
  attemptCount: 1,
  needsReview: false,
  review: null,
  late: false,
  short: false,
  received: null,
  surplus: null,
  paidTwice: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:30:00.000Z',
  seenAt: '2026-01-01T00:05:00.000Z',
  reason: null,
  linkable: false,
  claims: [],
  refunds: [],
  refundable: { value: '0', currency: 'UAH' },
  attempts: [],
  callbacks: [],
  events: [],
}
const sentenceFor = (change: Partial<CheckoutDetail>): string =>
  plain(checkoutSentence({ ...detail, ...change }))

test('each status of a checkout is one sentence about the money', () => {
  const money = (value: string) => ({ value, currency: 'UAH' })
  expect(sentenceFor({ status: 'choosing' })).toMatch(/^Not paid yet/)
  expect(sentenceFor({ status: 'preparing' })).toMatch(/^Outcome unknown/)
  expect(sentenceFor({})).toMatch(/^Waiting for 1 250\.00 UAH by transfer/)
  expect(sentenceFor({ status: 'succeeded', final: true, paid: money('1250.00') })).toBe(
    'Paid: 1 250.00 UAH.',
  )
  expect(sentenceFor({ status: 'succeeded', final: true, paid: money('1125.00') })).toBe(
    'Paid: 1 125.00 UAH; requested: 1 250.00 UAH.',
  )
  const reason = { code: '4.1.4.63', group: 'issuer', key: 'insufficient-funds' } as const
  const failedBy = (method: string) => ({
    status: 'failed' as const,
    reason,
    attempts: [{ ...attempt, state: 'failed' as const, method }],
  })
  expect(sentenceFor(failedBy('transfer'))).toMatch(
    /insufficient funds \(4\.1\.4\.63\).*Late money still counts/,
  )
  expect(sentenceFor({ ...failedBy('transfer'), final: true })).not.toMatch(/late/i)
  for (const method of ['saved-card', 'form']) expect(sentenceFor(failedBy(method))).not.toMatch(/late/i)
  expect(sentenceFor({ status: 'expired' })).toMatch(/^Expired/)
  const reported = [{ ...attempt, reportedSentAt: '2026-01-01T00:03:00.000Z' }]
  expect(sentenceFor({ attempts: reported })).toMatch(/^Waiting for .* The payer reported sending it at /)
  expect(sentenceFor({ status: 'succeeded', late: true })).toMatch(/^Paid late/)
  const underpaid = [{ ...attempt, state: 'succeeded' as const, underpaid: true }]
  expect(sentenceFor({ paid: money('850.00'), attempts: underpaid })).toMatch(
    /^Paid short: 850\.00 UAH received, 1 250\.00 UAH requested/,
  )
  const refunded = { received: money('1250.00'), refundable: money('350.00') }
  expect(sentenceFor({ paid: money('1250.00'), attempts: underpaid, ...refunded })).toBe(
    'Paid short: 1 250.00 UAH received, 350.00 UAH of it left after refunds, 1 250.00 UAH requested. What goes back does not count.',
  )
  const twice = { received: money('2500.00'), surplus: money('1250.00'), paidTwice: true }
  expect(sentenceFor({ status: 'succeeded', final: true, ...twice })).toBe(
    'Paid twice: 2 500.00 UAH received, 1 250.00 UAH requested: refund 1 250.00 UAH.',
  )
})

test('another amount that the service reports before the success is not called paid', () => {
  const paid = { value: '850.00', currency: 'UAH' }
  const placed = [{ ...attempt, state: 'placed' as const, reported: '850.00' }]
  expect(sentenceFor({ paid, attempts: placed })).toMatch(/^Waiting for 1 250\.00 UAH/)
})

test('what was paid short is so in place of its status until it is accepted, then beside it', () => {
  const short = { ...detail, short: true, received: { value: '850.00', currency: 'UAH' } }
  expect(statusLabel(short)).toEqual({ label: 'paid short', tone: 'warning' })
  expect(marksOf(short)).toEqual([])
  const accepted = { ...short, status: 'succeeded' as const }
  expect(statusLabel(accepted)).toEqual({})
  expect(marksOf(accepted)).toEqual(['paid short'])
})

test('an open review comes first in the headline', () => {
  expect(headline({ attempts: [attempt] }, 'Waiting.')).toBe('Outcome unknown. Waiting.')
  expect(headline({ attempts: [{ ...attempt, review: null }] }, 'Waiting.')).toBe('Waiting.')
})

test('a payout does not wait for money', () => {
  const placed = { ...attempt, state: 'placed' as const }
  expect(attemptStateLabel(placed, 'checkout')).toBe('waiting for money')
  expect(attemptStateLabel(placed, 'payout')).toBe('in progress')
})

test('a payout of unknown outcome is never called failed, and warns of a second one', () => {
  const payout = {
    ...{
      reference: 'p-1',
      needsReview: false,
      paid: null,
      externalId: null,
      externalTransactionId: 't',
      reason: null,
    },
    ...{
      amount: { value: '10.00', currency: 'UAH' },
      createdAt: detail.createdAt,
      updatedAt: detail.updatedAt,
    },
  }
  const preparing = payoutSentence({ ...payout, status: 'preparing' })
  expect(preparing).toMatch(/^Outcome unknown.*Do not create a second one/)
  expect(preparing).not.toMatch(/fail|not paid/i)
  expect(payoutSentence({ ...payout, status: 'failed' })).toMatch(/^Not paid out: no reason was given/)
})

test('a reason reads as text; an unknown one stays as it is', () => {
  expect(reasonText({ code: null, group: 'business', key: 'no-route' })).toMatch(/no route/)
  expect(reasonText({ code: null, group: 'risk', key: 'new-thing' })).toBe('new-thing (risk)')
})

test.each([
  [{ type: 'lookup_not_found' }, 'Status lookup: the service does not find the order.'],
  [{ type: 'lookup_found', status: 'not found' }, 'Status lookup: not found.'],
  [
    { type: 'callback_received', status: 'Success', amount: '12.50' },
    'A callback was received: Success, 12.50.',
  ],
  [{ type: 'operator_decided', action: 'discard', note: 'line one\nline two' }, '“line one\nline two”'],
  [{ type: 'review_opened', reason: 'currency' }, 'another currency'],
] as const)('the log event %o reads %o', (event, text) => {
  expect(describeActivity(event).text).toContain(text)
})

test('an order whose lookups name a status of the future is unresolved for that status', () => {
  const at = { at: '2026-01-01T00:00:00.000Z', lastAt: '2026-01-01T01:00:00.000Z', count: 60 }
  const found = { ...at, type: 'lookup_found', status: 'Reversed' } as const
  const opened = { ...at, type: 'review_opened', reason: 'unresolved' } as const
  const placed = { ...attempt, state: 'placed' as const, activity: [found, opened] }
  expect(explanationOf('unresolved', placed)).toContain('reports the status “Reversed”')
  const failed = { ...at, type: 'lookup_failed', cause: 'server' } as const
  for (const activity of [[], [opened], [found, failed, opened]])
    expect(explanationOf('unresolved', { ...placed, activity })).not.toContain('Reversed')
  expect(explanationOf('overpaid', placed)).not.toContain('Reversed')
})

test('discarding is offered only for unresolved attempts, and needs a confirmation', () => {
  const availableActs = (change: Partial<typeof attempt>) =>
    actionsFor({ ...attempt, ...change }, 'payout').map(({ type }) => type)
  expect(availableActs({})).toEqual(['recheck', 'acknowledge', 'discard'])
  expect(availableActs({ state: 'placed' })).toEqual(['recheck', 'acknowledge'])
  expect(
    availableActs({ review: { attempt: 1, reason: 'contradiction', since: '', resolved: null } }),
  ).toEqual(['recheck', 'acknowledge'])
  expect(availableActs({ review: null })).toEqual(['recheck'])
  const discard = actionsFor(attempt, 'payout').at(-1)
  expect(discard?.confirmation).toContain('tx-1')
  expect(discard?.consequence).toMatch(/pays twice/)
})

test.each(['underpaid', 'unconfirmed'] as const)(
  'what was paid short can be accepted, also while it is reviewed as %s',
  (reason) => {
    const review = { attempt: 1, reason, since: '', resolved: null }
    const short = { ...attempt, state: 'succeeded' as const, underpaid: true, review }
    expect(actionsFor(short, 'checkout').map(({ type }) => type)).toEqual([
      'recheck',
      'acknowledge',
      'accept',
    ])
  },
)
