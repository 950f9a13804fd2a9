import { expect, test } from 'vitest'
import { Problem } from '../../../src/contract/index.ts'
import { bearer, operator } from '../admin/operator-shop.ts'
import { createHarness } from '../harness.ts'

const proxy = '10.0.0.7'
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

/** The id that the server gives a request with these headers, sent from this address. */
async function idFor(headers: Record<string, string>, address = proxy): Promise<string> {
  const harness = createHarness({ paypane: { trustedProxies: ['10.0.0.0/8'] } })
  const request = new Request('http://127.0.0.1:8787/pay/checkouts/co_none', { headers })
  const response = await harness.paypane.fetch(request, { address })
  const id = response.headers.get('request-id') ?? ''
  expect(Problem.parse(await response.json()).instance).toBe(`urn:paypane:request:${id}`)
  expect(harness.logs).toContainEqual({
    ...{ level: 'info', message: 'request refused' },
    ...{ code: 'checkout_unknown', request: id },
  })
  return id
}

test('a problem, its response and its log line have the same id', async () => {
  const [one, two] = [await idFor({}), await idFor({})]
  expect(one).toMatch(/^req_\w{26}$/)
  expect(two).not.toBe(one)
})

test('an id of a trusted proxy is kept if it is well-formed', async () => {
  expect(await idFor({ 'x-request-id': 'f058ebd6-02f7-4d3f' })).toBe('f058ebd6-02f7-4d3f')
  expect(await idFor({ traceparent })).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  expect(await idFor({ traceparent, 'x-request-id': 'f058ebd6-02f7-4d3f' })).toBe('f058ebd6-02f7-4d3f')
  for (const id of ['short', 'x'.repeat(129), 'has a space', '"},{"level":50', '<script>alert(1)'])
    expect(await idFor({ 'x-request-id': id })).toMatch(/^req_/)
  for (const trace of [
    `${traceparent}-more`,
    traceparent.replace('4bf9', '4BF9'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ])
    expect(await idFor({ traceparent: trace })).toMatch(/^req_/)
})

test('an id of anybody else is not kept', async () => {
  expect(await idFor({ 'x-request-id': 'f058ebd6-02f7-4d3f', traceparent }, '203.0.113.7')).toMatch(/^req_/)
})

test('the log leads from a request to the call at the service', async () => {
  const harness = createHarness()
  const response = await harness.post('/checkouts', { order: '1042', method: 'transfer' })
  const { id } = await response.json()
  const [order] = harness.sandbox.orders()
  expect(harness.logs).toContainEqual({
    ...{ level: 'info', message: 'checkout created', checkout: id, attempt: 1 },
    externalTransactionId: order?.externalTransactionId,
    request: response.headers.get('request-id'),
  })

  const place = { checkout: id, attempt: 1, externalTransactionId: order?.externalTransactionId }
  expect(harness.logs).toContainEqual(expect.objectContaining({ ...place, message: 'attempt is placed' }))

  await harness.control(`/orders/${order?.externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await harness.drain()
  // Work in the background has no request: its lines have the id of the attempt.
  expect(harness.logs).toContainEqual(expect.objectContaining({ ...place, message: 'attempt is failed' }))
  const again = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  expect(harness.logs).toContainEqual({
    ...{ level: 'info', message: 'attempt requested', checkout: id, attempt: 2 },
    externalTransactionId: harness.sandbox.orders().at(-1)?.externalTransactionId,
    request: again.headers.get('request-id'),
  })
})

test("the log leads from an operator's requests to the payout at the service", async () => {
  const operators = { ...operator('alice', 'payout:create'), ...operator('bob', 'payout:approve') }
  const harness = createHarness({ paypane: { operators, payoutApproval: 'always' } })
  const action = async (path: string, token: string, body: object): Promise<string | null> =>
    (await harness.post(`/admin/payouts${path}`, body, bearer(token))).headers.get('request-id')
  const created = await action('', 'alice', { reference: 'p-1', amount: '10.00', currency: 'UAH' })
  const approved = await action('/p-1/approve', 'bob', {})
  const [order] = harness.sandbox.orders()
  const { externalTransactionId } = order ?? {}
  for (const [message, request] of [
    ['payout awaits its approval', created],
    ['payout create approved', approved],
  ])
    expect(harness.logs).toContainEqual(expect.objectContaining({ message, request, externalTransactionId }))
  expect(harness.logs).toContainEqual(
    expect.objectContaining({ message: 'attempt is placed', externalTransactionId }),
  )
})

test("a refused request is found by the checkout's id, which the payer copies", async () => {
  const harness = createHarness()
  const { id, clientSecret } = await harness.createCheckout('1042', 'transfer')
  const refused = async (path: string): Promise<unknown> => {
    const response = await harness.post(
      path,
      { method: 'transfer' },
      { 'checkout-secret': `${clientSecret}` },
    )
    const request = response.headers.get('request-id')
    return harness.logs.find((line) => line['request'] === request)
  }
  expect(await refused(`/checkouts/${id}/attempts`)).toMatchObject({ code: 'malformed', checkout: id })
  expect(await refused(`/checkouts/${clientSecret}/attempts`)).not.toHaveProperty('checkout')
})

test('a failure that is not a problem of the request is logged with its id', async () => {
  const harness = createHarness({
    paypane: {
      order: () => {
        throw new Error('The shop is broken.')
      },
    },
  })
  const response = await harness.post('/checkouts', { order: '1042' })
  expect(await response.json()).toMatchObject({ code: 'internal' })
  expect(harness.logs).toContainEqual({
    ...{ level: 'info', message: 'request refused', code: 'internal' },
    request: response.headers.get('request-id'),
  })
})
