import { describe, expect, test } from 'vitest'
import { PayoutView } from '../../../src/contract/payout.ts'
import { Problem } from '../../../src/contract/problem.ts'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { bearer, createDesk } from '../admin/operator-shop.ts'
import { createHarness, operator } from '../harness.ts'

const field = (key: string, value: unknown) => ({ key, value })
const plain = { amount: '100.00', currency: 'UAH' }
const named = { ...plain, additionalFields: [field('a', '1'), field('b', true), field('c', 1.5)] }

test.each<[string, object, object, 200 | 409]>([
  ['the amount with fewer zeros', plain, { ...plain, amount: '100' }, 200],
  ['the amount as a number', plain, { ...plain, amount: 100 }, 200],
  ['a fraction with fewer zeros', { ...plain, amount: '0.50' }, { ...plain, amount: '0.5' }, 200],
  ['ten times the amount', plain, { ...plain, amount: '1000.00' }, 409],
  ['a hundredth more', plain, { ...plain, amount: '100.01' }, 409],
  ['another currency', plain, { ...plain, currency: 'EUR' }, 409],
  ['the pipeline by its name', plain, { ...plain, pipeline: 'payout' }, 200],
  ['another pipeline', plain, { ...plain, pipeline: 'other' }, 409],
  ['no fields as an empty list', plain, { ...plain, additionalFields: [] }, 200],
  ['a field more', plain, named, 409],
  [
    'the fields in another order',
    named,
    { ...plain, additionalFields: [named.additionalFields[2], ...named.additionalFields.slice(0, 2)] },
    200,
  ],
  [
    'another value of a field',
    named,
    { ...plain, additionalFields: [field('a', '2'), ...named.additionalFields.slice(1)] },
    409,
  ],
  [
    'a number as text',
    named,
    { ...plain, additionalFields: [...named.additionalFields.slice(0, 2), field('c', '1.5')] },
    409,
  ],
])('under the reference of a payout: %s', async (_, first, second, status) => {
  const harness = createHarness()
  const env = harness.sandbox.env()
  const payout = {
    profile: 'payout' as const,
    key: env['PAYMENTS_PAYOUT_KEY'] ?? '',
    privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '',
  }
  harness.restart({ pipelines: { payout, other: { ...payout, key: `${payout.key}2` } } })
  const send = (content: object) => harness.post('/admin/payouts', { reference: 'p-1', ...content }, operator)
  expect((await send(first)).status).toBe(201)
  const again = await send(second)
  expect(again.status).toBe(status)
  if (status === 409) expect(await again.json()).toMatchObject({ code: 'payout_conflict' })
})

test.each([
  ['with another zero', '1.50', 200],
  ['with another digit', '1.51', 409],
  ['beyond a double, with another digit', '12345678901234567891', 409],
])('under the reference of a payout: a number of a field %s', async (_, number, status) => {
  const harness = createHarness()
  const send = (value: string) =>
    harness.paypane.fetch(
      new Request('http://127.0.0.1:8787/pay/admin/payouts', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...operator },
        body: `{"reference":"p-1","amount":10,"currency":"UAH","additionalFields":[{"key":"a","value":${value}}]}`,
      }),
    )
  expect((await send(number.length > 5 ? '12345678901234567890' : '1.5')).status).toBe(201)
  expect((await send(number)).status).toBe(status)
})

test.each([
  ['none', undefined, 'UAH', 'hryvnia'],
  ['none, of the second currency', undefined, 'EUR', 'euro'],
  ['that of the currency', 'euro', 'EUR', 'euro'],
  ['that of another currency', 'hryvnia', 'EUR', 'It serves another currency or amount'],
  ['one of deposits', 'p2p', 'UAH', undefined],
  ['an unknown one', 'unknown', 'UAH', undefined],
])('the pipeline of a payout where the request names %s', async (_, pipeline, currency, expected) => {
  const harness = createHarness()
  const env = harness.sandbox.env()
  const keys = { privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '' }
  const payout = { profile: 'payout' as const, key: env['PAYMENTS_PAYOUT_KEY'] ?? '', ...keys }
  harness.restart({
    pipelines: {
      p2p: { profile: 'p2p', key: env['PAYMENTS_P2P_KEY'] ?? '', ...keys },
      hryvnia: { ...payout, currencies: ['UAH'] },
      euro: { ...payout, key: `${payout.key}2`, currencies: ['EUR'] },
    },
  })
  const body = { reference: 'p-1', amount: '100.00', currency, pipeline }
  const response = await harness.post('/admin/payouts', body, operator)
  if (response.ok) {
    expect((await harness.store.entryByRef('payout', 'p-1'))?.attempts[0]?.pipeline).toBe(expected)
    return
  }
  const { code, detail } = Problem.parse(await response.json())
  expect([code, detail]).toEqual(['pipeline_unknown', expected])
})

describe('under the reference of a payout, once the pipelines have changed', () => {
  const createShop = async (content: object = {}) => {
    const harness = createHarness()
    const env = harness.sandbox.env()
    const keyed = (key: string) => ({
      ...{ profile: 'payout' as const, key: `${env['PAYMENTS_PAYOUT_KEY']}${key}` },
      privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '',
    })
    const [first, second, third] = [keyed(''), keyed('2'), keyed('3')]
    harness.restart({ pipelines: { first, second } })
    const send = (request: object = {}) =>
      harness.post('/admin/payouts', { reference: 'p-1', ...plain, ...request }, operator)
    const { externalTransactionId } = PayoutView.parse(await (await send(content)).json())
    return { ...harness, first, second, third, send, externalTransactionId }
  }
  type Shop = Awaited<ReturnType<typeof createShop>>

  test.each<[string, (shop: Shop) => PaypaneOptions['pipelines']]>([
    ['another comes first', ({ first, second, third }) => ({ third, first, second })],
    [
      'its pipeline serves another currency',
      ({ first, second }) => ({ first: { ...first, currencies: ['EUR'] }, second }),
    ],
    ['none serves its currency', ({ first }) => ({ first: { ...first, currencies: ['EUR'] } })],
    [
      'its pipeline serves smaller amounts',
      ({ first, second }) => ({ first: { ...first, limits: { UAH: { max: '50' } } }, second }),
    ],
    ['its pipeline is gone', ({ second }) => ({ second })],
  ])('the same request gets the payout: %s', async (_, pipelines) => {
    const shop = await createShop()
    shop.restart({ pipelines: pipelines(shop) })
    const same = { externalTransactionId: shop.externalTransactionId }
    const again = await shop.send()
    expect([again.status, await again.json()]).toEqual([200, expect.objectContaining(same)])
    expect((await shop.send({ pipeline: 'first' })).status).toBe(200)
    expect(await shop.paypane.payouts.create({ reference: 'p-1', ...plain })).toMatchObject(same)
    for (const other of [{ pipeline: 'second' }, { pipeline: 'unknown' }, { amount: '100.01' }])
      expect((await shop.send(other)).status).toBe(409)
    expect(shop.sandbox.orders()).toHaveLength(1)
  })

  test('that of a named pipeline is also meant without its name', async () => {
    const shop = await createShop({ pipeline: 'second' })
    const { externalTransactionId } = shop
    expect(await (await shop.send()).json()).toMatchObject({ externalTransactionId })
    expect((await shop.send({ pipeline: 'first' })).status).toBe(409)
  })
})

test('of two requests at once under one reference, the one with other content is refused', async () => {
  const { paypane, sandbox } = createHarness()
  const create = (amount: string) => paypane.payouts.create({ reference: 'p-1', ...plain, amount })
  const results = await Promise.allSettled([create('100.00'), create('200.00')])
  const created = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toMatchObject([{ code: 'payout_conflict' }])
  expect(sandbox.orders().map(({ amount }) => amount)).toEqual(created.map(({ amount }) => amount.value))
})

test('each act on a payout is logged with its request and the id that the service has', async () => {
  const desk = createDesk({ payoutApproval: { UAH: '100' } })
  const create = (reference: string, amount: string) =>
    desk.post('/admin/payouts', { reference, amount, currency: 'UAH' }, bearer('anna'))
  const decide = (reference: string, action: string) =>
    desk.post(`/admin/payouts/${reference}/${action}`, { note: 'checked' }, bearer('boris'))
  await create('small', '100.00')
  await create('large', '101.00')
  await create('wrong', '102.00')
  await decide('large', 'approve')
  await decide('wrong', 'reject')
  const idOf = async (reference: string) => {
    const entry = await desk.store.entryByRef('payout', reference)
    return entry?.kind === 'payout' ? { id: entry.id, sent: entry.request?.externalTransactionId } : null
  }
  const [small, large, wrong] = [await idOf('small'), await idOf('large'), await idOf('wrong')]
  expect(small?.id).toMatch(/^po_./)
  const line = (message: string, of: typeof small) => ({
    ...{ level: 'info', message, payout: of?.id, externalTransactionId: of?.sent },
    request: expect.stringMatching(/^req_/),
  })
  expect(desk.logs.filter(({ payout, request }) => payout !== undefined && request !== undefined)).toEqual([
    line('payout created', small),
    line('payout awaits its approval', large),
    line('payout awaits its approval', wrong),
    line('payout create approved', large),
    line('payout create rejected', wrong),
  ])
})

test("a payout of the merchant's own code is logged without a request", async () => {
  const desk = createDesk()
  await desk.paypane.payouts.create({ reference: 'p-1', ...plain })
  const [line] = desk.logs.filter(({ message }) => message === 'payout created')
  expect(Object.keys(line ?? {})).toEqual(['level', 'message', 'payout', 'externalTransactionId'])
})

test("what is wrong with a request of the merchant's own code is named by its place", async () => {
  const { payouts } = createDesk().paypane
  const additionalFields = [{ key: '', value: '1' }]
  await expect(payouts.create({ reference: 'p-1', ...plain, additionalFields })).rejects.toMatchObject({
    code: 'malformed',
    message: expect.stringMatching(/^additionalFields\.0\.key: ./),
  })
  for (const amount of ['much', '0', '0.00', '007'])
    await expect(payouts.create({ reference: 'p-1', ...plain, amount })).rejects.toMatchObject({
      message: 'amount: is decimal text greater than 0, such as "100.00"',
    })
})
