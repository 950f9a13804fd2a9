import { describe, expect, test } from 'vitest'
import { type AttemptUpdate, applyUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { newAttempt } from '../../../../src/server/rules/attempt/new-attempt.ts'
import { flagForReview } from '../../../../src/server/rules/attempt/review.ts'
import type { Attempt, AttemptState } from '../../../../src/server/rules/model.ts'
import { historyMs, maySend } from '../../../../src/server/rules/policy.ts'
import { redact } from '../../../../src/service/error-message.ts'
import { checkout, serviceRefusal } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const attempt: Attempt = newAttempt(
  {
    n: 1,
    externalTransactionId: 't-1',
    method: 'transfer',
    profile: 'p2p',
    pipeline: 'p2p',
    customer: null,
    tolerance: '0',
    amount: { value: '100.00', currency: 'UAH' },
    body: 'sealed',
  },
  checkout({ expiresAt: 60_000, expired: false, seenAt: 0 }),
  { at: 0, jitter: 0.5 },
  policy,
)
const placed: AttemptUpdate = {
  type: 'create_placed',
  sendNumber: 1,
  externalId: 'e-1',
  status: 'Processing',
  paymentDetails: 'sealed',
  payTo: null,
  codeMismatch: null,
}
const found = (
  status: string,
  currency: string | null = 'UAH',
  amount: string | null = '100',
): Extract<AttemptUpdate, { type: 'lookup_found' }> => ({
  type: 'lookup_found',
  order: { externalId: 'e-1', status, amount, currency, history: [], externalParams: null },
})
const called = (status: string, amount = '100.00'): AttemptUpdate => ({
  type: 'callback_received',
  externalId: 'e-1',
  status,
  amount,
})
const applyAll = (start: Attempt, ...updates: [number, AttemptUpdate][]): Attempt =>
  updates.reduce((current, [at, update]) => applyUpdate(current, update, at, policy), start)

test('a create response with status Success is placed, not succeeded', () => {
  expect(applyAll(attempt, [1, { ...placed, status: 'Success' }]).state).toBe('placed')
})

test.each<[string, AttemptUpdate]>([
  ['placed', placed],
  [
    'refused',
    {
      type: 'create_refused',
      sendNumber: 1,
      refusal: serviceRefusal({ status: 400 }),
    },
  ],
  ['create_unknown', { type: 'create_unknown', sendNumber: 1, cause: 'timeout', knownToExist: false }],
])('a late response (%s) to an earlier send does not overwrite the current one', (_, update) => {
  const again = applyAll(
    attempt,
    [1, { type: 'create_unknown', sendNumber: 1, cause: 'timeout', knownToExist: false }],
    [9000, { type: 'create_resent' }],
  )
  expect(again).toMatchObject({ state: 'sending', sendCount: 2 })
  const after = applyUpdate(again, update, 9001, policy)
  expect(after.state).not.toBe('placed')
  expect(after.paymentDetails).toBeNull()
  expect(after.refusal).toBeNull()
})

describe('a late duplicate error, which proves that the order exists', () => {
  const duplicate = { type: 'create_unknown', sendNumber: 1, cause: 'duplicate', knownToExist: true } as const
  const taken: [number, AttemptUpdate] = [1, { ...duplicate, cause: 'timeout', knownToExist: false }]
  const resent: [number, AttemptUpdate] = [9000, { type: 'create_resent' }]
  const twice: [number, AttemptUpdate][] = [
    [30_000, { type: 'lookup_not_found' }],
    [30_001, { type: 'lookup_not_found' }],
  ]

  test('is looked up, and no longer called absent', () => {
    const unknown = applyAll(attempt, taken, [9000, duplicate], ...twice)
    expect(unknown).toMatchObject({ state: 'unknown', knownToExist: true, notFoundCount: 0 })
    const discarded = applyAll(attempt, taken, ...twice, [30_002, { type: 'discarded' }], [30_003, duplicate])
    expect(discarded).toMatchObject({ state: 'unknown', confirmedAbsent: false })
  })

  test('leaves the send under way its payment details', () => {
    const sending = applyAll(attempt, taken, resent, [9001, duplicate])
    expect(sending).toMatchObject({ state: 'sending', knownToExist: true })
    expect(applyAll(sending, [9002, { ...placed, sendNumber: 2 }]).paymentDetails).toBe('sealed')
  })

  test('outweighs a refusal of the send under way', () => {
    const refusal = serviceRefusal({ status: 423 })
    const refused: AttemptUpdate = { type: 'create_refused', sendNumber: 2, refusal }
    const after = applyAll(attempt, taken, resent, [9001, duplicate], [9002, refused], ...twice)
    expect(after).toMatchObject({ state: 'refused', confirmedAbsent: false })
  })
})

test('what a lookup did not find while the create was under way proves nothing after its refusal', () => {
  const refusal = serviceRefusal({ status: 400 })
  const refused: [number, AttemptUpdate] = [10, { type: 'create_refused', sendNumber: 1, refusal }]
  const early: AttemptUpdate = { type: 'lookup_not_found', requestedAt: 5, wasSending: true }
  expect(applyAll(attempt, refused, [11, early]).confirmedAbsent).toBe(false)
  expect(applyAll(attempt, refused, [11, early], [12, { type: 'lookup_not_found' }]).confirmedAbsent).toBe(
    true,
  )
})

test('not found counts only once no create can be in flight, never after a duplicate error', () => {
  const unknown = applyUpdate(
    attempt,
    { type: 'create_unknown', sendNumber: 1, cause: 'timeout', knownToExist: false },
    1000,
    policy,
  )
  expect(applyAll(unknown, [1999, { type: 'lookup_not_found' }]).notFoundCount).toBe(0)
  // Requested too early, such as by a process that was suspended meanwhile.
  const early = { type: 'lookup_not_found', requestedAt: 1999 } as const
  expect(applyAll(unknown, [2001, early]).notFoundCount).toBe(0)
  expect(
    applyAll(unknown, [2000, { type: 'lookup_not_found' }], [2001, { type: 'lookup_not_found' }])
      .notFoundCount,
  ).toBe(2)
  expect(
    applyAll({ ...unknown, knownToExist: true }, [5000, { type: 'lookup_not_found' }]).notFoundCount,
  ).toBe(0)
  expect(
    applyAll(unknown, [2000, { type: 'lookup_not_found' }], [2001, { type: 'lookup_failed', cause: 'x' }])
      .notFoundCount,
  ).toBe(1)
})

test('a refused resend needs two lookups, also for a payout', () => {
  const refusal = serviceRefusal({ status: 423 })
  const payout: Attempt = { ...attempt, profile: 'payout' }
  expect(
    applyUpdate(payout, { type: 'create_refused', sendNumber: 1, refusal }, 1, policy).confirmedAbsent,
  ).toBe(true)
  const again = applyUpdate(
    { ...payout, sendCount: 2 },
    { type: 'create_refused', sendNumber: 2, refusal },
    1,
    policy,
  )
  expect(again.confirmedAbsent).toBe(false)
  expect(applyAll(again, [2000, { type: 'lookup_not_found' }]).confirmedAbsent).toBe(false)
  expect(
    applyAll(again, [2000, { type: 'lookup_not_found' }], [2001, { type: 'lookup_not_found' }])
      .confirmedAbsent,
  ).toBe(true)
  expect(applyAll(again, [2, { type: 'lookup_not_found' }], [3, found('Success')]).state).toBe('succeeded')
})

test('a found order has lost its payment details; a saved card needs none', () => {
  const unknown: Attempt = { ...attempt, state: 'unknown' }
  expect(applyUpdate(unknown, found('Processing'), 1, policy)).toMatchObject({
    state: 'placed',
    detailsLost: true,
  })
  expect(applyUpdate({ ...unknown, profile: 'token' }, found('Processing'), 1, policy)).toMatchObject({
    detailsLost: false,
  })
})

test('success in another currency is not success and needs a review', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  expect(applyUpdate(open, found('Success', 'VND'), 2, policy)).toMatchObject({
    state: 'placed',
    review: { reason: 'currency' },
  })
  expect(applyUpdate(open, found('Success', 'uah'), 2, policy).state).toBe('succeeded')
  expect(applyUpdate(open, found('Success', null), 2, policy).state).toBe('succeeded')
})

test('another currency matters from success on, not before', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  expect(applyUpdate(open, found('Processing', 'VND'), 2, policy)).toMatchObject({
    state: 'placed',
    review: null,
  })
  expect(applyAll(open, [2, found('Success')], [3, found('Processing', 'VND')])).toMatchObject({
    state: 'succeeded',
    review: { reason: 'currency' },
  })
})

test('another order under our id needs a review and changes nothing', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  const other: AttemptUpdate = {
    type: 'lookup_found',
    order: {
      externalId: 'e-2',
      status: 'Success',
      amount: null,
      currency: null,
      history: [],
      externalParams: null,
    },
  }
  expect(applyUpdate(open, other, 2, policy)).toMatchObject({
    state: 'placed',
    review: { reason: 'contradiction' },
  })
})

test('a final status in a callback waits for a lookup; success outweighs failure', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  const both = applyAll(open, [2, called('Success')], [3, called('Failed')])
  expect(both).toMatchObject({ state: 'placed', unconfirmedCallback: { status: 'Success', at: 2 } })
  expect(applyAll(both, [4, found('Success')])).toMatchObject({
    state: 'succeeded',
    unconfirmedCallback: null,
  })
})

test('while a verified success is unconfirmed, a lookup that finds Failed is not final', () => {
  const open: Attempt = { ...applyUpdate(attempt, placed, 1, policy), profile: 'form' }
  const waiting = applyAll(open, [2, called('Success')], [3, found('Failed')])
  expect(waiting.state).toBe('placed')
  expect(applyUpdate(waiting, found('Failed'), 2 + policy.reviewAfterMs, policy)).toMatchObject({
    state: 'succeeded',
    review: { reason: 'unconfirmed' },
  })
})

describe('the review of a callback that was accepted at its deadline', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  const overdue = 3 + policy.reviewAfterMs
  /** Its reason, and how it was resolved, after three lookups in a row. */
  const afterLookups = (one: Attempt, lookup: AttemptUpdate) => {
    const waiting = applyUpdate(one, called('Success', '120.00'), 3, policy)
    const accepted = applyUpdate(waiting, { type: 'lookup_failed', cause: 'timeout' }, overdue, policy)
    expect(accepted.review).toMatchObject({ reason: 'unconfirmed', resolved: null })
    const times = [overdue + 1, overdue + 2, overdue + 3]
    const { review } = times.reduce((before, at) => applyUpdate(before, lookup, at, policy), accepted)
    return [review?.reason, review?.resolved?.by]
  }

  test('is closed once lookups say the same', () => {
    expect(afterLookups(open, found('Success', 'UAH', '120'))).toEqual(['unconfirmed', 'automatic'])
  })

  test('stays open, however often they say something else', () => {
    expect(afterLookups(open, found('Success', 'UAH', '130'))).toEqual(['unconfirmed', undefined])
  })

  test('stays open where it has replaced one that only an operator resolves', () => {
    const paid = applyUpdate(open, found('Success'), 2, policy)
    for (const reason of ['overpaid', 'contradiction'] as const) {
      const reviewed = flagForReview(paid, reason, 2)
      expect(afterLookups(reviewed, found('Success', 'UAH', '120'))).toEqual(['unconfirmed', undefined])
    }
  })
})

test('payment details and body are wiped as soon as they are not needed', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  expect(open.body).toBeNull()
  expect(open.paymentDetails).toBe('sealed')
  for (const status of ['Success', 'Failed'])
    expect(applyUpdate(open, found(status), 2, policy).paymentDetails).toBeNull()
})

test('a repeated update changes only times and a count in the log', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  const once = applyUpdate(open, found('Processing'), 2, policy)
  const twice = applyUpdate(once, found('Processing'), 3, policy)
  expect({ ...twice, activity: [] }).toEqual({ ...once, foundAt: 3, activity: [] })
  expect(twice.activity.at(-1)).toEqual({
    type: 'lookup_found',
    status: 'Processing',
    at: 2,
    lastAt: 3,
    count: 2,
  })
})

test('a lookup requested before the last one that was applied changes nothing', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  const paid = applyAll(open, [2, found('Success')])
  for (const status of ['Failed', 'Processing', 'Success'])
    expect(applyUpdate(paid, { ...found(status), since: open.foundAt }, 3, policy)).toBe(paid)
  expect(applyUpdate(paid, { ...found('Failed'), since: paid.foundAt }, 3, policy)).toMatchObject({
    state: 'succeeded',
    review: { reason: 'contradiction' },
  })
})

test('a lookup describes the order when it was requested, not when it is stored', () => {
  const open = applyUpdate(attempt, placed, 1, policy)
  const late = applyUpdate(open, { ...found('Processing'), requestedAt: 2 }, 9, policy)
  expect(late.foundAt).toBe(2)
  expect(late.activity.at(-1)?.at).toBe(9)

  const paid = applyUpdate(open, found('Success'), 10, policy)
  const read = (requestedAt: number, at: number) =>
    applyUpdate(paid, { ...found('Success'), requestedAt }, at, policy).historyComplete
  expect([read(9 + historyMs, 20 + historyMs), read(10 + historyMs, 20 + historyMs)]).toEqual([false, true])
})

test('no update reverses a final state', () => {
  const states: AttemptState[] = [
    'sending',
    'unknown',
    'not_created',
    'refused',
    'placed',
    'failed',
    'succeeded',
  ]
  const updates: AttemptUpdate[] = [
    placed,
    found('Processing'),
    found('Failed'),
    found('Success'),
    called('Failed'),
    called('Success'),
    { type: 'lookup_not_found' },
    { type: 'lookup_failed', cause: 'x' },
  ]
  for (const state of states) {
    for (const update of updates) {
      const after = applyUpdate({ ...attempt, state, externalId: 'e-1', sendCount: 2 }, update, 10, policy)
      if (state === 'succeeded') expect(after.state).toBe('succeeded')
      if (state === 'failed') expect(['failed', 'succeeded']).toContain(after.state)
    }
  }
})

test('a send that was delayed too long is not sent', () => {
  expect(maySend(0, 1000, policy)).toBe(true)
  expect(maySend(0, 1001, policy)).toBe(false)
})

test.each([
  ['card 5168 7542 9512 9257 paid', 'card ••••9257 paid'],
  ['see https://pay.example/form?token=abc now', 'see https://pay.example/form now'],
  ['code 4.1.4.63 at 12:30', 'code 4.1.4.63 at 12:30'],
])('text of the service is redacted: %s → %s', (text, kept) => {
  expect(redact(text)).toBe(kept)
})

test.each([
  ['90.50', '90.50'],
  ['1.5e1', '15'],
  ['0', '0'],
  ['-5', null],
  ['many', null],
  ['', null],
])('the amount %j is stored as %j, from the status endpoint and from a callback', (text, reported) => {
  const afterLookup = applyAll(attempt, [1, placed], [2, found('Success', 'UAH', text)])
  expect(afterLookup).toMatchObject({ state: 'succeeded', reported })
  const callback: AttemptUpdate = {
    type: 'callback_received',
    externalId: 'e-1',
    status: 'Processing',
    amount: text,
  }
  expect(applyAll(attempt, [1, placed], [2, callback])).toMatchObject({ state: 'placed', reported })
})

test('an empty currency key is not another currency', () => {
  expect(applyAll(attempt, [1, placed], [2, found('Success', '')])).toMatchObject({
    state: 'succeeded',
    review: null,
  })
})
