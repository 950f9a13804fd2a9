import { describe, expect, test } from 'vitest'
import { createSession, type MarkupOptions, type SessionOptions } from '../../../src/widget/core/session.ts'
import { createFakePage, type RecordedRequest, type Reply, validView, view } from './fake-page.ts'

const secret = 'co_1_secret_Zm9v'
const newerSecret = 'co_1_secret_YmFy'
const etag = { etag: 'W/"1"' }

function open(
  serve: (request: RecordedRequest, count: number) => Reply,
  options: Partial<SessionOptions & MarkupOptions>,
) {
  const page = createFakePage(serve)
  const session = createSession({ endpoint: '/pay', ...options }, page.environment)
  const states: unknown[] = [session.state]
  session.subscribe((state) => states.push(state))
  return { page, session, states }
}

const opened =
  (reply: Reply = 'held') =>
  (request: RecordedRequest): Reply =>
    request.path === '/pay/checkouts' ? { view: { clientSecret: secret }, headers: etag } : reply

describe('the client secret', () => {
  test('of the opened order goes with every request about its checkout, in a header', async () => {
    const { page, session } = open(opened(), { order: '1042' })
    await page.advance(0)
    await session.start({ method: 'form' })
    await page.advance(60_000)
    const [create, ...others] = page.requests
    expect(create?.secret).toBeNull()
    expect(new Set(others.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']))
    expect(others.filter((request) => request.secret !== secret)).toEqual([])
    expect(JSON.stringify(page.requests.map(({ path, body }) => ({ path, body })))).not.toContain('secret')
  })

  test('of the newest response is used', async () => {
    const { page } = open(
      (request) => (request.wait ? 'held' : { view: { clientSecret: newerSecret }, headers: etag }),
      { checkout: secret },
    )
    await page.advance(30_000)
    expect(page.requests.map((request) => request.secret)).toEqual([secret, newerSecret, newerSecret])
  })

  test('is in no state', async () => {
    const { page, session, states } = open(opened(), {
      order: '1042',
      initialView: validView({ clientSecret: newerSecret }),
    })
    await page.advance(0)
    session.reportSent()
    await page.advance(30_000)
    expect(states.length).toBeGreaterThan(1)
    expect(JSON.stringify(states)).not.toContain('_secret_')
  })

  test('in `checkout` is divided at the first `_secret_`', async () => {
    const { page } = open(() => 'held', { checkout: 'co_1_secret_a_secret_b' })
    await page.advance(0)
    expect(page.requests).toMatchObject([{ path: '/pay/checkouts/co_1', secret: 'co_1_secret_a_secret_b' }])
  })

  test('of an initialView is used', async () => {
    const { page } = open(() => 'held', { order: '1042', initialView: validView({ clientSecret: secret }) })
    await page.advance(10_000)
    expect(page.requests[0]).toMatchObject({ path: '/pay/checkouts/co_1', secret })
  })

  test('in `checkout` opens an initialView without a secret', async () => {
    const { page } = open(() => 'held', { checkout: secret, initialView: validView() })
    await page.advance(10_000)
    expect(page.requests[0]).toMatchObject({ path: '/pay/checkouts/co_1', secret })
  })

  test('is used again by a session that starts with the last view of another', async () => {
    const first = open(opened(), { order: '1042' })
    await first.page.advance(0)
    const initialView = first.session.state.view ?? undefined
    const { page } = open(() => 'held', { order: '1042', initialView })
    await page.advance(10_000)
    expect(page.requests[0]).toMatchObject({ path: '/pay/checkouts/co_1', secret })
  })

  test('proves the customer who deletes a card; without one the order does', async () => {
    const withSecret = open(opened({ status: 204 }), { order: '1042' })
    await withSecret.page.advance(0)
    await withSecret.session.deleteCard('card_1')
    expect(withSecret.page.requests.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/pay/cards/card_1',
      secret,
    })
    const without = open(({ method }) => (method === 'DELETE' ? { status: 204 } : { headers: etag }), {
      order: '1042',
    })
    await without.page.advance(0)
    await without.session.deleteCard('card_1')
    const request = without.page.requests.find(({ method }) => method === 'DELETE')
    expect(request).toMatchObject({ path: '/pay/cards/card_1?order=1042', secret: null })
  })

  test('is not sent where the server gives none', async () => {
    const { page } = open(() => ({ headers: etag }), { checkout: 'co_1' })
    await page.advance(30_000)
    expect(page.requests.length).toBeGreaterThan(1)
    expect(page.requests.every((request) => request.secret === null)).toBe(true)
  })

  test('that no header can carry is not sent', async () => {
    const { page, session } = open(() => ({ status: 404, text: '{}' }), { checkout: 'co_1_secret_ü\n' })
    await page.advance(0)
    expect(page.requests).toMatchObject([{ path: '/pay/checkouts/co_1', secret: null }])
    expect(session.state.blockingError).toBe('notFound')
  })
})

const problem = (status: number, code: string): Reply => ({ status, text: JSON.stringify({ code }) })

describe('an order function', () => {
  const tokens = () => {
    let count = 0
    return async () => `token-${++count}`
  }
  const ordersOf = (requests: readonly RecordedRequest[]) =>
    requests.filter(({ path }) => path === '/pay/checkouts').map(({ body }) => body)

  test('is called for each request that opens the order', async () => {
    const { page, session } = open(() => problem(404, 'order_unknown'), { order: tokens() })
    await page.advance(0)
    session.refresh()
    await page.advance(0)
    expect(ordersOf(page.requests)).toEqual([{ order: 'token-1' }, { order: 'token-2' }])
  })

  test('replaces a token that has expired, once', async () => {
    const { page, session } = open(
      (_, count) => (count === 1 ? problem(403, 'order_expired') : { headers: etag }),
      { order: tokens() },
    )
    await page.advance(0)
    expect(ordersOf(page.requests)).toEqual([{ order: 'token-1' }, { order: 'token-2' }])
    expect(session.state.view?.status).toBe('pending')
    expect(session.state.blockingError).toBeNull()
  })

  test('whose tokens have all expired is not called for ever', async () => {
    const { page, session } = open(() => problem(403, 'order_expired'), { order: tokens() })
    await page.advance(300_000)
    expect(ordersOf(page.requests)).toHaveLength(2)
    expect(session.state.blockingError).toBe('orderExpired')
  })

  test('that rejects counts as a failed request and is called again', async () => {
    let isOffline = true
    const { page, session } = open(() => ({ headers: etag }), {
      order: () => (isOffline ? Promise.reject(new Error('offline')) : 'token'),
    })
    await page.advance(0)
    expect(session.state).toMatchObject({ lastFailure: 'network', failureCount: 1 })
    isOffline = false
    await page.advance(5000)
    expect(session.state.view?.status).toBe('pending')
  })

  test('that resolves after the session has ended sends nothing', async () => {
    let resolve: (token: string) => void = () => undefined
    const order = () =>
      new Promise<string>((resolvePromise) => {
        resolve = resolvePromise
      })
    const { page, session } = open(() => ({ headers: etag }), { order })
    session.stop()
    resolve('token')
    await page.advance(1000)
    expect(page.requests).toEqual([])
  })
})

test('an expired token without a function ends with an error, not with a retry', async () => {
  const { page, session } = open(() => problem(403, 'order_expired'), { order: 'token' })
  await page.advance(300_000)
  expect(page.requests).toHaveLength(1)
  expect(session.state.blockingError).toBe('orderExpired')
})

test('a start that the expired proof does not permit opens the order again', async () => {
  const { page, session } = open(
    ({ path, wait }) =>
      path === '/pay/checkouts'
        ? { view: { status: 'choosing', attempts: 0, clientSecret: secret }, headers: etag }
        : wait
          ? 'held'
          : problem(403, 'order_expired'),
    { order: async () => 'token' },
  )
  await page.advance(0)
  await session.start({ method: 'transfer' })
  await page.advance(0)
  expect(page.requests.map(({ path }) => path).filter((path) => path === '/pay/checkouts')).toHaveLength(2)
  expect(session.state).toMatchObject({ actionError: 'startFailed', blockingError: null })
})

test('a start that another amount of the order forbids opens the order again', async () => {
  const { page, session } = open(
    ({ path }) =>
      path.endsWith('/attempts')
        ? problem(409, 'amount_changed')
        : { view: { status: 'choosing', attempts: 0, clientSecret: secret }, headers: etag },
    { order: async () => 'token' },
  )
  await page.advance(0)
  await session.start({ method: 'transfer' })
  await page.advance(0)
  expect(page.requests.map(({ path }) => path).filter((path) => path === '/pay/checkouts')).toHaveLength(2)
  expect(session.state.actionError).toBe('amountChanged')
})

test('a start beyond the attempts limit is an error of its own, and the checkout is still followed', async () => {
  const { page, session } = open(
    ({ method, wait }) =>
      method === 'POST'
        ? problem(409, 'attempts_limit')
        : wait
          ? 'held'
          : { view: { status: 'failed', retry: true }, headers: etag },
    { checkout: secret },
  )
  await page.advance(0)
  await session.start({ method: 'transfer' })
  expect(session.state).toMatchObject({ actionError: 'attemptsLimit', blockingError: null })
  const before = page.requests.length
  await page.advance(60_000)
  expect(page.requests.length).toBeGreaterThan(before)
})

describe('a view from markup', () => {
  const action = {
    type: 'transfer',
    card: '4111111111111111',
    recipient: null,
    bank: null,
    phone: null,
    iban: null,
    accountNumber: null,
    qr: null,
    scheme: null,
    formUrl: null,
  } as const

  test('is no view until the server has responded; order and amount are a preview', async () => {
    const markupView = view({ action, version: 'W/"1"', clientSecret: secret })
    const { page, session } = open(() => ({ view: { action: null }, headers: etag, afterMs: 1000 }), {
      order: '1042',
      markupView,
    })
    expect(session.state.view).toBeNull()
    expect(session.state.preview).toMatchObject({ order: '1042', amount: { value: '1250.00' } })
    await page.advance(2000)
    expect(session.state.view?.action).toBeNull()
  })

  // The version of a genuine checkout may stand beside payment details that are not its own.
  test('is confirmed by a whole view, never by its version', async () => {
    const { page, session } = open(() => ({ headers: etag }), {
      order: '1042',
      markupView: view({ action, version: 'W/"1"', clientSecret: secret }),
    })
    await page.advance(0)
    expect(page.requests[0]).toMatchObject({ path: '/pay/checkouts/co_1', version: null, wait: null, secret })
    expect(session.state.view?.action).toBeNull()
  })

  test('stays unconfirmed after a response without a view', async () => {
    const { page, session } = open(() => ({ status: 304 }), { order: '1042', markupView: view({ action }) })
    await page.advance(60_000)
    expect(session.state.view).toBeNull()
  })

  test('that is final is requested all the same', async () => {
    const { page, session } = open(() => ({ view: { status: 'pending' }, headers: etag }), {
      order: '1042',
      markupView: view({ status: 'succeeded', final: true }),
    })
    expect(session.state.view).toBeNull()
    await page.advance(0)
    expect(session.state.view?.status).toBe('pending')
  })

  test('shows the choice of methods at once, without saved cards', () => {
    const choosing = view({ status: 'choosing', attempts: 0, method: null, action })
    const { session } = open(() => 'hanging', { order: '1042', markupView: choosing })
    expect(session.state.view).toMatchObject({ status: 'choosing', action: null })
    const savedCards = [{ id: 'card_1', label: '411111******1111' }]
    const { session: withCards } = open(() => 'hanging', {
      order: '1042',
      markupView: { ...choosing, savedCards },
    })
    expect(withCards.state.view).toBeNull()
  })

  test('gives way to an initialView', () => {
    const { session } = open(() => 'hanging', {
      order: '1042',
      initialView: validView(),
      markupView: view({ status: 'succeeded', final: true }),
    })
    expect(session.state.view?.status).toBe('pending')
  })
})
