import { expect, test } from 'vitest'
import { problems } from '../../../src/contract/index.ts'
import { memoryStore } from '../../../src/server/index.ts'
import { DatabaseError } from '../../../src/server/postgres/database-error.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { codeOf, createHarness, type Harness } from '../harness.ts'

const origin = 'https://shop.example'

test.each([
  ['an order unknown to the shop', '/checkouts', { order: 'nope' }, 'order_unknown'],
  ['a body that is not JSON', '/checkouts', '{"order":', 'malformed'],
  ['a body without an order', '/checkouts', {}, 'malformed'],
  ['a body with a member twice', '/checkouts', '{"order":"1042","order":"1"}', 'malformed'],
  ['a method that does not exist', '/checkouts', { order: '1042', method: 'cash' }, 'malformed'],
  [
    'a method that is not offered',
    '/checkouts',
    { order: 'only-form', method: 'transfer' },
    'method_not_offered',
  ],
  [
    'a saved card without a customer',
    '/checkouts',
    { order: '1042', method: 'saved-card' },
    'method_not_offered',
  ],
  [
    'an attempt of an unknown checkout',
    '/checkouts/co_none/attempts',
    { method: 'form', after: 0 },
    'checkout_unknown',
  ],
  ['an order that the request may not pay', '/checkouts', { order: 'foreign' }, 'forbidden'],
  ['a body that is too large', '/checkouts', { order: 'x'.repeat(70_000) }, 'body_too_large'],
  ['a body that is not a callback', '/callbacks/p2p', '[]', 'malformed'],
  ['an unknown path', '/nothing/here', {}, 'not_found'],
] as const)('%s is rejected with a problem', async (_, path, body, code) => {
  const harness = createHarness({
    paypane: {
      order: (reference) =>
        reference === '1042'
          ? { amount: '1.00', currency: 'UAH' }
          : reference === 'only-form'
            ? { amount: '1.00', currency: 'UAH', methods: ['form'] }
            : reference === 'foreign'
              ? 'forbidden'
              : null,
    },
  })
  const signature = '0'.repeat(64)
  const response = await harness.post(path, body, { signature })
  expect(response.status).toBe(problems[code].status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await codeOf(response)).toBe(code)
})

test('405 lists the allowed methods', async () => {
  const harness = createHarness()
  const ask = (method: string, path: string): Promise<Response> =>
    harness.paypane.fetch(new Request(`http://127.0.0.1:8787/pay${path}`, { method }))
  const response = await ask('PUT', '/checkouts')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toContain('POST')
  expect(await codeOf(response)).toBe('method_not_allowed')
  expect((await ask('GET', '/callbacks/p2p')).status).toBe(405)
})

test('a store error responds 503 with retry-after and acknowledges nothing', async () => {
  const store = {
    ...memoryStore(),
    saveCallback: () => Promise.reject(new DatabaseError('unreachable', null)),
  }
  const harness = createHarness({ store })
  const response = await sendCallback(harness, { externalId: 'e-1', status: 'Success', amount: '1.00' })
  expect(response.status).toBe(503)
  expect(await codeOf(response)).toBe('unavailable')
  expect(response.headers.get('retry-after')).toBe('5')
})

test('a database that cannot be reached is logged once, not for every request', async () => {
  const store = {
    ...memoryStore(),
    saveCallback: () => Promise.reject(new DatabaseError('unreachable', null)),
  }
  const harness = createHarness({ store })
  for (let n = 0; n < 5; n += 1)
    await sendCallback(harness, { externalId: `e-${n}`, status: 'Success', amount: '1.00' })
  expect(harness.logs.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^store error, nothing was acknowledged: DatabaseError: .*the end is logged/),
  ])
})

test('a body with another content type than JSON is rejected', async () => {
  const response = await createHarness().post(
    '/checkouts',
    { order: '1042' },
    { 'content-type': 'text/plain' },
  )
  expect(await codeOf(response)).toBe('unsupported_media_type')
})

test.each([undefined, ''])(
  'a request without a body (%j) is answered with the member that is missing',
  async (body) => {
    const { paypane } = createHarness()
    const init = { method: 'POST', body: body === undefined ? null : new TextEncoder().encode(body) }
    const response = await paypane.fetch(new Request('http://127.0.0.1:8787/pay/checkouts', init))
    expect(await response.json()).toMatchObject({
      status: 400,
      code: 'malformed',
      detail: expect.stringMatching(/^order: /),
    })
  },
)

test('a body without a content type is rejected', async () => {
  const { paypane } = createHarness()
  const init = { method: 'POST', body: new TextEncoder().encode('{"order":"1042"}') }
  const response = await paypane.fetch(new Request('http://127.0.0.1:8787/pay/checkouts', init))
  expect(await codeOf(response)).toBe('unsupported_media_type')
})

test('a request of Node’s http is no Request, and what to mount is named', async () => {
  const harness = createHarness()
  const request = { method: 'POST', url: '/pay/checkouts', headers: { host: '127.0.0.1' } }
  const response = Reflect.apply(harness.paypane.fetch, undefined, [request])
  await expect(response).rejects.toThrow('mount toNodeHandler of paypane/server/node')
})

test('a body that was read before is rejected, logged, and not acknowledged', async () => {
  const harness = createHarness()
  const request = new Request('http://127.0.0.1:8787/pay/callbacks/p2p', {
    method: 'POST',
    headers: { signature: '0'.repeat(64) },
    body: '{}',
  })
  await request.text()
  expect((await harness.paypane.fetch(request)).status).toBe(500)
  expect(harness.logs.at(-1)?.message).toMatch(/before anything that parses bodies/)
})

test('CORS allows the configured origins, and exposes the headers that the widget reads', async () => {
  const harness = createHarness({ paypane: { allowedOrigins: [origin] } })
  const preflight = (from: string): Promise<Response> =>
    harness.paypane.fetch(
      new Request('http://127.0.0.1:8787/pay/checkouts/x', {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match, checkout-secret',
        },
      }),
    )
  const allowed = await preflight(origin)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(origin)
  const allowedHeaders = allowed.headers.get('access-control-allow-headers')?.toLowerCase()
  expect(allowedHeaders).toContain('if-none-match')
  expect(allowedHeaders).toContain('checkout-secret')
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()

  const { id } = await harness.createCheckout('1042')
  const view = await harness.get(`/checkouts/${id}`, { origin })
  const exposed = view.headers.get('access-control-expose-headers')?.toLowerCase()
  // Countdowns follow the `Date` of a 304.
  for (const name of ['date', 'etag', 'retry-after', 'request-id']) expect(exposed).toContain(name)
})

const etagOf = (response: Response): string => response.headers.get('etag') ?? ''
const longPoll = (harness: Harness, id: string, tag: string, wait: number | string): Promise<Response> =>
  harness.get(`/checkouts/${id}?wait=${wait}`, { 'if-none-match': tag })
/** Runs everything that does not wait for the clock. */
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
/** Advances the clock in steps until the response arrives. */
async function whileAdvancing<T>(harness: Harness, answer: Promise<T>, stepMs = 250): Promise<T> {
  let answered = false
  void answer.then(() => {
    answered = true
  })
  while (!answered) {
    await nextTick()
    harness.clock.advance(stepMs)
  }
  return await answer
}

test('the ETag depends on what is stored, not on the clock', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const first = await harness.get(`/checkouts/${id}`)
  harness.clock.advance(2000)
  const second = await harness.get(`/checkouts/${id}`)
  expect(etagOf(second)).toBe(etagOf(first))
  expect(etagOf(first)).toMatch(/^W\//)
  expect(await first.json()).not.toHaveProperty('version')
  expect(await harness.paypane.checkouts.view(id)).toMatchObject({ version: etagOf(first) })
  const unchanged = await harness.get(`/checkouts/${id}`, { 'if-none-match': etagOf(first) })
  expect(unchanged.status).toBe(304)
  expect(unchanged.headers.get('date')).toBe(new Date(harness.clock.now()).toUTCString())
})

test('a long poll responds as soon as the view changes', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const answer = longPoll(harness, id, etagOf(await harness.get(`/checkouts/${id}`)), 25)
  await nextTick()
  await harness.controlOrder(0, { do: 'pay' })
  await harness.drain()
  expect(await (await answer).json()).toMatchObject({ status: 'succeeded' })
})

test('a long poll ends with 304 after at most 25 seconds', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042')
  const answer = longPoll(harness, id, etagOf(await harness.get(`/checkouts/${id}`)), 9999)
  expect((await whileAdvancing(harness, answer)).status).toBe(304)
})

test.each([
  ['', 250],
  [', even if its view is read slowly', 30_000],
])('a long poll responds at the moment of expiry%s', async (_, stepMs) => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 3 } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const answer = longPoll(harness, id, etagOf(await harness.get(`/checkouts/${id}`)), 20)
  expect(await (await whileAdvancing(harness, answer, stepMs)).json()).toMatchObject({
    status: 'expired',
    action: null,
  })
})

test('a long poll responds at the moment from which a claim is possible', async () => {
  const harness = createHarness({ paypane: { claimAfterMinutes: 1 } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  harness.clock.advance(50_000)
  const answer = longPoll(harness, id, etagOf(await harness.get(`/checkouts/${id}`)), 20)
  const response = await whileAdvancing(harness, answer)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'pending', canClaim: true })
})

test('closing the server ends long polls at once', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042')
  const answer = longPoll(harness, id, etagOf(await harness.get(`/checkouts/${id}`)), 25)
  await nextTick()
  await harness.paypane.close()
  expect((await answer).status).toBe(304)
})

test('attempts of one order are rate limited, with retry-after', async () => {
  const harness = createHarness({ paypane: { rateLimits: { order: 1 } } })
  const { id } = await harness.createCheckout('1042', 'form')
  for (const after of [1, 2]) {
    await harness.controlOrder(-1, { do: 'fail' })
    await harness.drain()
    const response = await harness.post(`/checkouts/${id}/attempts`, { method: 'form', after })
    if (after === 1) expect(response.status).toBe(200)
    else {
      expect(await codeOf(response)).toBe('rate_limited')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
})

test('the routes are served below any base path', async () => {
  for (const basePath of ['', '/pay', '/shop/pay/']) {
    const harness = createHarness({ paypane: { basePath } })
    const path = `${basePath.replace(/\/$/, '')}/checkouts`
    const response = await harness.paypane.fetch(
      new Request(`http://127.0.0.1:8787${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"order":"1042"}',
      }),
    )
    expect(response.status).toBe(201)
  }
})
