import { describe, expect, test } from 'vitest'
import { type PaypaneOptions, ProblemError } from '../../../src/server/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { createTokenShop } from './shop.ts'

const terms = { amount: '1250.00', currency: 'UAH' }
const shopWith = (order: PaypaneOptions['order']): Harness => createHarness({ paypane: { order } })
const open = async (shop: Harness, body: object = {}) => {
  const response = await shop.post('/checkouts', { order: '1042', ...body })
  return { status: response.status, ...(await response.json()) }
}
const errorsOf = ({ logs }: Harness) => logs.filter(({ level }) => level === 'error')

describe('what order() may return or throw', () => {
  test('an error is logged with its order, and nothing was started', async () => {
    const shop = shopWith(() => Promise.reject(new Error('no connection')))
    expect(await open(shop, { method: 'transfer' })).toMatchObject({ status: 500, code: 'internal' })
    expect(errorsOf(shop)[0]).toEqual({
      level: 'error',
      message: 'order() failed, so nothing was started and the payer sees an error: Error: no connection',
      order: '1042',
    })
    expect(shop.serviceRequests).toEqual([])
  })

  test('"forbidden" is not permitted, null and undefined are unknown', async () => {
    expect(await open(shopWith(() => 'forbidden'))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await open(shopWith(() => null))).toMatchObject({ status: 404, code: 'order_unknown' })
    const byMap = new Map<string, never>()
    const order: PaypaneOptions['order'] = (reference) => byMap.get(reference) ?? null
    expect(await open(shopWith(order))).toMatchObject({ status: 404 })
  })

  test.each([
    [
      'a negative amount',
      { ...terms, amount: '-1' },
      'invalid terms, so nothing was started and the payer sees an error: ✖ an amount is decimal text greater than 0, such as "1250.00"   → at amount',
    ],
    [
      'a number, as plain JavaScript may return it',
      JSON.parse('{ "amount": 12.5, "currency": "UAH" }'),
      'invalid terms, so nothing was started and the payer sees an error: ✖ an amount is decimal text greater than 0, such as "1250.00"   → at amount',
    ],
    [
      'a pipeline that does not exist',
      { ...terms, pipeline: 'p2p-9' },
      'a pipeline that is not among the deposit pipelines, so nothing was started and the payer sees an error',
    ],
    [
      'a pipeline of payouts',
      { ...terms, pipeline: 'payout' },
      'a pipeline that is not among the deposit pipelines, so nothing was started and the payer sees an error',
    ],
    [
      'a currency that is too long',
      { ...terms, currency: 'U'.repeat(65) },
      'invalid terms, so nothing was started and the payer sees an error: ✖ Too big: expected string to have <=64 characters   → at currency',
    ],
    [
      'a reference that is too long',
      { ...terms, reference: '1'.repeat(513) },
      'invalid terms, so nothing was started and the payer sees an error: ✖ Too big: expected string to have <=512 characters   → at reference',
    ],
  ])('%s is an error for the developer, with its order', async (_, returned, problem) => {
    const shop = shopWith(() => returned)
    expect(await open(shop)).toMatchObject({ status: 500, code: 'internal' })
    expect(errorsOf(shop)).toEqual([
      { level: 'error', message: `order() returned ${problem}`, order: '1042' },
    ])
  })

  test('an order that the shop has signed and does not return is named, once', async () => {
    const shop = createTokenShop({ order: () => null })
    const order = await shop.token('1042')
    for (let n = 0; n < 3; n += 1) expect((await shop.post('/checkouts', { order })).status).toBe(404)
    expect(shop.logs.filter(({ message }) => message.startsWith('order() '))).toEqual([
      {
        level: 'info',
        message:
          'order() returned null for an order whose token is authentic: the payer reads that it is unknown',
        order: '1042',
      },
    ])
  })

  test('several invalid members are named in one line, with spaces between them', async () => {
    const shop = shopWith(() => ({ ...terms, amount: '-1', tolerance: '-1' }))
    await open(shop)
    expect(JSON.stringify(errorsOf(shop))).toMatch(/at amount ✖ .*at tolerance/)
  })

  test('a problem that it throws is the response, and no error of the server', async () => {
    const shop = shopWith(() => Promise.reject(new ProblemError('order_unknown')))
    expect(await open(shop)).toMatchObject({ status: 404, code: 'order_unknown' })
    expect(errorsOf(shop)).toEqual([])
  })
})

const sentBy = async (shop: Harness, body: object) => {
  const { service } = shop
  let sent: Record<string, string> = {}
  shop.restart({
    service: {
      ...service,
      createDeposit(pipeline, text) {
        sent = JSON.parse(String(text))
        return service.createDeposit(pipeline, text)
      },
    },
  })
  await shop.post('/checkouts', { method: 'transfer', ...body })
  return sent
}

test('an order without additional fields sends no list of them', async () => {
  const sent = await sentBy(createHarness(), { order: '1042' })
  expect(sent).toMatchObject({ currency: 'UAH' })
  expect(sent).not.toHaveProperty('additionalFields')
})

test('terms that the service cannot take start nothing, and the log says that order() returned them', async () => {
  const shop = createHarness()
  const customer = { ...terms, customer: 'c-7' }
  shop.orders.set('a', customer)
  shop.orders.set('1042', {
    ...customer,
    additionalFields: [{ key: 'cardStorageToken', value: 'of-another' }],
  })
  await shop.createCheckout('a', 'form')
  await shop.controlOrder(0, { do: 'pay' })
  await shop.drain()
  const { savedCards = [] } = await shop.createCheckout('1042')
  const sent = shop.serviceRequests.length
  const response = await open(shop, { method: 'saved-card', savedCard: savedCards[0]?.id })
  expect(response).toMatchObject({ status: 500, code: 'internal' })
  expect(errorsOf(shop)).toEqual([
    {
      level: 'error',
      message:
        'order() returned terms that cannot be sent, so nothing was started and the payer sees an error: Nothing was sent: additionalFields.1.key "cardStorageToken" is given twice.',
      order: '1042',
    },
  ])
  expect(shop.serviceRequests).toHaveLength(sent)
})

test('an amount that rounds to 0 for P2P is paid otherwise, and where it cannot be, the log has order and amount', async () => {
  const shop = shopWith(() => ({ ...terms, amount: '0.001' }))
  expect(await open(shop)).toMatchObject({ status: 'choosing', methods: ['form'] })
  expect(await open(shop, { method: 'transfer' })).toMatchObject({ code: 'method_not_offered' })
  expect(shop.logs.filter(({ level }) => level !== 'info')).toEqual([])

  const transfersOnly = shopWith(() => ({ ...terms, amount: '0.001', pipeline: 'p2p' }))
  expect(await open(transfersOnly, { method: 'transfer' })).toMatchObject({ code: 'method_not_offered' })
  expect(transfersOnly.logs.filter(({ level }) => level !== 'info')).toEqual([
    {
      level: 'warn',
      message:
        'the payer has no way to pay this order: pipeline p2p, which order() named, does not serve 0.001 UAH, which rounds to 0 in the decimals of P2P. Check the amount',
      order: '1042',
    },
  ])
  expect([...shop.serviceRequests, ...transfersOnly.serviceRequests]).toEqual([])
})

describe('the pages that a payer returns to', () => {
  test('name the order', async () => {
    const page = (name: string) => `http://127.0.0.1:8787/return/${name}?order=1042`
    expect(await sentBy(createHarness(), { order: '1042' })).toMatchObject({
      processingRedirectUrl: page('processing'),
      successRedirectUrl: page('success'),
      failedRedirectUrl: page('failed'),
    })
  })

  test('are those of the order, where it has some', async () => {
    const redirects = {
      processing: 'https://a.example',
      success: 'https://b.example',
      failed: 'https://c.example',
    }
    expect(
      await sentBy(
        shopWith(() => ({ ...terms, redirects })),
        { order: '1042' },
      ),
    ).toMatchObject({
      processingRedirectUrl: redirects.processing,
      successRedirectUrl: redirects.success,
      failedRedirectUrl: redirects.failed,
    })
  })

  test('name a token that is valid for a day, and proves no customer', async () => {
    const shop = createTokenShop()
    const order = await shop.token('1042', { customer: 'c-7' })
    const { successRedirectUrl = '' } = await sentBy(shop, { order })
    const returned = new URL(successRedirectUrl).searchParams.get('order') ?? ''
    const claims = JSON.parse(Buffer.from(returned.split('.')[1] ?? '', 'base64url').toString())
    const now = shop.clock.now() / 1000
    expect(claims).toMatchObject({ sub: '1042', aud: 'return', exp: now + 86_400 })
    expect(claims).not.toHaveProperty('customer')
  })
})

test.each([
  [['transfer'], ['form', 'transfer'], ['transfer']],
  [['transfer', 'form'], undefined, ['transfer', 'form']],
  [['transfer', 'form'], ['form'], ['form']],
  [
    ['transfer', 'form'],
    ['form', 'transfer'],
    ['form', 'transfer'],
  ],
  [undefined, ['form'], ['form']],
  [undefined, undefined, ['transfer', 'form']],
] as const)(
  'of the methods %j of a token and %j of the order a payer may choose %j',
  async (signed, listed, both) => {
    const shop = createTokenShop({
      order: () => ({ ...terms, ...(listed === undefined ? {} : { methods: [...listed] }) }),
    })
    const { methods } = await shop.open('1042', signed === undefined ? {} : { methods: [...signed] })
    expect(methods).toEqual(both)
  },
)
