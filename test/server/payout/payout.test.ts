import { expect, test, vi } from 'vitest'
import { generateSealKey } from '../../../src/server/index.ts'
import { PaymentsRefusedError } from '../../../src/service/errors.ts'
import { codeOf, createHarness, type Harness, operator, typesOf } from '../harness.ts'

const payoutRequest = { reference: 'p-1', amount: '100.00', currency: 'UAH' }
const createCount = (harness: Harness): number =>
  harness.serviceRequests.filter((line) => line.startsWith('POST')).length

test('/admin requires the token, and does not exist without a configured one', async () => {
  const harness = createHarness()
  expect((await harness.post('/admin/payouts', payoutRequest)).status).toBe(401)
  expect(
    (await harness.post('/admin/payouts', payoutRequest, { authorization: 'Bearer another' })).status,
  ).toBe(401)
  const withoutOperators = createHarness({ paypane: { adminToken: undefined } })
  expect((await withoutOperators.post('/admin/payouts', payoutRequest, operator)).status).toBe(404)
})

test('a payout is created once per reference and followed until it is final', async () => {
  const harness = createHarness()
  const first = await harness.post('/admin/payouts', payoutRequest, operator)
  expect(first.status).toBe(201)
  const view = await first.json()
  expect(view).toMatchObject({
    reference: 'p-1',
    status: 'pending',
    needsReview: false,
    amount: { value: '100.00', currency: 'UAH' },
  })

  const again = await harness.post('/admin/payouts', { ...payoutRequest, amount: 100.0 }, operator)
  expect(again.status).toBe(200)
  expect((await again.json()).externalTransactionId).toBe(view.externalTransactionId)
  expect(createCount(harness)).toBe(1)

  await harness.control(`/orders/${view.externalId}`, { do: 'pay' })
  await harness.drain()
  expect(await (await harness.get('/admin/payouts/p-1', operator)).json()).toMatchObject({
    status: 'succeeded',
  })
  expect(harness.events.map(({ type, ref }) => [type, ref])).toEqual([['payout.succeeded', 'p-1']])
})

test('a refusal after a callback of the same payout is looked up before it counts as failed', async () => {
  const harness = createHarness()
  const { service } = harness
  harness.restart({
    service: {
      ...service,
      // As behind a proxy that sends the request again: by then the first order has taken the balance.
      async createPayout(pipeline, request) {
        await service.createPayout(pipeline, request)
        await harness.sandbox.clock.advance(0)
        const codes = { label: 'TEMPORARY_ERROR', code: '1.1.4.3', statusDescription: '1-4010' }
        const details = { status: 422, field: null, serviceMessage: null, ...codes }
        return { outcome: 'refused', error: new PaymentsRefusedError('The balance is too low.', details) }
      },
    },
  })
  await harness.post('/admin/payouts', payoutRequest, operator)
  expect(harness.events).toEqual([])
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(60, 5)
  expect(typesOf(harness)).toEqual(['payout.succeeded'])
})

test('other content under the same reference is a conflict, and nothing is sent', async () => {
  const harness = createHarness()
  await harness.post('/admin/payouts', payoutRequest, operator)
  const other = await harness.post('/admin/payouts', { ...payoutRequest, amount: '100.01' }, operator)
  expect(other.status).toBe(409)
  expect(await codeOf(other)).toBe('payout_conflict')
  expect(createCount(harness)).toBe(1)
})

test('a repeated request is recognized after the seal key was rotated', async () => {
  const [first, second] = [generateSealKey(), generateSealKey()]
  const harness = createHarness({ paypane: { sealKey: first } })
  await harness.post('/admin/payouts', payoutRequest, operator)
  harness.restart({ sealKey: [second, first] })
  expect((await harness.post('/admin/payouts', payoutRequest, operator)).status).toBe(200)
  expect(
    (await harness.post('/admin/payouts', { ...payoutRequest, amount: '100.01' }, operator)).status,
  ).toBe(409)
})

test('an invalid request of the merchant’s code throws a malformed problem', async () => {
  const { paypane } = createHarness()
  await expect(paypane.payouts.create({ ...payoutRequest, amount: 'much' })).rejects.toMatchObject({
    code: 'malformed',
  })
  const additionalFields = [{ key: 'cardNumber', value: Number('6212345678901234567') }]
  await expect(paypane.payouts.create({ ...payoutRequest, additionalFields })).rejects.toMatchObject({
    code: 'malformed',
    message: expect.stringContaining('"cardNumber"'),
  })
})

test('a destination under a wrong name is refused: the payout would be sent without one', async () => {
  const harness = createHarness()
  const body = { ...payoutRequest, fields: { accountNumber: '26007233566001' } }
  const response = await harness.post('/admin/payouts', body, operator)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('"fields"') })
  await expect(harness.paypane.payouts.create(body)).rejects.toMatchObject({
    code: 'malformed',
    message: 'The payout: Unrecognized key: "fields"',
  })
  expect(createCount(harness)).toBe(0)
})

test.each(['1e2', '1E+2', '"1e2"', '"007.00"', '0', '-1'])(
  '%s is no amount of a payout, and nothing is sent',
  async (amount) => {
    const harness = createHarness()
    const body = `{"reference":"p-1","amount":${amount},"currency":"UAH"}`
    const response = await harness.post('/admin/payouts', body, operator)
    expect([response.status, await codeOf(response)]).toEqual([400, 'malformed'])
    expect(createCount(harness)).toBe(0)
  },
)

test.each(['.', '..', 'cut \ud83d'])(
  '%j is no reference: no address could name its payout',
  async (reference) => {
    const harness = createHarness()
    const response = await harness.post('/admin/payouts', { ...payoutRequest, reference }, operator)
    expect([response.status, await codeOf(response)]).toEqual([400, 'malformed'])
    expect(createCount(harness)).toBe(0)
  },
)

/** A payout request with an additional field, whose JSON value is written as given. */
const payoutJson = (value: string, key = 'cardNumber'): string =>
  `{"reference":"p-1","amount":"100.00","currency":"UAH","additionalFields":[{"key":"${key}","value":${value}}]}`

test.each(['6212345678901234567', '62123456789012345678', '0.12345678901234567890', '1.50', '42'])(
  'the additional field %s is sent with these very digits',
  async (digits) => {
    const harness = createHarness()
    const create = vi.spyOn(harness.service, 'createPayout')
    expect((await harness.post('/admin/payouts', payoutJson(digits), operator)).status).toBe(201)
    expect(create.mock.lastCall?.[1]).toContain(`"value":${digits}}]`)
  },
)

test('account numbers that are one double are two payouts', async () => {
  const harness = createHarness()
  await harness.post('/admin/payouts', payoutJson('6212345678901234567'), operator)
  const statusOf = async (value: string) =>
    (await harness.post('/admin/payouts', payoutJson(value), operator)).status
  expect(await statusOf('6212345678901234568')).toBe(409)
  expect(await statusOf('6212345678901234567')).toBe(200)
})

test.each([
  [
    'a field of additionalFields',
    payoutJson('1}, {"key":"cardNumber","value":2'),
    '"cardNumber" is given twice',
  ],
  ['a member of the body', '{"reference":"p-1","reference":"p-2"}', 'reference: is given twice'],
  ['an escaped member', payoutJson('"1","val\\u0075e":"2"'), 'value: is given twice'],
])('%s that is given twice is refused by name', async (_, body, detail) => {
  const harness = createHarness()
  const response = await harness.post('/admin/payouts', body, operator)
  expect(response.status).toBe(400)
  expect((await response.json()).detail).toContain(detail)
  expect(createCount(harness)).toBe(0)
})

test('fifty concurrent requests create one payout', async () => {
  const harness = createHarness()
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => harness.post('/admin/payouts', payoutRequest, operator)),
  )
  const ids = await Promise.all(
    responses.map(async (response) => (await response.json()).externalTransactionId),
  )
  expect(new Set(ids).size).toBe(1)
  expect(createCount(harness)).toBe(1)
})

test('a payout whose response is lost is looked up and never created twice', async () => {
  const harness = createHarness()
  await harness.control('/faults', { on: 'payout.create', effect: 'drop-after', times: 1 })
  const response = await harness.post('/admin/payouts', payoutRequest, operator)
  expect(response.status).toBe(202)
  expect((await response.json()).status).toBe('preparing')
  await harness.drain()
  expect(await (await harness.get('/admin/payouts/p-1', operator)).json()).toMatchObject({
    status: 'pending',
  })
  expect(createCount(harness)).toBe(1)
})

test('an insufficient balance fails the payout, with the reason', async () => {
  const harness = createHarness()
  const response = await harness.post(
    '/admin/payouts',
    { ...payoutRequest, amount: '99999999999.00' },
    operator,
  )
  expect(await response.json()).toMatchObject({ status: 'failed', reason: { group: 'business' } })
  await harness.drain()
  expect(typesOf(harness)).toEqual(['payout.failed'])
})

test.each(['NOT_FOUND', 'NO_SUCH_ORDER'])(
  'a refused payout is called failed only after two lookups with the label %s once nothing can be in flight',
  async (notFoundLabel) => {
    const harness = createHarness()
    await harness.control('/config', { notFoundLabel })
    await harness.control('/faults', { on: 'payout.create', effect: 'status:400', times: 1 })
    await harness.post('/admin/payouts', payoutRequest, operator)
    // The create may be in flight for its timeout and the grace time: two seconds.
    await harness.advance(1)
    expect(harness.events).toEqual([])
    const early = harness.serviceRequests.length
    await harness.advance(5)
    expect(typesOf(harness)).toEqual(['payout.failed'])
    expect(harness.serviceRequests.length - early).toBe(2)
  },
)

test('an unresolved payout needs review, and an operator can discard it', async () => {
  const harness = createHarness({ paypane: { reviewAfterMinutes: 5 } })
  await harness.control('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
  await harness.control('/faults', { on: 'payout.status', effect: 'status:503', times: 1000 })
  await harness.post('/admin/payouts', payoutRequest, operator)
  await harness.advance(600, 30)
  expect(await (await harness.get('/admin/payouts/p-1', operator)).json()).toMatchObject({
    status: 'preparing',
    needsReview: true,
  })

  const resolved = await harness.post(
    '/admin/payouts/p-1/review',
    { attempt: 1, action: 'discard', note: 'support confirms: no such order' },
    operator,
  )
  expect(await resolved.json()).toMatchObject({ status: 'failed', needsReview: false })
  await harness.drain()
  expect(typesOf(harness)).toEqual(['payout.needs_review', 'payout.failed'])
})

test('the balance is that of the named pipeline, or of the first', async () => {
  const keys: string[] = []
  const harness = createHarness()
  const { service } = harness
  harness.restart({
    service: {
      ...service,
      balance: (pipeline, currency) => {
        keys.push(String(pipeline.key))
        return service.balance(pipeline, currency)
      },
    },
  })
  const read = (query: string) => harness.get(`/admin/balance?currency=UAH${query}`, operator)
  for (const query of ['', '&pipeline=p2p', '&pipeline=payout']) expect((await read(query)).status).toBe(200)
  const env = harness.sandbox.env()
  expect(keys).toEqual([...[env['PAYMENTS_P2P_KEY'], env['PAYMENTS_P2P_KEY'], env['PAYMENTS_PAYOUT_KEY']]])
  const unknown = await read('&pipeline=none')
  expect(await unknown.json()).toMatchObject({ code: 'pipeline_unknown' })
})

test('the balance has six figures and a currency', async () => {
  const harness = createHarness()
  const balance = await (await harness.get('/admin/balance?currency=UAH', operator)).json()
  expect(Object.keys(balance)).toHaveLength(7)
  expect(balance.currency).toBe('UAH')
  expect((await harness.get('/admin/balance', operator)).status).toBe(400)
})
