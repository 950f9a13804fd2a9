import { expect, test } from 'vitest'
import type { OrderTerms, PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

const key = { key: 'KEY', privateKey: 'PRIVATE' }
const p2p = { profile: 'p2p' as const, ...key, currencies: ['UAH'], limits: { UAH: { min: '100' } } }
const token = { profile: 'token' as const, key: 'TOKEN', privateKey: 'PRIVATE' }
type Pipelines = PaypaneOptions['pipelines']

test.each<[string, Pipelines, OrderTerms, RegExp | null]>([
  ['another currency', { p2p }, { amount: '100', currency: 'EUR' }, /no deposit pipeline serves 100 EUR/],
  ['an amount below the limit', { p2p }, { amount: '99.99', currency: 'UAH' }, /serves 99.99 UAH/],
  [
    'a pipeline that does not fit',
    { p2p, token },
    { amount: '1', currency: 'UAH', pipeline: 'p2p' },
    /pipeline p2p, which order\(\) named, does not serve 1 UAH/,
  ],
  [
    'methods without a pipeline',
    { p2p },
    { amount: '100', currency: 'UAH', methods: ['form'] },
    /its methods are form, and 100 UAH has a pipeline only for transfer/,
  ],
  ['saved cards without a customer', { token }, { amount: '100', currency: 'UAH' }, /proves no customer/],
  ['a method that is left', { p2p }, { amount: '100', currency: 'UAH', methods: ['form', 'transfer'] }, null],
])('%s', async (_, pipelines, terms, reason) => {
  const shop = createHarness({ paypane: { pipelines } })
  shop.orders.set('1042', terms)
  for (let n = 0; n < 3; n += 1) await shop.post('/checkouts', { order: '1042' })
  await shop.post('/checkouts', { order: '1042', method: 'form' })
  const warnings = shop.logs.filter(({ level }) => level === 'warn')
  expect(warnings).toEqual(
    reason === null ? [] : [{ level: 'warn', message: expect.stringMatching(reason), order: '1042' }],
  )
})

test('unknown members of an order are named once and ignored', async () => {
  const terms = { amount: '1250.00', currency: 'UAH', method: ['form'], colour: 'red' }
  const shop = createHarness({ paypane: { order: () => terms } })
  for (const order of ['1', '2']) expect((await shop.post('/checkouts', { order })).status).toBe(201)
  expect(shop.logs.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    "order() returned method, which is not part of an order's terms: it is ignored. Did you mean methods?",
    "order() returned colour, which is not part of an order's terms: it is ignored.",
  ])
})

test('an order() that takes too long is logged, and the payer may try again', async () => {
  const shop = createHarness({
    paypane: { orderTimeoutMs: 2000, order: () => new Promise(() => undefined) },
  })
  const pending = shop.post('/checkouts', { order: '1042', method: 'transfer' })
  await expect
    .poll(() => {
      shop.clock.advance(500)
      return shop.logs
    })
    .not.toEqual([])
  const response = await pending
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(shop.logs[0]).toMatchObject({
    level: 'error',
    message: expect.stringContaining('order() took longer than 2000 ms'),
    order: '1042',
  })
  expect(shop.serviceRequests).toEqual([])
})
