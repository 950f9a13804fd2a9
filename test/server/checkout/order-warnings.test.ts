import { expect, test } from 'vitest'
import type { OrderTerms, PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

const key = { key: 'KEY', privateKey: 'PRIVATE' }
const p2p = { profile: 'p2p' as const, ...key, currencies: ['UAH'], limits: { UAH: { min: '100' } } }
const form = { profile: 'form' as const, ...key, key: 'FORM' }
const token = { profile: 'token' as const, key: 'TOKEN', privateKey: 'PRIVATE' }
const uah = { amount: '100', currency: 'UAH' }
type Pipelines = PaypaneOptions['pipelines']

test.each<[string, Pipelines, OrderTerms, string | null]>([
  [
    'another currency',
    { p2p },
    { amount: '100', currency: 'EUR' },
    'no deposit pipeline serves 100 EUR. Check its currencies and limits, and the currency key',
  ],
  [
    'an amount below the limit',
    { p2p },
    { amount: '99.99', currency: 'UAH' },
    'no deposit pipeline serves 99.99 UAH. Check its currencies and limits, and the currency key',
  ],
  [
    'a pipeline that does not fit',
    { p2p, token },
    { amount: '1', currency: 'UAH', pipeline: 'p2p' },
    'pipeline p2p, which order() named, does not serve 1 UAH. Check its currencies and limits, and the currency key',
  ],
  [
    'a method without a pipeline',
    { p2p, form },
    { ...uah, pipeline: 'p2p', methods: ['form'] },
    'its methods are form, and 100 UAH has a pipeline only for transfer. Add a pipeline for a method, or the method to the order',
  ],
  [
    'methods without a pipeline',
    { p2p },
    { ...uah, methods: ['form', 'saved-card'] },
    'its methods are form, saved-card, and 100 UAH has a pipeline only for transfer. Add a pipeline for a method, or the method to the order',
  ],
  [
    'no method at all',
    { p2p, form },
    { ...uah, methods: [] },
    'its methods are an empty list, and 100 UAH has a pipeline only for transfer, form. Add a pipeline for a method, or the method to the order',
  ],
  [
    'saved cards without a customer',
    { token },
    uah,
    'only saved cards are left, and the request proves no customer. Add a pipeline of another method, or give the customer',
  ],
  ['saved cards of a customer', { token }, { ...uah, customer: 'c-7' }, null],
  ['saved cards, which no list leaves out', { token }, { ...uah, customer: 'c-7', methods: ['form'] }, null],
  ['a method that is left', { p2p }, { ...uah, methods: ['form', 'transfer'] }, null],
])('%s', async (_, pipelines, terms, reason) => {
  const shop = createHarness({ paypane: { pipelines } })
  shop.orders.set('1042', terms)
  for (let n = 0; n < 3; n += 1) await shop.post('/checkouts', { order: '1042' })
  await shop.post('/checkouts', { order: '1042', method: 'form' })
  const message = `the payer has no way to pay this order: ${reason}`
  expect(shop.logs.filter(({ level }) => level === 'warn')).toEqual(
    reason === null ? [] : [{ level: 'warn', message, order: '1042' }],
  )
})

test('each order that cannot be paid has a warning of its own', async () => {
  const shop = createHarness({ paypane: { order: () => ({ ...uah, methods: [] }) } })
  for (const order of ['1', '2', '1']) await shop.post('/checkouts', { order })
  expect(shop.logs.filter(({ level }) => level === 'warn').map(({ order }) => order)).toEqual(['1', '2'])
})

test('an order that becomes impossible to pay after it was opened is warned of when it is opened again', async () => {
  const shop = createHarness()
  await shop.createCheckout('1042')
  expect(shop.logs.filter(({ level }) => level === 'warn')).toEqual([])
  shop.orders.set('1042', { ...uah, methods: [] })
  await shop.createCheckout('1042')
  expect(shop.logs.filter(({ level }) => level === 'warn')).toMatchObject([{ order: '1042' }])
})

test('an order whose methods no pipeline serves is warned of before the payer is refused', async () => {
  const shop = createHarness()
  shop.orders.set('1042', { ...uah, methods: [] })
  expect((await shop.post('/checkouts', { order: '1042', method: 'form' })).status).toBe(422)
  expect(shop.logs.filter(({ level }) => level === 'warn')).toMatchObject([{ order: '1042' }])
})

test('of a long name of an unknown member forty characters are logged', async () => {
  const shop = createHarness({ paypane: { order: () => ({ ...uah, ['x'.repeat(41)]: 1 }) } })
  await shop.createCheckout('1042')
  expect(shop.logs.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    `order() returned ${'x'.repeat(40)}, which is not part of an order's terms: it is ignored.`,
  ])
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

test.each([
  ['1.00', []],
  ['12.00', ['12.00']],
  ['100', ['100']],
])(
  'a tolerance of %s for 12.00 is named once where any payment would be enough',
  async (tolerance, named) => {
    const shop = createHarness({
      paypane: { order: () => ({ amount: '12.00', currency: 'UAH', tolerance }) },
    })
    for (let request = 0; request < 2; request++)
      expect((await shop.post('/checkouts', { order: '1042' })).ok).toBe(true)
    expect(shop.logs.filter(({ level }) => level === 'warn')).toEqual(
      named.map((one) => ({
        level: 'warn',
        message: `order() returned the tolerance ${one}, which is not less than the amount 12.00: any payment counts as paid`,
        order: '1042',
      })),
    )
  },
)

test('an amount that an attempt has fixed is named once, with the order and both amounts', async () => {
  const shop = createHarness()
  await shop.createCheckout('1042', 'transfer')
  shop.orders.set('1042', { amount: '1300.00', currency: 'UAH' })
  for (let request = 0; request < 2; request++)
    expect((await shop.post('/checkouts', { order: '1042' })).status).toBe(409)
  const warnings = shop.logs.filter(({ level }) => level === 'warn')
  expect(warnings).toMatchObject([
    { order: '1042', message: expect.stringContaining('has fixed 1250.00 UAH') },
  ])
  expect(warnings[0]?.message).toContain('order() returned 1300.00 UAH')
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
