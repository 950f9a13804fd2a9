import { describe, expect, test } from 'vitest'
import {
  createOperatorToken,
  type Metric,
  memoryStore,
  type PaypaneOptions,
} from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'
import { from, openOrder, statuses, times } from './client.ts'

const stranger = '203.0.113.7'
const anyOrder = { order: () => ({ amount: '10.00', currency: 'UAH' }) }

describe('starts', () => {
  test('at once are limited like starts one after another', async () => {
    const metrics: Metric[] = []
    const onMetric = (metric: Metric) => metrics.push(metric)
    const harness = createHarness({ paypane: { ...anyOrder, rateLimits: { address: 60 }, onMetric } })
    const start = (n: number) => openOrder(harness, stranger, `o-${n}`, { method: 'transfer' })
    expect(await statuses(times(200, start))).toMatchObject({ 429: 140 })
    expect(harness.sandbox.orders().length).toBeLessThanOrEqual(60)
    expect(metrics.filter(({ type }) => type === 'rate_limited')).toEqual(
      Array(140).fill({ type: 'rate_limited', purpose: 'address_starts' }),
    )
  })

  test.each([
    ['of loopback', () => '127.0.0.1'],
    ['of one IPv6 network', (n: number) => `2001:db8:1:2::${n.toString(16)}`],
    ['of one IPv4 address in both forms', (n: number) => (n % 2 === 0 ? stranger : `::ffff:${stranger}`)],
  ])('%s are limited together', async (_, address) => {
    const harness = createHarness({ paypane: { ...anyOrder, rateLimits: { address: 10 } } })
    const start = (n: number) => openOrder(harness, address(n), `o-${n}`, { method: 'transfer' })
    expect(await statuses(times(30, start))).toMatchObject({ 429: 20 })
  })

  test('of an address beyond its limit leave those of the order to others', async () => {
    const harness = createHarness({ paypane: { ...anyOrder, rateLimits: { address: 1, order: 1 } } })
    const { id, clientSecret } = await (await openOrder(harness, stranger, '1042')).json()
    const extend = async (address: string) =>
      await from(harness, address, `/checkouts/${id}/extend`, {
        body: '',
        headers: { 'checkout-secret': clientSecret },
      })
    await openOrder(harness, stranger, 'o-2', { method: 'transfer' })
    expect((await extend(stranger)).status).toBe(429)
    expect((await extend('203.0.113.8')).status).not.toBe(429)
  })

  test('of an order are not used up by its reports, which have a limit of their own', async () => {
    const harness = createHarness({ paypane: { rateLimits: { order: 2 } } })
    const { id } = await harness.createCheckout('1042', 'transfer')
    const act = async (path: string, body: object) =>
      (await harness.post(`/checkouts/${id}/attempts${path}`, body)).status
    const report = (sent: boolean) => act('/1/sent', { sent })
    expect([await report(true), await report(false), await report(true)]).toEqual([200, 200, 429])
    expect(await act('', { method: 'form', after: 1, replace: true })).toBe(200)
    expect(harness.sandbox.orders()).toHaveLength(2)
  })

  test('of identical requests at the same time count once', async () => {
    const harness = createHarness({ paypane: { rateLimits: { order: 2 } } })
    const { id } = await harness.createCheckout('1042', 'transfer')
    const start = (after: number) =>
      harness.post(`/checkouts/${id}/attempts`, { method: 'form', after, replace: true })
    expect(await statuses(times(50, () => start(1)))).toEqual({ 200: 50 })
    expect(harness.sandbox.orders()).toHaveLength(2)
    expect((await start(2)).status).toBe(200)
    expect((await start(3)).status).toBe(429)
  })

  test('of an address beyond its limit are not refused to an identical request from another', async () => {
    const store = memoryStore()
    const other = '203.0.113.8'
    const { promise: isOtherCounted, resolve } = Promise.withResolvers<void>()
    const harness = createHarness({
      store: {
        ...store,
        async reserve(key, use) {
          if (key.endsWith(other)) resolve()
          if (!key.endsWith(stranger)) return await store.reserve(key, use)
          await isOtherCounted
          return { count: use.limit + 1, until: use.now + 1 }
        },
      },
      paypane: anyOrder,
    })
    const { id, clientSecret } = await (await openOrder(harness, stranger, '1042')).json()
    const start = async (address: string) => {
      const headers = { 'checkout-secret': clientSecret }
      const body = JSON.stringify({ method: 'transfer', after: 0 })
      return (await from(harness, address, `/checkouts/${id}/attempts`, { body, headers })).status
    }
    expect(await Promise.all([start(stranger), start(other)])).toEqual([429, 200])
  })

  test('of identical requests that wait for one of them are limited by address', async () => {
    const harness = createHarness({ paypane: { rateLimits: { address: 1 } } })
    const { id } = await harness.createCheckout('1042', 'transfer')
    // Without an address ten are allowed, of which the checkout has used one.
    const start = () => harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
    expect(await statuses(times(50, start))).toEqual({ 200: 9, 429: 41 })
    expect(harness.sandbox.orders()).toHaveLength(2)
  })

  test('without an address are limited, too', async () => {
    const harness = createHarness({ paypane: { ...anyOrder, rateLimits: { address: 2 } } })
    const start = (n: number) => openOrder(harness, undefined, `o-${n}`, { method: 'transfer' })
    expect(await statuses(times(30, start))).toMatchObject({ 429: 10 })
  })
})

test('wrong client secrets of an address are limited, and the right one still opens its checkout', async () => {
  const harness = createHarness({ paypane: { rateLimits: { clientSecrets: 5 } } })
  const { id, clientSecret } = await (await openOrder(harness, stranger, '1042')).json()
  const read = (secret: string) =>
    from(harness, stranger, `/checkouts/${id}`, { headers: { 'checkout-secret': secret } })
  expect(await statuses(times(20, (n) => read(`${id}_secret_${n}`)))).toEqual({ 404: 5, 429: 15 })
  expect((await read(clientSecret)).status).toBe(200)
})

describe('behind a proxy', () => {
  const behind = (trustedProxies: string[]) =>
    createHarness({ paypane: { ...anyOrder, trustedProxies, rateLimits: { address: 1 } } })
  const start = async (
    harness: ReturnType<typeof behind>,
    n: number,
    headers: Record<string, string>,
    proxy = '10.0.0.1',
  ) => (await openOrder(harness, proxy, `o-${n}`, { method: 'transfer', headers })).status

  test.each([
    ['x-forwarded-for', (address: string) => `${address}, 10.0.0.2`],
    ['forwarded', (address: string) => `for="${address}";proto=https, for=10.0.0.2:4711`],
  ])('each client of a trusted proxy has its own limit: %s', async (name, value) => {
    const harness = behind(['10.0.0.0/8'])
    expect(await start(harness, 1, { [name]: value('203.0.113.1') })).toBe(201)
    expect(await start(harness, 2, { [name]: value('203.0.113.2') })).toBe(201)
    expect(await start(harness, 3, { [name]: value('203.0.113.1') })).toBe(429)
    expect(await start(harness, 4, { [name]: value('[2001:db8::1]') })).toBe(201)
    expect(await start(harness, 5, { [name]: value('[2001:db8::2]') })).toBe(429)
  })

  test.each([
    ['x-forwarded-for', (n: number) => `198.51.100.${n}, 203.0.113.1`],
    ['forwarded', (n: number) => `for=198.51.100.${n}, for=203.0.113.1`],
    ['forwarded', (n: number) => `for="198.51.100.${n}, for=203.0.113.1`],
  ])('what a client puts into %s itself does not count', async (name, value) => {
    const harness = behind(['10.0.0.0/8'])
    expect(await start(harness, 1, { [name]: value(1) })).toBe(201)
    expect(await start(harness, 2, { [name]: value(2) })).toBe(429)
  })

  test.each([
    ['forwarded', (n: number) => ({ 'x-forwarded-for': '203.0.113.1', forwarded: `for=198.51.100.${n}` })],
    [
      'x-forwarded-for',
      (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}`, forwarded: 'for=203.0.113.1' }),
    ],
  ])('a forged %s beside the header of the proxy grants no separate limit', async (_, forged) => {
    const harness = behind(['10.0.0.0/8'])
    const results = await Promise.all(times(30, (n) => start(harness, n, forged(n))))
    expect(results.filter((status) => status !== 429)).toHaveLength(1)
  })

  test('headers of a connection that is no trusted proxy do not count', async () => {
    const harness = behind(['10.0.0.0/8'])
    expect(await start(harness, 1, { 'x-forwarded-for': '203.0.113.1' }, stranger)).toBe(201)
    expect(await start(harness, 2, { 'x-forwarded-for': '203.0.113.2' }, stranger)).toBe(429)
  })

  test('a mistyped token is refused in words, and neither counted nor logged', async () => {
    const { token, tokenSha256 } = createOperatorToken()
    const operators = { anna: { tokenSha256, scopes: ['read'] } } satisfies PaypaneOptions['operators']
    const harness = createHarness({ paypane: { operators } })
    const request = (given: string) =>
      from(harness, '10.0.0.1', '/admin/pipelines', { headers: { authorization: `Bearer ${given}` } })
    const swapped = token.replace(
      /^ppo_(.)(.*)$/,
      (_, first, rest) => `ppo_${first === '0' ? '1' : '0'}${rest}`,
    )
    for (const wrong of [token.slice(0, -1), `${token}0`, swapped, 'ppo_'])
      expect(await statuses(times(10, () => request(wrong)))).toEqual({ 401: 10 })
    expect((await (await request(swapped)).json()).detail).toContain('mistyped')
    expect(harness.logs.filter(({ message }) => message.includes('token'))).toEqual([])
    expect((await request(token)).status).toBe(200)
  })

  test('a wrong entry in trustedProxies is refused by name', () => {
    expect(() => behind(['proxy.example'])).toThrow(
      'trustedProxies has an entry that is neither an IP address nor a network',
    )
  })
})

test('requests for unknown orders are limited by address', async () => {
  const harness = createHarness({ paypane: { rateLimits: { unknownOrders: 5 } } })
  const guess = (n: number) => openOrder(harness, stranger, `guess-${n}`)
  expect(await statuses(times(50, guess))).toEqual({ 404: 5, 429: 45 })
  expect((await openOrder(harness, stranger, '1042')).status).toBe(429)
  expect((await openOrder(harness, '203.0.113.8', '1042')).status).toBe(201)
})

describe('long polls', () => {
  const open = async (limits: { longPolls?: number; longPollsPerAddress?: number }) => {
    const metrics: Metric[] = []
    const onMetric = (metric: Metric) => metrics.push(metric)
    const harness = createHarness({ paypane: { rateLimits: limits, onMetric } })
    const opened = await openOrder(harness, stranger, '1042')
    const { id, clientSecret } = await opened.json()
    const headers = { 'if-none-match': opened.headers.get('etag') ?? '', 'checkout-secret': clientSecret }
    const poll = (address: string) => from(harness, address, `/checkouts/${id}?wait=25`, { headers })
    return { harness, poll, metrics }
  }
  /** The statuses of the first responses that arrive. */
  const arrived = async (polls: Promise<Response>[], count: number): Promise<number[]> => {
    const seen: number[] = []
    for (const poll of polls) void poll.then(({ status }) => seen.push(status))
    // Decrypting a client secret takes event loop turns that no clock controls.
    while (seen.length < count) await new Promise((resolve) => setImmediate(resolve))
    return seen
  }

  test('of one address beyond its limit return at once', async () => {
    const { harness, poll, metrics } = await open({ longPollsPerAddress: 3 })
    const polls = times(10, () => poll(stranger))
    expect(await arrived(polls, 7)).toEqual(Array(7).fill(304))
    const other = poll('203.0.113.8')
    await harness.paypane.close()
    expect(await statuses([...polls, other])).toEqual({ 304: 11 })
    expect(metrics.filter(({ type }) => type === 'rate_limited')).toEqual(
      Array(7).fill({ type: 'rate_limited', purpose: 'long_polls' }),
    )
  })

  test('of all addresses have a limit, and a closed one makes room', async () => {
    const { harness, poll } = await open({ longPolls: 3 })
    const polls = times(10, (n) => poll(`203.0.113.${n}`))
    expect(await arrived(polls, 7)).toEqual(Array(7).fill(304))
    await openOrder(harness, stranger, '1042', { method: 'form' })
    expect(await statuses(polls)).toEqual({ 200: 3, 304: 7 })
    expect(await harness.paypane.stats()).toMatchObject({ openLongPolls: 0 })
  })
})
