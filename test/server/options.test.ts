import { expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { createPaypane, memoryStore, type PaypaneOptions } from '../../src/server/index.ts'
import { createPaymentsClient } from '../../src/service/index.ts'
import { createHarness } from './harness.ts'

/** A server with the required options only, on a sandbox. */
function createMinimal(more: Partial<PaypaneOptions> = {}) {
  const sandbox = createSandbox()
  const env = sandbox.env()
  const setting = (name: string): string => env[name] ?? ''
  const lines: string[] = []
  const paypane = createPaypane({
    service: createPaymentsClient({ baseUrl: setting('PAYMENTS_BASE_URL'), fetch: sandbox.fetch }),
    pipelines: {
      p2p: {
        profile: 'p2p',
        key: setting('PAYMENTS_P2P_KEY'),
        privateKey: setting('PAYMENTS_PRIVATE_KEY'),
      },
    },
    store: memoryStore(),
    order: () => ({ amount: '10.00', currency: 'UAH' }),
    log: ({ message }) => lines.push(message),
    ...more,
  })
  const pay = async (address: string): Promise<Response> =>
    paypane.fetch(
      new Request(`${address}/checkouts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"order":"1042","method":"transfer"}',
      }),
    )
  return { sandbox, paypane, pay, lines }
}

test('on a loopback origin a memory store needs no seal key and no publicUrl', async () => {
  const { sandbox, paypane, pay } = createMinimal()
  expect((await pay('http://localhost:3000')).status).toBe(201)
  const [order] = sandbox.orders()
  expect(order?.redirects?.success).toBe('http://localhost:3000/return/success?order=1042')
  expect(order?.callbackUrl).toMatch(/^http:\/\/localhost:3000\/callbacks\/p2p\//)
  await paypane.close()
})

test('the Host header of another origin does not replace publicUrl', async () => {
  const { sandbox, paypane, pay, lines } = createMinimal()
  expect((await pay('https://anything.example')).status).toBe(500)
  expect(lines.join()).toContain('publicUrl is not set')
  expect(sandbox.orders()).toEqual([])
  await paypane.close()
})

test('a persistent store requires a seal key', async () => {
  const { volatile: _, ...persistent } = memoryStore()
  const { paypane, pay, lines } = createMinimal({ store: persistent })
  expect((await pay('http://localhost:3000')).status).toBe(500)
  expect(lines.join()).toContain('No seal key')
  await paypane.close()
})

test('publicUrl may have a path', async () => {
  const { sandbox, paypane, pay } = createMinimal({ publicUrl: 'https://shop.example/sub/', basePath: '' })
  await pay('http://localhost:3000')
  expect(sandbox.orders()[0]?.redirects?.failed).toBe('https://shop.example/sub/return/failed?order=1042')
  await paypane.close()
})

test('the loopback origin of one request does not serve as publicUrl for others', async () => {
  const { sandbox, paypane, pay } = createMinimal()
  await pay('http://localhost:3000')
  expect((await pay('https://anything.example')).status).toBe(500)
  expect(sandbox.orders()).toHaveLength(1)
  await paypane.close()
})

test('without publicUrl an automatic attempt uses the loopback origin of the order request', async () => {
  const harness = createHarness({ paypane: { publicUrl: undefined } })
  await harness.lever('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  await harness.createCheckout('1042', 'transfer')
  harness.restart()
  await harness.drain()
  expect(harness.sandbox.orders()[1]?.callbackUrl).toMatch(
    /^http:\/\/127\.0\.0\.1:8787\/pay\/callbacks\/p2p\//,
  )
})
