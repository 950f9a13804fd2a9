import { beforeEach, describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

describe('env', () => {
  it('returns every PAYMENTS_ setting of a merchant; keys are JWTs', async () => {
    const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect((await merchant.control('env')).body).toEqual({
      PAYMENTS_BASE_URL: 'http://sandbox.test/core',
      PAYMENTS_INIT_URL: 'http://sandbox.test/init',
      PAYMENTS_TOKEN_URL: 'http://sandbox.test/token',
      PAYMENTS_P2P_KEY: jwt,
      PAYMENTS_FORM_KEY: jwt,
      PAYMENTS_TOKEN_KEY: jwt,
      PAYMENTS_PAYOUT_KEY: jwt,
      PAYMENTS_PRIVATE_KEY: expect.any(String),
    })
  })

  it('returns the same keys for every seed, so settings survive a restart', () => {
    const url = 'http://sandbox.test'
    expect(createSandbox({ url, seed: 'a' }).env()).toEqual(createSandbox({ url, seed: 'b' }).env())
  })

  it('without a configured address uses that of the request', async () => {
    const sandbox = createSandbox()
    const response = await sandbox.fetch('http://127.0.0.1:4010/_sandbox/env')
    expect(await response.json()).toMatchObject({ PAYMENTS_BASE_URL: 'http://127.0.0.1:4010/core' })
  })
})

describe('orders', () => {
  it('are listed and found by either id', async () => {
    const { externalId, externalTransactionId } = await merchant.place('p2p', '10.00')
    const shown = { externalId, externalTransactionId, profile: 'p2p', status: 'Processing', amount: '10.00' }
    expect((await merchant.control('orders')).body).toMatchObject([shown])
    expect((await merchant.control(`orders/${externalId}`)).body).toMatchObject(shown)
    expect((await merchant.control(`orders/${externalTransactionId}`)).body).toMatchObject(shown)
    const paid = await merchant.control(`orders/${externalTransactionId}`, { do: 'pay' })
    expect(paid.body).toMatchObject({ externalId, status: 'Success' })
  })

  it('returns the newest up to the limit', async () => {
    for (const amount of ['1.00', '2.00', '3.00']) await merchant.place('form', amount)
    expect((await merchant.control('orders?limit=2')).body).toMatchObject([
      { amount: '2.00' },
      { amount: '3.00' },
    ])
  })

  it.each([
    ['a made-up order', 'orders/none', { do: 'pay' }, 404],
    ['a made-up deed', 'orders/placed-1', { do: 'dance' }, 400],
    ['an amount that is none', 'orders/placed-1', { do: 'amount', amount: 'much' }, 400],
    ['no status', 'orders/placed-1', { do: 'status' }, 400],
  ])('%s is rejected', async (_, path, body, status) => {
    await merchant.place('p2p', '10.00')
    expect(await merchant.control(path, body)).toMatchObject({ status, body: { error: expect.any(String) } })
  })
})

describe('clock', () => {
  it('is read and advanced', async () => {
    expect((await merchant.control('clock')).body).toEqual({ now: '2026-01-01T00:00:00.000Z' })
    expect((await merchant.control('clock', { advance: 90 })).body).toEqual({
      now: '2026-01-01T00:01:30.000Z',
    })
  })

  it.each([{ advance: -1 }, { advance: 'soon' }, {}])('rejects %o', async (body) => {
    expect((await merchant.control('clock', body)).status).toBe(400)
  })

  it('runs due work in order, at its time', async () => {
    await merchant.place('p2p', '10.02')
    await merchant.place('p2p', '10.01')
    merchant.received.length = 0
    await merchant.advance(3600)
    expect(merchant.received.map(({ at, type }) => `${at.slice(11, 19)} ${type}`)).toEqual([
      '00:00:05 Failed',
      '00:00:05 Success',
    ])
  })
})

describe('config', () => {
  it('is patched for all pipelines or for one', async () => {
    await merchant.control('config', {
      requiredFields: ['email'],
      pipelines: { p2p: { requiredFields: ['bankName'], callbacks: { amountAsString: true } } },
    })
    expect((await merchant.control('config')).body).toMatchObject({
      pipelines: {
        p2p: { requiredFields: ['bankName'], callbacks: { amountAsString: true, withCurrency: true } },
        form: { requiredFields: ['email'], callbacks: { amountAsString: false } },
      },
    })
  })

  it('a new pipeline has its own key', async () => {
    const { body } = await merchant.control('config', { pipelines: { 'p2p-2': { profile: 'p2p' } } })
    const key = (body as { pipelines: Record<string, { key: string }> }).pipelines['p2p-2']?.key
    const path = '/core/api/v1/balance/merchant?currency=UAH'
    const { status } = await merchant.call(path, { headers: { authorization: `Bearer ${key}` } })
    expect(status).toBe(200)
    expect(key).not.toBe(merchant.keys.p2p)
  })

  it.each([
    { pipelines: { mine: {} } },
    { pipelines: { p2p: { profile: 'payout' } } },
    { pipelines: { p2p: { routes: 'all' } } },
    { balances: { UAH: 'much' } },
    { balances: { UAH: '1e999' }, scenarios: false },
    { openingBalance: -1 },
    { color: 'blue' },
  ])('rejects %o and does not change', async (patch) => {
    const before = (await merchant.control('config')).body
    expect(await merchant.control('config', patch)).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    })
    expect((await merchant.control('config')).body).toEqual(before)
  })

  it.each([
    [1e21, 1e21],
    [1e-7, 1e-7],
    ['007.50', 7.5],
  ])('the amount %o is that number in a balance', async (overdraft, shown) => {
    expect((await merchant.control('config', { overdraft })).status).toBe(200)
    const path = '/core/api/v1/balance/merchant?currency=UAH'
    const { body } = await merchant.call(path, { headers: merchant.authorization('p2p') })
    expect(body).toMatchObject({ merchantOverdraft: shown, pipelineAvailableBalance: shown })
  })

  it('a sandbox does not start with a pipeline without a profile', () => {
    expect(() => createSandbox({ config: { pipelines: { mine: {} } } })).toThrow('requires a profile')
  })

  it('accepts only the configured currencies', async () => {
    await merchant.control('config', { currencies: ['GALLEON'] })
    expect((await merchant.create('p2p', '10.00', { currency: 'GALLEON' })).status).toBe(200)
    expect((await merchant.create('p2p', '10.00', { currency: 'UAH' })).status).toBe(423)
  })
})

describe('reset', () => {
  it('clears orders, deliveries, faults and the schedule, and restores the configuration', async () => {
    await merchant.control('config', { currencies: [] })
    await merchant.control('config', { currencies: null, scenarios: false })
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    await merchant.place('p2p', '10.00')
    await merchant.control('faults', { on: 'balance', effect: 'malformed' })
    await merchant.advance(60)
    await merchant.control('reset', {})
    expect((await merchant.control('orders')).body).toEqual([])
    expect((await merchant.control('deliveries')).body).toEqual([])
    expect((await merchant.control('faults')).body).toEqual([])
    expect((await merchant.control('config')).body).toMatchObject({ scenarios: true })
    expect((await merchant.control('clock')).body).toEqual({ now: '2026-01-01T00:00:00.000Z' })
    merchant.received.length = 0
    await merchant.advance(86_400)
    expect(merchant.received).toEqual([])
  })

  it('ends an advance in progress and those that wait for it', async () => {
    const unanswered = Promise.withResolvers<Response>()
    merchant = createMerchant({ fetch: () => unanswered.promise })
    await merchant.create('p2p', '10.00')
    const advances = [merchant.advance(3600), merchant.advance(3600)]
    await merchant.control('reset', {})
    await merchant.create('p2p', '10.01')
    unanswered.resolve(new Response())
    await Promise.all(advances)
    expect((await merchant.control('clock')).body).toEqual({ now: '2026-01-01T00:00:00.000Z' })
    await merchant.advance(5)
    expect(merchant.sandbox.orders()).toMatchObject([{ status: 'Success' }])
  })
})

describe('bounds', () => {
  it('drops the oldest orders and deliveries above its capacity', async () => {
    merchant = createMerchant({ maxOrders: 3, maxDeliveries: 2 })
    const ids: string[] = []
    for (const _ of Array(5)) ids.push((await merchant.place('form', '10.00')).externalId)
    expect(merchant.sandbox.orders().map(({ externalId }) => externalId)).toEqual(ids.slice(2))
    expect((await merchant.depositStatus('form', ids[0] ?? '')).status).toBe(404)
    for (const id of ids.slice(2)) await merchant.control(`orders/${id}`, { do: 'pay' })
    expect((await merchant.control('deliveries')).body).toHaveLength(2)
  })
})

describe('pages of other origins', () => {
  const from = (origin: string, method = 'GET') =>
    merchant.call('/_sandbox/clock', {
      method,
      headers: {
        origin,
        ...(method === 'OPTIONS'
          ? { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
          : {}),
      },
    })

  it.each(['http://127.0.0.1:8787', 'http://localhost:3000', 'https://[::1]:8443'])(
    '%s may use the controls',
    async (origin) => {
      const { status, headers } = await from(origin)
      expect(status).toBe(200)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      const preflight = await from(origin, 'OPTIONS')
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
      expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    },
  )

  it('its own start page may, if its address is configured', async () => {
    expect((await from('http://sandbox.test')).status).toBe(200)
    merchant = createMerchant({ url: 'http://another.test' })
    expect((await from('http://sandbox.test')).status).toBe(403)
  })

  it.each(['https://elsewhere.test', 'http://127.0.0.1.elsewhere.test', 'null'])(
    '%s may not',
    async (origin) => {
      const { status, headers } = await from(origin)
      expect(status).toBe(403)
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

describe('the start page', () => {
  it('shows controls, scenarios and test cards, without external resources', async () => {
    const { status, text, headers } = await merchant.call('/')
    expect(status).toBe(200)
    for (const word of ['emulator', 'Clock', 'Faults', '.63', '4111 1111 1111 1111', '123456'])
      expect(text).toContain(word)
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//)
  })

  it('has a self-contained script', async () => {
    const { text, headers } = await merchant.call('/sandbox.js')
    expect(headers.get('content-type')).toContain('javascript')
    expect(() => new Function(text)).not.toThrow()
    expect(text).not.toMatch(/\bimport\b|__vi|_vitest/)
  })
})
