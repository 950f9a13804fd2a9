import { expect, test } from 'vitest'
import type { Metric } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'
import { from, signedCallback, statuses, times } from './client.ts'

const stranger = '203.0.113.7'
const wrong = { signature: '0'.repeat(64) }

test('a genuine callback with thousands of history rows is accepted', async () => {
  const harness = createHarness()
  const { body, signature } = await signedCallback(harness, 5000)
  expect(body.length).toBeGreaterThan(300_000)
  expect((await from(harness, stranger, '/callbacks/p2p', { body, headers: { signature } })).status).toBe(200)
})

test('a body of more than 1 MiB is refused, with any declared length', async () => {
  const harness = createHarness()
  const part = new TextEncoder().encode(' '.repeat(64 * 1024))
  let pulled = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(part)
    },
  })
  const init = { method: 'POST', headers: wrong, body: stream, duplex: 'half' }
  const response = await harness.paypane.fetch(new Request('http://127.0.0.1:8787/pay/callbacks/p2p', init))
  expect(response.status).toBe(413)
  expect(pulled).toBeLessThan(20)
})

test.each([
  ['no signature', {}],
  ['a signature that is not hex', { signature: 'z'.repeat(64) }],
  ['a signature that is too long', { signature: '0'.repeat(65) }],
])('with %s the body is not read', async (_, headers) => {
  const harness = createHarness()
  let pulled = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull() {
        pulled += 1
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', headers, body: stream, duplex: 'half' }
  const response = await harness.paypane.fetch(new Request('http://127.0.0.1:8787/pay/callbacks/p2p', init))
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'signature_invalid' })
  expect(pulled).toBe(0)
})

test('a wrong signature is rejected before the body is parsed, once for all pipelines', async () => {
  const keysUsed: string[] = []
  const pipeline = (name: string, key: string) => ({
    profile: 'p2p' as const,
    key: `key-${name}`,
    privateKey: () => {
      keysUsed.push(name)
      return key
    },
  })
  const pipelines = { a: pipeline('a', 'one'), b: pipeline('b', 'one'), c: pipeline('c', 'two') }
  const harness = createHarness({ paypane: { pipelines } })
  const body = '{"externalId":"E1","status":"Success","amount":1,"orderType":"Deposit","x": notJSON'
  const send = () => from(harness, stranger, '/callbacks/a', { body: `${body}}`, headers: wrong })
  expect(await (await send()).json()).toMatchObject({ code: 'signature_invalid' })
  expect(keysUsed).toEqual(['a', 'b', 'c'])
})

test('rejected callbacks are limited by address, without a log line for each', async () => {
  const metrics: Metric[] = []
  const onMetric = (metric: Metric) => metrics.push(metric)
  const harness = createHarness({ paypane: { rateLimits: { callbacks: 5 }, onMetric } })
  const { body, signature } = await signedCallback(harness)
  const reject = (address: string) => from(harness, address, '/callbacks/p2p', { body, headers: wrong })
  expect(await statuses(times(100, () => reject(stranger)))).toEqual({ 401: 5, 429: 95 })
  expect((await reject(stranger)).headers.get('retry-after')).toBe('60')
  expect(harness.logs.filter(({ message }) => message === 'callback rejected')).toHaveLength(5)
  expect(metrics).toContainEqual({ type: 'rate_limited', purpose: 'callbacks' })
  expect((await reject('203.0.113.8')).status).toBe(401)

  const accepted = await from(harness, stranger, '/callbacks/p2p', { body, headers: { signature } })
  expect(accepted.status).toBe(200)
  harness.clock.advance(60_000)
  expect((await reject(stranger)).status).toBe(401)
})

test('with an address list, a callback from another address gets 404', async () => {
  const harness = createHarness({ paypane: { callbackAddresses: ['198.51.100.0/24', '2001:db8::/32'] } })
  const { body, signature } = await signedCallback(harness)
  const send = (address: string | undefined) =>
    from(harness, address, '/callbacks/p2p', { body, headers: { signature } })
  expect((await send('198.51.100.9')).status).toBe(200)
  expect((await send('::ffff:198.51.100.9')).status).toBe(200)
  expect((await send('2001:db8::9')).status).toBe(200)
  for (const address of [stranger, undefined]) expect((await send(address)).status).toBe(404)
})
