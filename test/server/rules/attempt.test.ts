import { expect, test } from 'vitest'
import { hear, type News, stepOf, verdictOf } from '../../../src/server/rules/attempt.ts'
import type { Attempt, AttemptState, Checkout } from '../../../src/server/rules/model.ts'
import { mayStillLeave } from '../../../src/server/rules/policy.ts'
import { redacted } from '../../../src/server/rules/redact.ts'
import { writtenAhead } from '../../../src/server/rules/written-ahead.ts'
import { policy } from './policy.ts'

const checkout: Checkout = {
  kind: 'checkout',
  id: 'co_1',
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  told: 0,
  order: '1042',
  amount: { value: '100.00', currency: 'UAH' },
  customer: null,
  methods: ['transfer'],
  terms: null,
  expiresAt: 60_000,
  expired: false,
  seenAt: 0,
  attempts: [],
}
const attempt: Attempt = writtenAhead(
  {
    n: 1,
    externalTransactionId: 't-1',
    method: 'transfer',
    profile: 'p2p',
    pipeline: 'p2p',
    amount: checkout.amount,
    body: 'sealed',
  },
  checkout,
  { at: 0, jitter: 0.5 },
  policy,
)
const placed: News = {
  type: 'placed',
  send: 1,
  externalId: 'e-1',
  status: 'Processing',
  instructions: 'sealed',
}
const found = (status: string, currency: string | null = 'UAH', amount: string | null = '100'): News => ({
  type: 'found',
  order: { externalId: 'e-1', status, amount, currency, history: [], externalParams: null },
})
const called = (status: string): News => ({ type: 'called', externalId: 'e-1', status, amount: '100.00' })
const heardAll = (start: Attempt, ...news: [number, News][]): Attempt =>
  news.reduce((current, [at, one]) => hear(current, one, at, policy), start)

test.each([
  // state, profile, verdict of the service, what follows
  ['open', 'p2p', 'success', 'succeeded'],
  ['open', 'p2p', 'failed', 'failed'],
  ['open', 'form', 'open', 'open'],
  ['failed', 'p2p', 'success', 'succeeded'],
  ['failed', 'p2p', 'open', 'failed'],
  ['failed', 'form', 'success', 'contradiction'],
  ['failed', 'token', 'success', 'contradiction'],
  ['failed', 'payout', 'success', 'contradiction'],
  ['succeeded', 'p2p', 'failed', 'contradiction'],
  ['succeeded', 'p2p', 'open', 'succeeded'],
  ['unknown', 'payout', 'success', 'succeeded'],
  ['absent', 'p2p', 'open', 'open'],
  ['refused', 'p2p', 'open', 'open'],
] as const)('%s %s, the service says %s: %s', (state, profile, verdict, next) => {
  expect(stepOf({ state, profile }, verdict)).toBe(next)
})

test.each(['', 'success', 'SUCCESS', 'Paid', 'Completed', 'Success '])(
  'the word %o is not success',
  (word) => {
    expect(verdictOf(word)).toBe('open')
  },
)

test('a create that answers Success is not taken for success: the status endpoint has the word', () => {
  expect(heardAll(attempt, [1, { ...placed, status: 'Success' }]).state).toBe('open')
})

test.each<[string, News]>([
  ['placed', placed],
  [
    'refused',
    { type: 'refused', send: 1, refusal: { status: 400, label: null, code: null, statusDescription: null } },
  ],
  ['unanswered', { type: 'unanswered', send: 1, why: 'timeout', exists: false }],
])('an answer (%s) to an earlier sending is not written over the one that is out', (_, news) => {
  const again = heardAll(
    attempt,
    [1, { type: 'unanswered', send: 1, why: 'timeout', exists: false }],
    [9000, { type: 'resent' }],
  )
  expect(again).toMatchObject({ state: 'sending', sends: 2 })
  const after = hear(again, news, 9001, policy)
  expect(after.state).not.toBe('open')
  expect(after.instructions).toBeNull()
  expect(after.refusal).toBeNull()
})

test('not found counts only once the create cannot be in flight any more, and never after a duplicate was heard', () => {
  const unknown = hear(attempt, { type: 'unanswered', send: 1, why: 'timeout', exists: false }, 1000, policy)
  expect(heardAll(unknown, [1999, { type: 'missing' }]).misses).toBe(0)
  expect(heardAll(unknown, [2000, { type: 'missing' }], [2001, { type: 'missing' }]).misses).toBe(2)
  expect(heardAll({ ...unknown, exists: true }, [5000, { type: 'missing' }]).misses).toBe(0)
  expect(heardAll(unknown, [2000, { type: 'missing' }], [2001, { type: 'silent', why: 'x' }]).misses).toBe(1)
})

test('a refusal of bytes sent again does not say that no order exists: it takes two look-ups, of a payout too', () => {
  const refusal = { status: 423, label: null, code: null, statusDescription: null }
  const payout: Attempt = { ...attempt, profile: 'payout' }
  expect(hear(payout, { type: 'refused', send: 1, refusal }, 1, policy).clear).toBe(true)
  const again = hear({ ...payout, sends: 2 }, { type: 'refused', send: 2, refusal }, 1, policy)
  expect(again.clear).toBe(false)
  expect(heardAll(again, [2, { type: 'missing' }]).clear).toBe(false)
  expect(heardAll(again, [2, { type: 'missing' }], [3, { type: 'missing' }]).clear).toBe(true)
  expect(heardAll(again, [2, { type: 'missing' }], [3, found('Success')]).state).toBe('succeeded')
})

test('what is found without its answer has no instructions to show, except a saved card that needs none', () => {
  const unknown: Attempt = { ...attempt, state: 'unknown' }
  expect(hear(unknown, found('Processing'), 1, policy)).toMatchObject({ state: 'open', blind: true })
  expect(hear({ ...unknown, profile: 'token' }, found('Processing'), 1, policy)).toMatchObject({
    blind: false,
  })
})

test('success in another currency is not success: a human looks', () => {
  const open = hear(attempt, placed, 1, policy)
  expect(hear(open, found('Success', 'VND'), 2, policy)).toMatchObject({
    state: 'open',
    review: { reason: 'currency' },
  })
  expect(hear(open, found('Success', 'uah'), 2, policy).state).toBe('succeeded')
  expect(hear(open, found('Success', null), 2, policy).state).toBe('succeeded')
})

test('another currency matters once there is money: not before success, and after it too', () => {
  const open = hear(attempt, placed, 1, policy)
  expect(hear(open, found('Processing', 'VND'), 2, policy)).toMatchObject({ state: 'open', review: null })
  expect(heardAll(open, [2, found('Success')], [3, found('Processing', 'VND')])).toMatchObject({
    state: 'succeeded',
    review: { reason: 'currency' },
  })
})

test('another order under our id is never followed', () => {
  const open = hear(attempt, placed, 1, policy)
  const other: News = {
    type: 'found',
    order: {
      externalId: 'e-2',
      status: 'Success',
      amount: null,
      currency: null,
      history: [],
      externalParams: null,
    },
  }
  expect(hear(open, other, 2, policy)).toMatchObject({ state: 'open', review: { reason: 'contradiction' } })
})

test('a final word in a callback waits for the status endpoint; success outweighs failure while both wait', () => {
  const open = hear(attempt, placed, 1, policy)
  const both = heardAll(open, [2, called('Success')], [3, called('Failed')])
  expect(both).toMatchObject({ state: 'open', claim: { status: 'Success', at: 2 } })
  expect(heardAll(both, [4, found('Success')])).toMatchObject({ state: 'succeeded', claim: null })
})

test('while a verified success waits, a failure by the status endpoint is not final yet', () => {
  const open: Attempt = { ...hear(attempt, placed, 1, policy), profile: 'form' }
  const waiting = heardAll(open, [2, called('Success')], [3, found('Failed')])
  expect(waiting.state).toBe('open')
  expect(hear(waiting, found('Failed'), 2 + policy.reviewAfterMs, policy)).toMatchObject({
    state: 'succeeded',
    review: { reason: 'unconfirmed' },
  })
})

test('instructions and bytes to send go as soon as they are of no use', () => {
  const open = hear(attempt, placed, 1, policy)
  expect(open.body).toBeNull()
  expect(open.instructions).toBe('sealed')
  for (const status of ['Success', 'Failed'])
    expect(hear(open, found(status), 2, policy).instructions).toBeNull()
})

test('the same news again is only counted', () => {
  const open = hear(attempt, placed, 1, policy)
  const once = hear(open, found('Processing'), 2, policy)
  const twice = hear(once, found('Processing'), 3, policy)
  expect({ ...twice, story: [] }).toEqual({ ...once, story: [] })
  expect(twice.story.at(-1)).toMatchObject({ times: 2, last: 3 })
})

test('every state takes every news without losing what is final', () => {
  const states: AttemptState[] = ['sending', 'unknown', 'absent', 'refused', 'open', 'failed', 'succeeded']
  const news: News[] = [
    placed,
    found('Processing'),
    found('Failed'),
    found('Success'),
    called('Failed'),
    called('Success'),
    { type: 'missing' },
    { type: 'silent', why: 'x' },
  ]
  for (const state of states) {
    for (const one of news) {
      const after = hear({ ...attempt, state, externalId: 'e-1', sends: 2 }, one, 10, policy)
      if (state === 'succeeded') expect(after.state).toBe('succeeded')
      if (state === 'failed') expect(['failed', 'succeeded']).toContain(after.state)
    }
  }
})

test('a sending that was held up does not leave any more', () => {
  expect(mayStillLeave(0, 1000, policy)).toBe(true)
  expect(mayStillLeave(0, 1001, policy)).toBe(false)
})

test.each([
  ['card 5168 7542 9512 9257 paid', 'card ••••9257 paid'],
  ['see https://pay.example/form?token=abc now', 'see https://pay.example/form now'],
  ['code 4.1.4.63 at 12:30', 'code 4.1.4.63 at 12:30'],
])('text of the service is kept as %s → %s', (text, kept) => {
  expect(redacted(text)).toBe(kept)
})

test.each([
  ['90.50', '90.50'],
  ['1.5e1', '15'],
  ['0', '0'],
  ['-5', null],
  ['many', null],
  ['', null],
])(
  'an amount that comes as %s is reported as %s, by the status endpoint and by a callback',
  (text, reported) => {
    const heard = heardAll(attempt, [1, placed], [2, found('Success', 'UAH', text)])
    expect(heard).toMatchObject({ state: 'succeeded', reported })
    const callback: News = { type: 'called', externalId: 'e-1', status: 'Processing', amount: text }
    expect(heardAll(attempt, [1, placed], [2, callback])).toMatchObject({ state: 'open', reported })
  },
)

test('an empty currency key is no other currency', () => {
  expect(heardAll(attempt, [1, placed], [2, found('Success', '')])).toMatchObject({
    state: 'succeeded',
    review: null,
  })
})
