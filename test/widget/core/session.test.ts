import { describe, expect, test } from 'vitest'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { type CheckoutEvent, eventsBetween } from '../../../src/widget/core/events.ts'
import { lostConnection } from '../../../src/widget/core/reducer.ts'
import { createSession, type Session, type SessionOptions } from '../../../src/widget/core/session.ts'
import { createFakePage, type RecordedRequest, type Reply, start, validView, view } from './fake-page.ts'

const versioned = (
  version: string,
  changed: Partial<ViewMembers> = {},
  more: { afterMs?: number; status?: number } = {},
) => ({
  view: changed,
  headers: { etag: `W/"${version}"` },
  ...more,
})
/** The server holds the long poll to its end. */
const held: Reply = 'held'
/** The payer has to choose; starting an attempt gets this response. */
const choosing =
  (started: Reply) =>
  (request: RecordedRequest): Reply =>
    request.method === 'POST'
      ? started
      : request.wait
        ? held
        : versioned('1', { status: 'choosing', attempts: 0 })

function open(
  serve: (request: RecordedRequest, count: number) => Reply,
  options: Partial<SessionOptions> = { checkout: 'co_1' },
) {
  const page = createFakePage(serve)
  const session = createSession({ endpoint: '/pay', ...options }, page.environment)
  const eventTypes: string[] = []
  session.subscribe((after, before) => {
    for (const event of eventsBetween(before, after)) eventTypes.push(nameOf(event))
  })
  return { page, session, eventTypes }
}

const nameOf = (event: CheckoutEvent) => (event.type === 'error' ? event.code : event.type)

describe('opening a checkout', () => {
  test('again, with a fresh token, once the client secret proves the outcome only', async () => {
    let tokens = 0
    const { page, session } = open(
      ({ method }) =>
        method === 'POST'
          ? versioned('all', { status: 'choosing', attempts: 0 })
          : tokens === 1
            ? versioned('outcome', { status: 'choosing', attempts: 0, methods: [] })
            : held,
      { order: () => `token ${++tokens}` },
    )
    await page.advance(60_000)
    const opened = page.requests.filter(({ method }) => method === 'POST')
    expect(opened.map(({ body }) => body)).toEqual([{ order: 'token 1' }, { order: 'token 2' }])
    expect(session.state.view?.methods).not.toEqual([])
  })

  test('by order: creates or finds the checkout, then polls it by id', async () => {
    const { page } = open((request) => (request.method === 'POST' ? versioned('1') : held), {
      order: '1042',
      method: 'transfer',
    })
    await page.advance(30_000)
    expect(page.requests[0]).toMatchObject({
      method: 'POST',
      path: '/pay/checkouts',
      body: { order: '1042', method: 'transfer' },
    })
    expect(page.requests[1]).toMatchObject({
      method: 'GET',
      path: '/pay/checkouts/co_1',
      wait: 23,
      version: 'W/"1"',
    })
  })

  test('bypasses the HTTP cache', async () => {
    const page = createFakePage((request) => (request.wait ? held : versioned('1')))
    const caches: unknown[] = []
    const fetch: typeof page.environment.fetch = (url, init) => {
      caches.push(init.cache)
      return page.environment.fetch(url, init)
    }
    createSession({ endpoint: '/pay', order: '1042' }, { ...page.environment, fetch })
    await page.advance(30_000)
    expect(caches).toEqual(['no-store', 'no-store', 'no-store'])
  })

  test('by checkout id, with a trailing slash in the endpoint', async () => {
    const { page, session } = open(() => versioned('1', { status: 'succeeded', final: true }), {
      endpoint: '/pay/',
      checkout: 'co_1',
    })
    await page.advance(0)
    expect(page.requests).toMatchObject([{ path: '/pay/checkouts/co_1', wait: null }])
    expect(session.state.view?.status).toBe('succeeded')
  })

  test('a preparing checkout is polled again', async () => {
    const { page, session } = open(
      (_, count) => (count === 1 ? versioned('1', { status: 'preparing' }, { status: 202 }) : versioned('2')),
      { order: '1042' },
    )
    const statuses: string[] = []
    session.subscribe(({ view: seen }) => statuses.push(seen?.status ?? 'none'))
    await page.advance(0)
    expect(statuses).toEqual(['preparing', 'pending'])
  })

  test('the method option starts an attempt once, if the checkout is choosing', async () => {
    const { page } = open(
      (request) =>
        request.method === 'POST'
          ? versioned('2')
          : request.version
            ? held
            : versioned('1', { status: 'choosing', attempts: 0 }),
      { checkout: 'co_1', method: 'form' },
    )
    await page.advance(60_000)
    const posts = page.requests.filter(({ method }) => method === 'POST')
    expect(posts).toMatchObject([
      { path: '/pay/checkouts/co_1/attempts', body: { method: 'form', after: 0 } },
    ])
  })

  test('a failed start of the method option is not retried automatically', async () => {
    const { page, session } = open(choosing({ status: 503, text: '' }), {
      checkout: 'co_1',
      method: 'form',
    })
    await page.advance(120_000)
    expect(page.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(session.state).toMatchObject({ actionError: 'startFailed', view: { status: 'choosing' } })
  })

  test('initialView is the state before any response', () => {
    const { session } = open(() => 'hanging', { checkout: 'co_1', initialView: validView() })
    expect(session.state.view?.amount.value).toBe('1250.00')
  })

  test('a choosing initialView starts the method option immediately', async () => {
    const { page, session } = open((request) => (request.method === 'POST' ? versioned('1') : held), {
      checkout: 'co_1',
      method: 'form',
      initialView: validView({ status: 'choosing', method: null, attempts: 0, version: 'W/"0"' }),
    })
    expect(session.state.starting).toEqual({ method: 'form' })
    await page.advance(1000)
    expect(page.requests.map(({ path }) => path)).toEqual([
      '/pay/checkouts/co_1/attempts',
      '/pay/checkouts/co_1',
    ])
  })
})

describe('polling', () => {
  test('an initialView with a version is long-polled at once: three requests a minute', async () => {
    const { page } = open(() => held, { checkout: 'co_1', initialView: validView({ version: 'W/"7"' }) })
    await page.advance(59_999)
    expect(page.requests.map(({ at, wait, version }) => ({ at, wait, version }))).toEqual(
      [0, 23_000, 46_000].map((at) => ({ at, wait: 23, version: 'W/"7"' })),
    )
    page.emitPageEvent('return')
    await page.advance(0)
    expect(page.requests[3]).toMatchObject({ at: 59_999, wait: null })
  })

  test('a new version of an equal view is not a change', async () => {
    const { page, eventTypes } = open((_, count) => versioned(String(count), { version: String(count) }))
    await page.advance(20_000)
    expect(page.requests.length).toBeGreaterThan(2)
    expect(eventTypes).toEqual(['ready'])
  })

  test('an initialView without a version is requested once, then long-polled', async () => {
    const { page } = open((request) => (request.wait ? held : versioned('1')), {
      checkout: 'co_1',
      initialView: validView(),
    })
    await page.advance(1000)
    expect(page.requests.map(({ wait }) => wait)).toEqual([null, 23])
  })

  test('long polls follow one another, three a minute, and never overlap', async () => {
    const { page } = open((request) => (request.wait ? held : versioned('1')))
    await page.advance(60_000)
    expect(page.requests.length).toBeLessThanOrEqual(4)
    expect(page.requests.slice(1).every(({ wait, version }) => wait === 23 && version === 'W/"1"')).toBe(true)
    expect(page.maxOpen).toBe(1)
  })

  test('a change during a long poll arrives immediately', async () => {
    const { page, session } = open((_, count) =>
      count === 1
        ? versioned('1')
        : count === 2
          ? versioned('2', { status: 'succeeded', final: true }, { afterMs: 7000 })
          : held,
    )
    await page.advance(7000)
    expect(session.state.view?.status).toBe('succeeded')
  })

  test('after an early 304 the next request waits for pollAfter', async () => {
    const { page } = open((request) => (request.wait ? { status: 304 } : versioned('1', { pollAfter: 4 })))
    await page.advance(30_000)
    const times = page.requests.slice(1).map(({ at }) => at)
    const gaps = times.slice(1).map((at, place) => at - (times[place] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4000)
  })

  test('a server without ETags is polled at pollAfter, without wait', async () => {
    const { page } = open(() => ({ view: { pollAfter: 5 } }))
    await page.advance(31_000)
    expect(page.requests.every(({ wait }) => wait === null)).toBe(true)
    expect(page.requests.length).toBeLessThanOrEqual(7)
  })

  test('an ETag that changes with every response does not cause a request loop', async () => {
    const { page } = open((_, count) => versioned(String(count), { pollAfter: 3 }))
    await page.advance(30_000)
    expect(page.requests.length).toBeLessThanOrEqual(12)
  })

  test('a final view ends polling: no request, no timer', async () => {
    const { page } = open(() => versioned('1', { status: 'succeeded', final: true, pollAfter: null }))
    await page.advance(600_000)
    expect(page.requests).toHaveLength(1)
    expect(page.timers).toBe(0)
    page.emitPageEvent('return')
    await page.advance(1000)
    expect(page.requests).toHaveLength(1)
  })

  test('a null pollAfter ends polling only if the view is final', async () => {
    const { page } = open((_, count) => ({ view: { order: String(count), pollAfter: null } }))
    await page.advance(60_000)
    expect(page.requests.map(({ at }) => Math.floor(at / 30_000))).toEqual([0, 1])
  })

  test('a failed transfer is still polled, and can still succeed', async () => {
    const { page, session, eventTypes } = open((_, count) =>
      count === 1
        ? versioned('1', { status: 'failed', pollAfter: 15 })
        : count < 5
          ? held
          : versioned('2', { status: 'succeeded', final: true }),
    )
    await page.advance(300_000)
    expect(session.state.view?.status).toBe('succeeded')
    expect(session.state.wasFailedOrExpired).toBe(true)
    expect(eventTypes).toEqual(['ready', 'fail', 'change', 'success'])
  })

  test('a failed transfer is polled slowly: pollAfter follows each long poll', async () => {
    const { page } = open((request) =>
      request.wait ? held : versioned('1', { status: 'failed', pollAfter: 30 }),
    )
    await page.advance(600_000)
    const times = page.requests.slice(1).map(({ at }) => at)
    const gaps = times.slice(1).map((at, place) => at - (times[place] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(55_000)
    expect(page.requests.length).toBeGreaterThan(8)
  })

  test('a hanging long poll is aborted ten seconds after its wait', async () => {
    const { page, session } = open((_, count) =>
      count === 1 ? versioned('1') : count === 2 ? 'hanging' : held,
    )
    await page.advance(32_900)
    expect(page.requests).toHaveLength(2)
    await page.advance(1000)
    expect(page.requests[2]).toMatchObject({ wait: null })
    expect(session.state).toMatchObject({ failureCount: 0, view: { status: 'pending' } })
  })

  test('at expiresAt the view is requested, and only a response can be expired', async () => {
    const expiresAt = new Date(start + 10_000).toISOString()
    const { page, session } = open((request) =>
      request.at >= 10_000
        ? versioned('2', { status: 'expired', expiresAt })
        : request.wait
          ? held
          : versioned('1', { expiresAt }),
    )
    await page.advance(9900)
    expect(session.state.view?.status).toBe('pending')
    await page.advance(200)
    expect(page.requests.find(({ at }) => at === 10_000)).toMatchObject({ wait: null })
    expect(session.state.view?.status).toBe('expired')
  })

  test.each([
    [1, true],
    [2 ** 31, true],
    [0, false],
    [-1, false],
  ])('whether a timer is set for an expiry in %i ms: %s', (timeLeftMs, isSet) => {
    const page = createFakePage(() => 'hanging')
    const delays: number[] = []
    const setTimer: typeof page.environment.setTimer = (ms, run) => {
      delays.push(ms)
      return page.environment.setTimer(ms, run)
    }
    const serverView = validView({ expiresAt: new Date(start + timeLeftMs).toISOString() })
    createSession({ endpoint: '/pay', serverView }, { ...page.environment, setTimer })
    expect(delays.includes(timeLeftMs)).toBe(isSet)
  })

  test('serverNow follows the server’s clock, not the device’s', async () => {
    const { page, session } = open(() => ({ view: { now: '2026-11-20T15:00:00.000Z' } }))
    await page.advance(0)
    expect(new Date(session.serverNow()).toISOString()).toBe('2026-11-20T15:00:00.000Z')
  })

  test('a 304 carries the server’s time: a turned clock moves the countdown, and the expiry with it', async () => {
    const expiresAt = new Date(start + 1_800_000).toISOString()
    let turnedMs = 0
    const { page, session } = open((request) => {
      const date = new Date(start + request.at + 25_000 + turnedMs).toUTCString()
      return request.wait
        ? { status: 304, headers: { date }, afterMs: 25_000 }
        : versioned('1', { expiresAt, now: new Date(start + request.at + turnedMs).toISOString() })
    })
    await page.advance(400)
    const exact = session.serverNow()
    turnedMs = 1_700_000
    await page.advance(24_700)
    expect(session.serverNow() - exact).toBe(24_700)
    await page.advance(25_000)
    expect(session.serverNow()).toBeGreaterThan(start + 1_749_000)
    const before = page.requests.length
    await page.advance(51_000)
    expect(page.requests.slice(before).map(({ wait }) => wait)).toContain(null)
  })

  test('a response without a valid time keeps the clock offset', async () => {
    const { page, session } = open((_, count) => ({
      view: { now: count === 1 ? '2026-11-20T15:00:00.000Z' : 'noon' },
    }))
    await page.advance(60_000)
    expect(page.requests.length).toBeGreaterThan(1)
    expect(new Date(session.serverNow()).toISOString()).toBe('2026-11-20T15:01:00.000Z')
  })
})

describe('leaving and returning', () => {
  test('returning aborts the current request and polls at once, without wait', async () => {
    const { page } = open((request) => (request.wait ? 'hanging' : versioned('1')))
    await page.advance(5000)
    page.emitPageEvent('return')
    await page.advance(0)
    expect(page.requests.map(({ wait, at }) => [wait, at])).toEqual([
      [null, 0],
      [23, 0],
      [null, 5000],
      [23, 5000],
    ])
    expect(page.maxOpen).toBe(1)
  })

  test('the response of an aborted request is ignored, even if it arrives late', async () => {
    const page = createFakePage((request, count) =>
      request.wait ? held : versioned(String(count), { attempts: count === 1 ? 1 : 2 }),
    )
    const late = Promise.withResolvers<Response>()
    let isFirst = true
    const fetch: typeof page.environment.fetch = (url, init) => {
      if (!isFirst || !url.includes('wait')) return page.environment.fetch(url, init)
      isFirst = false
      return late.promise
    }
    const session = createSession({ endpoint: '/pay', checkout: 'co_1' }, { ...page.environment, fetch })
    await page.advance(1000)
    page.emitPageEvent('return')
    await page.advance(0)
    expect(session.state.view?.attempts).toBe(2)
    late.resolve(new Response(JSON.stringify(view({ status: 'failed' }))))
    await page.advance(1000)
    expect(session.state.view).toMatchObject({ attempts: 2, status: 'pending' })
  })

  test('lifecycle events that arrive together count as one return', async () => {
    const { page } = open((request) => (request.wait ? 'hanging' : versioned('1', {}, { afterMs: 50 })))
    await page.advance(5000)
    page.emitPageEvent('return')
    page.emitPageEvent('return')
    await page.advance(20)
    page.emitPageEvent('return')
    await page.advance(100)
    expect(page.requests.filter(({ at }) => at >= 5000 && at < 5100)).toHaveLength(2)
  })

  test.each([
    [299, 0],
    [300, 1],
  ])('an event %i ms after the last return causes %i requests', async (afterMs, expected) => {
    const { page } = open((request) => (request.wait ? 'hanging' : versioned('1')))
    await page.advance(5000)
    page.emitPageEvent('return')
    await page.advance(afterMs)
    const requestCount = page.requests.length
    page.emitPageEvent('return')
    expect(page.requests.length - requestCount).toBe(expected)
  })

  test('a return follows a leave however soon after the last return it comes', async () => {
    const { page } = open((request) => (request.wait ? 'hanging' : versioned('1')))
    await page.advance(5000)
    for (const event of ['return', 'leave', 'return'] as const) page.emitPageEvent(event)
    await page.advance(0)
    expect(page.requests.at(-1)).toMatchObject({ wait: 23, at: 5000 })
  })

  test.each([
    ['', {}],
    [' and a Retry-After had passed', { status: 429, headers: { 'retry-after': '1' } }],
  ])('returning after the device’s clock was set back%s polls at once', async (_, first) => {
    const page = createFakePage((request, count) =>
      count === 1 ? first : request.wait ? 'hanging' : versioned('1'),
    )
    let setBackMs = 0
    const now = () => page.environment.now() - setBackMs
    createSession({ endpoint: '/pay', checkout: 'co_1' }, { ...page.environment, now })
    await page.advance(5000)
    setBackMs = 3 * 3_600_000
    page.emitPageEvent('return')
    await page.advance(0)
    expect(page.requests.filter(({ at }) => at === 5000)[0]).toMatchObject({ wait: null })
  })

  test('leaving aborts all requests; returning from the bfcache polls at once', async () => {
    const { page } = open((request) => (request.wait ? 'hanging' : versioned('1')))
    await page.advance(1000)
    page.emitPageEvent('leave')
    await page.advance(3_600_000)
    expect(page.open).toBe(0)
    expect(page.requests).toHaveLength(2)
    page.emitPageEvent('return')
    await page.advance(0)
    expect(page.requests[2]).toMatchObject({ wait: null, at: 3_601_000 })
  })
})

describe('bad networks', () => {
  test.each([
    ['failed requests', 'dropped'],
    ['responses that broke after the headers', 'broken'],
  ] as const)('two %s in a row are a lost connection; the view stays', async (_, reply) => {
    const { page, session, eventTypes } = open((_, count) =>
      count === 1 ? versioned('1') : count < 5 ? reply : held,
    )
    await page.advance(100)
    expect(lostConnection(session.state)).toBe(null)
    await page.advance(1000)
    expect(lostConnection(session.state)).toBe('connectionLost')
    expect(session.state.view?.status).toBe('pending')
    await page.advance(60_000)
    expect(lostConnection(session.state)).toBe(null)
    expect(eventTypes).toEqual(['ready', 'connectionLost'])
  })

  test('a long outage is polled with backoff and never given up', async () => {
    const { page, session } = open((_, count) => (count === 1 ? versioned('1') : 'dropped'))
    await page.advance(600_000)
    expect(page.requests.length).toBeLessThan(50)
    expect(page.requests.length).toBeGreaterThan(20)
    expect(session.state.view?.status).toBe('pending')
  })

  test.each([
    ['HTML instead of JSON', { text: '<!doctype html><p>Sign in' }],
    ['JSON that is not a view', { text: '{"id":1}' }],
    ['an empty response', { text: '' }],
    ['a server error', { status: 503, text: 'no' }],
    ['a server-side timeout', { status: 408, text: '' }],
    ['a proxy’s page of its own with a 404', { status: 404, text: '<!doctype html><h1>Not Found' }],
    [
      'a proxy’s page of its own with a 403',
      { status: 403, text: '<!doctype html><p>Checking your browser' },
    ],
  ] as const)('%s is not a failed payment', async (_, reply) => {
    const { page, session } = open((_, count) => (count === 1 ? versioned('1') : count < 4 ? reply : held))
    await page.advance(3000)
    expect(session.state).toMatchObject({ blockingError: null, view: { status: 'pending' } })
    await page.advance(30_000)
    expect(session.state.failureCount).toBe(0)
  })

  test.each([
    ['seconds', 429, '60'],
    ['a date', 429, 'Fri, 20 Nov 2026 12:01:00 GMT'],
    ['a date that begins with digits', 429, '2026-11-20T12:01:00Z'],
    ['a date of digits at both ends', 429, '2026-11-20T12:01:00+00:00'],
    ['seconds of an outage', 503, '60'],
  ])('Retry-After in %s is respected, even when the payer returns', async (_, status, retryAfter) => {
    const { page, session } = open((_, count) =>
      count === 1
        ? { status, text: '{}', headers: { 'retry-after': retryAfter } }
        : versioned('1', { status: 'succeeded', final: true }),
    )
    await page.advance(30_000)
    page.emitPageEvent('return')
    await page.advance(29_000)
    expect(page.requests).toHaveLength(1)
    await page.advance(2000)
    expect(page.requests).toHaveLength(2)
    expect(session.state.view?.status).toBe('succeeded')
  })

  test('Retry-After is limited to five minutes; an invalid one is ignored', async () => {
    const secondRequestAt = async (retryAfter: string) => {
      const { page } = open((_, count) =>
        count === 1 ? { status: 429, text: '{}', headers: { 'retry-after': retryAfter } } : held,
      )
      await page.advance(400_000)
      return page.requests[1]?.at
    }
    expect(await secondRequestAt('86400')).toBe(300_000)
    expect(await secondRequestAt('soon')).toBeLessThan(1000)
  })

  test('rate limiting is not a lost connection', async () => {
    const { page, session } = open((_, count) => (count === 1 ? versioned('1') : { status: 429, text: '' }))
    await page.advance(30_000)
    expect(session.state.failureCount).toBeGreaterThan(1)
    expect(lostConnection(session.state)).toBe(null)
  })

  test('slow responses do not lead to overlapping requests', async () => {
    const { page } = open(() => ({ view: { pollAfter: 1 }, afterMs: 5000 }))
    await page.advance(60_000)
    expect(page.maxOpen).toBe(1)
    expect(page.requests.slice(0, 3).map(({ at }) => at)).toEqual([0, 6100, 12_200])
  })

  test.each([
    [404, {}, 'notFound'],
    [410, {}, 'notFound'],
    [401, {}, 'forbidden'],
    [403, {}, 'forbidden'],
    [400, {}, 'unavailable'],
    [422, { code: 'method_not_offered' }, 'unavailable'],
    [409, { code: 'amount_changed' }, 'amountChanged'],
  ] as const)('%i %o stops polling with %s until the payer returns', async (status, problem, errorCode) => {
    const { page, session, eventTypes } = open((_, count) =>
      count === 1 ? { status, text: JSON.stringify(problem) } : versioned('1'),
    )
    await page.advance(600_000)
    expect(session.state.blockingError).toBe(errorCode)
    expect(page.requests).toHaveLength(1)
    expect(eventTypes).toEqual([errorCode])
    page.emitPageEvent('return')
    await page.advance(0)
    expect(session.state).toMatchObject({ blockingError: null, view: { status: 'pending' } })
  })
})

describe('actions of the payer', () => {
  test('starting an attempt sends the attempt count and uses the returned view', async () => {
    const { page, session } = open((request) =>
      request.method === 'POST'
        ? versioned('2', { attempts: 2 })
        : request.wait
          ? held
          : versioned('1', { status: 'failed', retry: true }),
    )
    await page.advance(0)
    const starting = session.start({ method: 'transfer' })
    expect(session.state.starting).toEqual({ method: 'transfer' })
    await page.advance(0)
    await starting
    expect(page.requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/pay/checkouts/co_1/attempts',
      body: { method: 'transfer', after: 1 },
    })
    expect(session.state).toMatchObject({ starting: null, view: { attempts: 2, status: 'pending' } })
  })

  test('a failed start is reported, and the view is requested again', async () => {
    const { page, session, eventTypes } = open(choosing('dropped'))
    await page.advance(0)
    void session.start({ method: 'transfer' })
    await page.advance(100)
    expect(eventTypes).toEqual(['ready', 'startFailed'])
    expect(page.requests.at(-1)?.method).toBe('GET')
  })

  test('a hanging start is aborted after 30 seconds, and the view is requested', async () => {
    const { page, session } = open(choosing('hanging'))
    await page.advance(0)
    void session.start({ method: 'transfer' })
    await page.advance(29_900)
    page.emitPageEvent('return')
    await page.advance(0)
    expect(page.requests.at(-1)?.method).toBe('POST')
    await page.advance(100)
    expect(session.state).toMatchObject({ starting: null, actionError: 'startFailed' })
    expect(page.requests.at(-1)).toMatchObject({ method: 'GET', at: 30_000 })
  })

  test('starting twice creates one attempt', async () => {
    const { page, session } = open(choosing(versioned('2', {}, { afterMs: 500 })))
    await page.advance(0)
    void session.start({ method: 'transfer' })
    void session.start({ method: 'transfer' })
    await page.advance(1000)
    expect(page.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('“I’ve sent the money” polls at once and twice as often, and changes nothing else', async () => {
    const { page, session } = open(() => ({ view: { pollAfter: 8 } }))
    await page.advance(0)
    session.reportSent()
    await page.advance(20_000)
    expect(page.requests.length).toBeGreaterThanOrEqual(6)
    expect(session.state).toMatchObject({
      sentReport: { attempt: 1, sent: true },
      view: { status: 'pending' },
    })
  })

  test('deleting a saved card names the order and removes it from the view', async () => {
    const cards = [{ id: 'c1', label: '4441 •••• 6666' }]
    const { page, session } = open((request) =>
      request.method === 'DELETE'
        ? { status: 204 }
        : request.wait
          ? held
          : versioned('1', { status: 'choosing', savedCards: cards }),
    )
    await page.advance(0)
    void session.deleteCard('c1')
    await page.advance(0)
    expect(page.requests.find(({ method }) => method === 'DELETE')?.path).toBe('/pay/cards/c1?order=1042')
    expect(session.state.view?.savedCards).toEqual([])
  })
})

describe('guarantees', () => {
  test('a late response never revokes a success', async () => {
    const { page, session } = open((_, count) =>
      versioned(String(count), count === 1 ? { status: 'succeeded' } : { status: 'failed' }),
    )
    await page.advance(60_000)
    expect(session.state.view?.status).toBe('succeeded')
  })

  test('success is emitted once, however often it is received', async () => {
    const { page, eventTypes } = open((_, count) =>
      versioned(String(count), { status: 'succeeded', final: count > 3 }),
    )
    await page.advance(120_000)
    expect(eventTypes.filter((name) => name === 'success')).toHaveLength(1)
  })

  test('after stop there are no requests, timers, listeners or callbacks', async () => {
    const expiresAt = new Date(start + 300_000).toISOString()
    const { page, session, eventTypes } = open((request) =>
      request.wait ? 'hanging' : versioned('1', { expiresAt }),
    )
    await page.advance(1000)
    session.stop()
    await page.advance(0)
    const requestCount = page.requests.length
    await page.advance(600_000)
    expect([page.requests.length - requestCount, page.timers, page.open, page.isWatched]).toEqual([
      0,
      0,
      0,
      false,
    ])
    expect(eventTypes).toEqual(['ready'])
  })

  test.each([
    ['starting an attempt', (session: Session) => session.start({ method: 'transfer' })],
    ['deleting a card', (session: Session) => session.deleteCard('c1')],
    ['requesting more time', (session: Session) => session.extend()],
    ['reporting money as sent', (session: Session) => session.reportSent()],
  ])('stopping while %s aborts it and ends all requests and events', async (_, action) => {
    const { page, session, eventTypes } = open((request) =>
      request.method !== 'GET' ? 'hanging' : request.wait ? held : versioned('1', { status: 'choosing' }),
    )
    await page.advance(1000)
    void action(session)
    await page.advance(1000)
    const requestCount = page.requests.length
    const { state } = session
    session.stop()
    await page.advance(600_000)
    expect([page.requests.length - requestCount, page.timers, page.open]).toEqual([0, 0, 0])
    expect(eventTypes).toEqual(['ready'])
    expect(session.state).toBe(state)
  })

  test('a session that was stopped stays so, whatever is called', async () => {
    const { page, session } = open((request) => (request.wait ? 'hanging' : versioned('1', {})))
    await page.advance(1000)
    session.stop()
    const requestCount = page.requests.length
    session.refresh()
    session.reportSent()
    void session.start({ method: 'transfer' })
    void session.extend()
    await page.advance(600_000)
    expect([page.requests.length - requestCount, page.timers, page.open]).toEqual([0, 0, 0])
  })

  test('a listener that has unsubscribed is not called; the others are', async () => {
    const { page, session, eventTypes } = open((_, count) => versioned(String(count), { attempts: count }))
    let calls = 0
    const unsubscribe = session.subscribe(() => calls++)
    await page.advance(0)
    expect(calls).toBeGreaterThan(0)
    const before = calls
    unsubscribe()
    await page.advance(60_000)
    expect(calls).toBe(before)
    expect(eventTypes).toContain('change')
  })

  test('a response that arrives after stop is ignored', async () => {
    const { page, session, eventTypes } = open(() => ({ afterMs: 1000 }))
    session.stop()
    await page.advance(5000)
    expect(eventTypes).toEqual([])
    expect(session.state.view).toBeNull()
  })
})

describe('a response to the payer that a newer view has overtaken', () => {
  test.each<[what: string, act: (session: Session) => void]>([
    ['a report', (session) => session.reportSent()],
    ['more time', (session) => void session.extend()],
  ])('is not shown: %s', async (_, act) => {
    let hasFailed = false
    const { page, session, eventTypes } = open(({ method }) =>
      method === 'POST' ? { afterMs: 5000 } : { view: hasFailed ? { status: 'failed' } : {} },
    )
    await page.advance(0)
    act(session)
    hasFailed = true
    await page.advance(20_000)
    expect(session.state.view?.status).toBe('failed')
    expect(eventTypes).toEqual(['ready', 'change', 'fail'])
  })

  test('is not shown once another attempt has started', async () => {
    const failed = { status: 'failed', retry: true } as const
    let attempts = 1
    const { page, session } = open(({ method, path }) => {
      if (path.endsWith('/sent')) return { view: failed, afterMs: 5000 }
      if (method === 'POST') attempts = 2
      return { view: attempts === 1 ? failed : { attempts } }
    })
    await page.advance(0)
    session.reportSent()
    void session.start({ method: 'transfer' })
    const shown: (number | undefined)[] = []
    session.subscribe(({ view: current }) => shown.push(current?.attempts))
    await page.advance(10_000)
    expect(shown).toContain(2)
    expect(shown.lastIndexOf(1)).toBeLessThan(shown.indexOf(2))
  })

  test('nor is that of more time, once another attempt has started meanwhile', async () => {
    const choosing = { status: 'choosing', attempts: 0, canExtend: true } as const
    let hasStarted = false
    const { page, session } = open(({ path, wait }) => {
      if (wait) return held
      if (path.endsWith('/extend')) return { view: choosing, afterMs: 5000 }
      if (path.endsWith('/attempts')) hasStarted = true
      return { view: hasStarted ? {} : choosing }
    })
    await page.advance(0)
    void session.extend()
    void session.start({ method: 'transfer' })
    await page.advance(1000)
    const shown: (number | undefined)[] = []
    session.subscribe(({ view: current }) => shown.push(current?.attempts))
    await page.advance(10_000)
    expect(session.state.view?.attempts).toBe(1)
    expect(shown).not.toContain(0)
  })

  test.each<[what: string, act: (session: Session) => void]>([
    ['requests more time', (session) => void session.extend()],
    ['refreshes the view', (session) => session.refresh()],
  ])('does not end the start of an attempt, where a page %s', async (_, act) => {
    const { page, session } = open(({ path }) =>
      path.endsWith('/attempts') ? 'hanging' : { view: { status: 'choosing', attempts: 0, canExtend: true } },
    )
    await page.advance(0)
    void session.start({ method: 'transfer' })
    act(session)
    await page.advance(1000)
    expect(session.state.starting).toEqual({ method: 'transfer' })
  })
})

describe('what the payer requests', () => {
  test.each([100, 250])('more time is requested once, by a second press after %i ms too', async (afterMs) => {
    const expiresAt = new Date(start + 300_000).toISOString()
    const extended = { expiresAt: new Date(start + 900_000).toISOString(), canExtend: false }
    let isExtended = false
    const { page, session } = open((request) => {
      if (request.wait) return held
      if (request.method === 'POST') isExtended = true
      return versioned('1', isExtended ? extended : { expiresAt, canExtend: true }, { afterMs: 200 })
    })
    await page.advance(1000)
    // The button is there as long as the view says so.
    const press = () => session.state.view?.canExtend && void session.extend()
    press()
    await page.advance(afterMs)
    press()
    await page.advance(1000)
    expect(page.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(session.state.view).toMatchObject(extended)
  })

  test('more time without a response is an error until it is requested again', async () => {
    const replies: Reply[] = ['dropped', { status: 503, text: '' }, versioned('2')]
    const { page, session, eventTypes } = open(
      ({ method, wait }) => (method === 'POST' && replies.shift()) || (wait ? held : versioned('1')),
    )
    await page.advance(0)
    for (const error of ['extendFailed', 'extendFailed', null]) {
      const extending = session.extend()
      expect(session.state.actionError).toBeNull()
      await page.advance(1000)
      await extending
      expect(session.state.actionError).toBe(error)
    }
    expect(eventTypes.filter((type) => type === 'extendFailed')).toHaveLength(2)
  })

  test('more time is requested for the checkout, and the view is polled whatever the response', async () => {
    const { page, session } = open((request) =>
      request.method === 'POST' ? { status: 409, text: '{}' } : request.wait ? held : versioned('1'),
    )
    await page.advance(0)
    await session.extend()
    await page.advance(0)
    expect(session.state.actionError).toBeNull()
    const [extend, next] = page.requests.slice(2)
    expect(extend).toMatchObject({ method: 'POST', path: '/pay/checkouts/co_1/extend', body: {} })
    expect(next).toMatchObject({ method: 'GET', wait: null })
    session.chooseAgain(true)
    expect(session.state.choosingAgain).toBe(true)
    page.emitPageEvent('offline')
    expect(session.state.isOffline).toBe(true)
  })

  test.each([
    [204, [], null],
    [404, [], null],
    [403, [{ id: 'c1', label: 'one' }], 'deleteCardFailed'],
    [503, [{ id: 'c1', label: 'one' }], 'deleteCardFailed'],
  ])('a card whose deletion has the status %i leaves %j', async (status, savedCards, actionError) => {
    const { page, session } = open((request) =>
      request.method === 'DELETE'
        ? { status, text: '{}' }
        : request.wait
          ? held
          : versioned('1', { savedCards: [{ id: 'c1', label: 'one' }] }),
    )
    await page.advance(0)
    const deleted = session.deleteCard('c1')
    expect(session.state.deletingCard).toBe('c1')
    await session.deleteCard('c1')
    await deleted
    expect(page.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(session.state).toMatchObject({ deletingCard: null, actionError, view: { savedCards } })
  })
})

describe('the first view', () => {
  const withId = (id: string) => validView({ id, status: 'choosing', method: null, attempts: 0, version: id })
  const initialView = withId('co_initial')
  const serverView = withId('co_server')
  const markupView = withId('co_markup')

  test.each([
    ['initialView', { initialView, serverView, markupView }, initialView, false, 'co_initial'],
    ['serverView', { serverView, markupView }, serverView, true, null],
    ['markupView', { markupView }, markupView, false, null],
  ])('is %s if no better one is there', async (_, views, expected, unconfirmed, version) => {
    const page = createFakePage(() => 'hanging')
    const session = createSession({ endpoint: '/pay', ...views }, page.environment)
    expect(session.state).toMatchObject({ view: { id: expected.id }, preview: null, unconfirmed })
    await page.advance(0)
    // What the server has to confirm has no version, so that the response is a whole view.
    expect(page.requests).toMatchObject([{ path: `/pay/checkouts/${expected.id}`, version }])
  })

  test.each([
    ['sent in the view', (at: number) => versioned('1', { version: 'W/"1"', now: serverTime(at) })],
    [
      'sent with a 304 only',
      (at: number, wait: number | null) =>
        wait
          ? { status: 304, headers: { date: new Date(serverTime(at)).toUTCString() } }
          : versioned('1', { version: 'W/"1"', now: '' }),
    ],
  ])('continues an earlier session with the server’s clock, %s', async (_, reply) => {
    const page = createFakePage(({ at, wait }) => reply(at, wait))
    const first = createSession({ endpoint: '/pay', checkout: 'co_1' }, page.environment)
    await page.advance(10_000)
    first.stop()
    await page.advance(600_000)
    const { view: initialView } = first.state
    const next = createSession({ endpoint: '/pay', initialView: initialView ?? undefined }, page.environment)
    expect(new Date(next.serverNow()).toISOString()).toBe(serverTime(610_000))
  })
})

/** An hour ahead of the device. */
const serverTime = (at: number) => new Date(start + at + 3_600_000).toISOString()

describe('the view of a page that a server rendered', () => {
  test.each([
    [
      { choosingAgain: true, fillingIn: 'form' },
      { choosingAgain: true, fillingIn: { method: 'form' } },
    ],
    [
      { choosingAgain: 'yes', fillingIn: 'cash' },
      { choosingAgain: false, fillingIn: null },
    ],
  ])('with %j is unconfirmed until a response', async (progress, expected) => {
    const page = createFakePage(() => versioned('1'))
    const session = createSession(
      { endpoint: '/pay', checkout: 'co_1', serverView: { ...view(), ...progress } },
      page.environment,
    )
    expect(session.state).toMatchObject({ unconfirmed: true, ...expected })
    await page.advance(0)
    expect(session.state.unconfirmed).toBe(false)
  })
})

describe('the response to a request for the view', () => {
  test.each([
    [408, 'server'],
    [429, 'rateLimited'],
    [500, 'server'],
    [503, 'server'],
    [200, 'invalidResponse'],
  ])('with the status %i and no view is a failure: %s', async (status, lastFailure) => {
    const { page, session } = open(() => ({ status, text: '{}' }))
    await page.advance(0)
    expect(session.state).toMatchObject({ failureCount: 1, lastFailure, blockingError: null })
  })

  // Browsers read a negative number, and one with a fraction, as a date of the past.
  test.each(['x7', '7x', '60s', '-60', '60.5', '0', '-', '', 'Fri, 20 Nov 2026 11:59:00 GMT'])(
    'with the Retry-After %j is followed by a retry of our own',
    async (header) => {
      const { page } = open(() => ({ status: 503, text: '', headers: { 'retry-after': header } }))
      await page.advance(600)
      expect(page.requests.map(({ at }) => at)).toEqual([0, 500])
    },
  )
})

test('only the slashes at the end of the endpoint are dropped', async () => {
  const { page } = open(() => held, { endpoint: 'https://shop.example/a//b//', checkout: 'co_1' })
  await page.advance(0)
  expect(page.requests[0]?.path).toBe('/a//b/checkouts/co_1')
})

test('a replacement that the server does not permit is an error of its own', async () => {
  const { page, session } = open(choosing({ status: 409, text: '{"code":"not_replaceable"}' }))
  await page.advance(0)
  session.chooseAgain(true)
  await session.start({ method: 'form', replace: true })
  expect(session.state).toMatchObject({ actionError: 'notReplaceable', choosingAgain: false })
})
