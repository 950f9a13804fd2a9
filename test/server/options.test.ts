import { expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { createPaypane, memoryStore, type PaypaneOptions } from '../../src/server/index.ts'
import { createPaymentsClient } from '../../src/service/index.ts'

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

const publicUrl = 'http://localhost:3000'

test('a memory store needs no seal key', async () => {
  const { sandbox, paypane, pay } = createMinimal({ publicUrl })
  expect((await pay(publicUrl)).status).toBe(201)
  const [order] = sandbox.orders()
  expect(order?.redirects?.success).toBe('http://localhost:3000/return/success?order=1042')
  expect(order?.callbackUrl).toMatch(/^http:\/\/localhost:3000\/callbacks\/p2p\//)
  await paypane.close()
})

test.each(['https://anything.example', 'http://localhost:3000', 'http://127.0.0.1:8787', 'http://[::1]:1'])(
  'the Host header %s does not replace publicUrl',
  async (address) => {
    const { sandbox, paypane, pay, lines } = createMinimal()
    expect((await pay(address)).status).toBe(500)
    expect(lines.join()).toContain('publicUrl is not set: pass createPaypane the URL')
    expect(sandbox.orders()).toEqual([])
    await paypane.close()
  },
)

test('a false Host header changes no address of later orders', async () => {
  const { sandbox, paypane, pay } = createMinimal({ publicUrl })
  await pay('http://127.0.0.1:6666')
  expect(JSON.stringify(sandbox.orders())).not.toContain('6666')
  await paypane.close()
})

test('static callbacks and redirects of order() need no publicUrl', async () => {
  const redirect = 'https://shop.example/back'
  const { sandbox, paypane, pay } = createMinimal({
    callbacks: 'static',
    order: () => ({
      amount: '10.00',
      currency: 'UAH',
      redirects: { processing: redirect, success: redirect, failed: redirect },
    }),
  })
  expect((await pay('https://anything.example')).status).toBe(201)
  expect(sandbox.orders()).toHaveLength(1)
  await paypane.close()
})

test('a persistent store requires a seal key', async () => {
  const { volatile: _, ...persistent } = memoryStore()
  const { paypane, pay, lines } = createMinimal({ store: persistent, publicUrl })
  expect((await pay(publicUrl)).status).toBe(500)
  expect(lines.join()).toContain('No seal key')
  await paypane.close()
})

test('publicUrl may have a path', async () => {
  const { sandbox, paypane, pay } = createMinimal({ publicUrl: 'https://shop.example/sub/', basePath: '' })
  await pay('http://localhost:3000')
  expect(sandbox.orders()[0]?.redirects?.failed).toBe('https://shop.example/sub/return/failed?order=1042')
  await paypane.close()
})

const weakToken = 'the operator'
const strongToken = 'b7cf7d0f1bd9d8a5a1f34e8cb8c2f1aa'

test.each(['https://shop.example', undefined])('a weak adminToken is refused at publicUrl %s', (url) => {
  expect(() => createMinimal({ publicUrl: url, adminToken: weakToken })).toThrow(
    /^adminToken is weaker than 128/,
  )
  expect(() => createMinimal({ publicUrl: url, adminToken: strongToken })).not.toThrow()
})

test('a weak adminToken is accepted on loopback', () => {
  expect(() => createMinimal({ publicUrl, adminToken: weakToken })).not.toThrow()
})

test('deposits and payouts need different API keys', () => {
  const pipelines = (payoutKey: string) => ({
    p2p: { profile: 'p2p', key: 'one key', privateKey: 'private' } as const,
    out: { profile: 'payout', key: payoutKey, privateKey: 'private' } as const,
  })
  expect(() => createMinimal({ publicUrl, pipelines: pipelines('one key') })).toThrow(
    'The pipelines p2p and out have the same key: payouts need their own.',
  )
  expect(() => createMinimal({ publicUrl, pipelines: pipelines('another key') })).not.toThrow()
})
