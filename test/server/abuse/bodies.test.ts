import { describe, expect, test } from 'vitest'
import type { Metric, PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { from, openOrder, shopUrl, signedCallback, statuses, times } from './client.ts'

const stranger = '203.0.113.7'
const signature = '0'.repeat(64)
const json = { 'content-type': 'application/json' }

/** A request whose body never arrives, and how often the server has tried to read it. */
function unfinished(path: string, headers: Record<string, string>) {
  const read = { count: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull() {
        read.count += 1
        return new Promise(() => undefined)
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return { request: new Request(`${shopUrl}/pay${path}`, init), read }
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** Sends it and waits until the server reads its body, or answers. */
async function sendUnfinished(
  harness: Harness,
  address: string,
  path: string,
  headers: Record<string, string>,
) {
  const { request, read } = unfinished(path, headers)
  const state: { response: Response | null } = { response: null }
  const answered = harness.paypane.fetch(request, { address }).then((response) => {
    state.response = response
    return response
  })
  while (read.count === 0 && state.response === null) await nextTick()
  return { answered, isRead: read.count > 0, response: state.response, state }
}

describe("a payer's body", () => {
  test.each([
    ['/checkouts', json],
    ['/o/1042', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('of more than 8 kB is refused before it is read: %s', async (path, headers) => {
    const pages = (await import('../../../src/server/html/index.ts')).hostedPages({ name: 'Shop' })
    const harness = createHarness({ paypane: { pages } })
    const sent = await sendUnfinished(harness, stranger, path, { ...headers, 'content-length': '8193' })
    expect(sent.response?.status).toBe(413)
    expect(sent.isRead).toBe(false)
  })

  test.each(['attempts', 'attempts/1/sent'])('is not read without the client secret: %s', async (path) => {
    const harness = createHarness()
    const { id } = await harness.createCheckout('1042', 'transfer')
    const sent = await sendUnfinished(harness, stranger, `/checkouts/${id}/${path}`, json)
    expect(sent.response?.status).toBe(404)
    expect(sent.isRead).toBe(false)
  })

  test('with hundreds of members is malformed, also where they are not looked at', async () => {
    const harness = createHarness()
    for (const unused of [Object.fromEntries(times(300, (n) => [n, n])), times(600, () => 0)])
      expect((await harness.post('/checkouts', { order: '1042', unused })).status).toBe(400)
    const fields = Object.fromEntries(times(60, (n) => [`key-${n}`, 'text, with commas: and colons']))
    expect((await harness.post('/checkouts', { order: '1042', fields })).status).toBe(201)
  })

  test('that is malformed or does not arrive counts by address; beyond the limit none is read', async () => {
    const metrics: Metric[] = []
    const onMetric = (metric: Metric) => metrics.push(metric)
    const harness = createHarness({ paypane: { rateLimits: { malformedBodies: 4 }, onMetric } })
    const send = (body: string) => from(harness, stranger, '/checkouts', { body })
    expect(await statuses([send('{'), send('[]'), send('{"order":1}')])).toEqual({ 400: 3 })
    const slow = await sendUnfinished(harness, stranger, '/checkouts', json)
    harness.clock.advance(10_000)
    expect((await slow.answered).status).toBe(408)

    const { response, isRead } = await sendUnfinished(harness, stranger, '/checkouts', json)
    expect(response?.status).toBe(429)
    expect(isRead).toBe(false)
    expect(metrics).toContainEqual({ type: 'rate_limited', purpose: 'malformed_bodies' })
    expect((await openOrder(harness, '203.0.113.8', '1042')).status).toBe(201)
    harness.clock.advance(60_000)
    expect((await openOrder(harness, stranger, '1042')).status).toBe(200)
  })
})

describe('bodies of callbacks that are being received', () => {
  const large = { signature, 'content-length': String(1024 * 1024) }
  const hold = (harness: Harness, address: string) =>
    sendUnfinished(harness, address, '/callbacks/p2p', large)

  async function holdMany(harness: Harness, addresses: readonly string[], each: number) {
    const sent = []
    for (const address of addresses) for (let n = 0; n < each; n += 1) sent.push(await hold(harness, address))
    return sent
  }

  /** The first has ended for a later one, and no other. */
  async function expectFirstEnded([first, ...others]: Awaited<ReturnType<typeof holdMany>>): Promise<void> {
    expect((await first?.answered)?.status).toBe(408)
    expect(others.flatMap(({ state }) => state.response ?? [])).toEqual([])
  }

  test('take at most 8 MB of an address, before they are read', async () => {
    const harness = createHarness()
    const held = await holdMany(harness, [stranger], 9)
    expect(held.map(({ isRead }) => isRead)).toEqual([...Array(8).fill(true), false])
    expect(held.at(-1)?.response?.status).toBe(429)
    expect((await hold(harness, '203.0.113.8')).isRead).toBe(true)
  })

  test('of an address that has sent 8 MB make room once they stall', async () => {
    const harness = createHarness()
    const other = await hold(harness, '203.0.113.8')
    const held = await holdMany(harness, [stranger], 8)
    harness.clock.advance(1000)
    expect((await hold(harness, stranger)).isRead).toBe(true)
    await expectFirstEnded([...held, other])
  })

  test('take at most 48 MB together; those that stall keep no genuine one away', async () => {
    const harness = createHarness()
    const addresses = times(6, (n) => `203.0.113.${n}`)
    const held = await holdMany(harness, addresses, 8)
    expect(held.every(({ isRead }) => isRead)).toBe(true)
    expect((await hold(harness, '203.0.113.99')).response?.status).toBe(429)
    harness.clock.advance(1000)
    const genuine = await signedCallback(harness, 100)
    const { body } = genuine
    const headers = { signature: genuine.signature, 'content-length': String(body.length) }
    expect((await from(harness, '203.0.113.99', '/callbacks/p2p', { body, headers })).status).toBe(200)
    await expectFirstEnded(held)
    expect((await openOrder(harness, stranger, '1042')).status).toBe(201)
  })

  test('without a declared length count as the largest', async () => {
    const harness = createHarness()
    const chunked = () => sendUnfinished(harness, stranger, '/callbacks/p2p', { signature })
    for (let n = 0; n < 8; n += 1) expect((await chunked()).isRead).toBe(true)
    expect((await chunked()).isRead).toBe(false)
  })

  test('that do not arrive count as rejected; a limited address keeps room for one usual callback', async () => {
    const options: Partial<PaypaneOptions> = { rateLimits: { callbacks: 2 } }
    const harness = createHarness({ paypane: options })
    const held = await holdMany(harness, [stranger], 2)
    harness.clock.advance(10_000)
    expect(await statuses(held.map(({ answered }) => answered))).toEqual({ 408: 2 })

    expect(await hold(harness, stranger)).toMatchObject({ isRead: false, response: { status: 429 } })
    const genuine = await signedCallback(harness, 100)
    const send = () =>
      from(harness, stranger, '/callbacks/p2p', {
        body: genuine.body,
        headers: { signature: genuine.signature },
      })
    expect((await send()).status).toBe(200)
    const usual = await sendUnfinished(harness, stranger, '/callbacks/p2p', {
      signature,
      'content-length': '65536',
    })
    expect(usual.isRead).toBe(true)
    expect((await send()).status).toBe(429)
    harness.clock.advance(1000)
    expect((await send()).status).toBe(200)
    expect((await usual.answered).status).toBe(429)
    expect((await hold(harness, '203.0.113.8')).isRead).toBe(true)
  })
})

describe('Accept-Language', () => {
  test.each([
    ['the twentieth tag counts', `${'aa,'.repeat(19)}uk`, 'uk'],
    ['later ones do not', `${'aa,'.repeat(20)}uk`, 'en'],
    ['nor does one that is longer than any language tag', `uk-${'abcdefgh-'.repeat(100)}x, de`, 'de'],
    ['the preferred comes first', 'de;q=0.5, fr ; q=0.9, uk;q=0', 'fr'],
  ])('%s', async (_, accepted, expected) => {
    const pages = (await import('../../../src/server/html/index.ts')).hostedPages({ name: 'Shop' })
    const harness = createHarness({ paypane: { pages } })
    const response = await harness.get('/o/1042', { 'accept-language': accepted })
    expect(await response.text()).toContain(`<html lang="${expected}"`)
  })

  test('is no part of an ETag as it was received', async () => {
    const pages = (await import('../../../src/server/html/index.ts')).hostedPages({ name: 'Shop' })
    const harness = createHarness({ paypane: { pages } })
    const { id } = await harness.createCheckout('1042')
    const headers = { accept: 'text/html', 'accept-language': 'aa,'.repeat(5000) }
    expect((await harness.get(`/checkouts/${id}`, headers)).headers.get('etag')?.length).toBeLessThan(100)
  })
})
