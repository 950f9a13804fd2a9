import { expect, test } from 'vitest'
import { settleUnderpaid } from '../../../src/server/rules/entry.ts'
import { merchantEvents } from '../../../src/server/rules/merchant-events.ts'
import type { Attempt, Checkout, Refund } from '../../../src/server/rules/model.ts'
import { received, refundable } from '../../../src/server/rules/received.ts'
import { attempt, checkout, refund } from '../store/fixtures.ts'

const at = 5000
const uah = (value: string) => ({ value, currency: 'UAH' })
const paid: Partial<Attempt> = { state: 'succeeded', finalAt: 2000 }
const short: Partial<Attempt> = { ...paid, underpaid: true, reported: '900.00' }
const of = (refunds: Partial<Refund>[] = [], attempts: Partial<Attempt>[] = [paid]): Checkout =>
  checkout({
    attempts: attempts.map((one, index) => attempt({ n: index + 1, ...one })),
    refunds: refunds.map(refund),
  })

test.each<[what: string, attempts: Partial<Attempt>[], value: string]>([
  ['nothing', [], '0'],
  ['what was requested', [paid], '1250.00'],
  ['what was reported', [{ ...paid, reported: '1300.00' }], '1300.00'],
  ['less than asked, too', [{ ...paid, underpaid: true, reported: '900.00' }], '900.00'],
  ['both of two payments', [paid, paid], '2500.00'],
  ['nothing where no amount can be read', [{ ...paid, underpaid: true }], '0'],
  ['nothing in another currency', [{ ...paid, otherCurrency: 'USD' }], '0'],
  [
    'nothing of what was asked in another currency',
    [{ ...paid, amount: { value: '9', currency: 'USD' } }],
    '0',
  ],
  ['nothing of an open order', [{ reported: '900.00' }], '0'],
])('received is %s', (_, attempts, value) => {
  const one = of([], attempts)
  expect(Number(received(one).value)).toBe(Number(value))
  expect(received(one).currency).toBe('UAH')
  expect(refundable(one)).toEqual({ ...received(one), value: expect.any(String) })
})

test.each<[state: Refund['state'], contradicted: boolean, reserves: boolean]>([
  ['requested', false, true],
  ['pending', false, true],
  ['succeeded', false, true],
  ['failed', false, false],
  ['failed', true, true],
  ['withdrawn', false, false],
])('a refund that is %s (contradicted: %s) reserves its amount: %s', (state, contradicted, reserves) => {
  const one = of([{ state, ...(contradicted ? { contradicted: true } : {}) }])
  expect(refundable(one).value).toBe(reserves ? '1150.00' : '1250.00')
})

const enough: Partial<Attempt> = { ...short, reported: '1250.00' }

test.each<[brought: string, paid: boolean[]]>([
  ['899.99', [false, false]],
  ['900.00', [true, false]],
])('an underpaid order keeps also what another attempt brings later: %s', (brought, paid) => {
  const goesBack: Partial<Refund>[] = [{ amount: uah('900.00'), state: 'succeeded' }]
  const before = of(goesBack, [enough, { state: 'placed' }])
  const after = of(goesBack, [enough, { ...short, reported: brought }])
  expect(settleUnderpaid(before, after, at).attempts.map(({ underpaid }) => !underpaid)).toEqual(paid)
})

test('an order that another attempt pays in this write is paid once', () => {
  const goesBack: Partial<Refund>[] = [{ amount: uah('900.00'), state: 'succeeded' }]
  const before = of(goesBack, [enough, { state: 'placed' }])
  const after = settleUnderpaid(before, of(goesBack, [enough, paid]), at)
  expect(after.attempts.map(({ underpaid }) => !underpaid)).toEqual([false, true])
  expect(merchantEvents(before, after).map(({ type }) => type)).toEqual(['checkout.succeeded'])
})

const whole = { amount: uah('1250.00') }

test.each<
  [
    what: string,
    before: Partial<Refund>[],
    after: Partial<Refund>[],
    attempts: Partial<Attempt>[],
    paid: boolean[],
  ]
>([
  ['it is withdrawn', [{}], [{ state: 'withdrawn' }], [enough], [true]],
  ['it has failed', [{ state: 'pending' }], [{ state: 'failed' }], [enough], [true]],
  [
    'it may have failed',
    [{ state: 'pending' }],
    [{ state: 'failed', contradicted: true }],
    [enough],
    [false],
  ],
  ['it is paid', [{ state: 'pending' }], [{ state: 'succeeded' }], [enough], [false]],
  ['one of two is withdrawn', [{}, {}], [{ state: 'withdrawn' }, {}], [enough], [false]],
  ['too little was received', [{}], [{ state: 'withdrawn' }], [short], [false]],
  [
    'only one of two attempts is kept',
    [whole, whole],
    [{ ...whole, state: 'withdrawn' }, whole],
    [enough, enough],
    [true, false],
  ],
])(
  'an underpaid order whose refund ends is paid if it keeps enough: %s',
  (_, before, after, attempts, paid) => {
    const settled = settleUnderpaid(of(before, attempts), of(after, attempts), at)
    expect(settled.attempts.map(({ underpaid }) => !underpaid)).toEqual(paid)
  },
)

test('nothing can be refunded once the service has corrected a payment to less than its refunds', () => {
  expect(refundable(of([{}], [{ ...paid, reported: '99.00' }]))).toEqual({ value: '0', currency: 'UAH' })
})
