import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPaymentsClient } from '../../src/service/client.ts'
import { freePort, serveOnLoopback } from '../support/loopback.ts'
import { baseUrl, fakeService, json, p2pRequest } from './fake-service.ts'

const p2p = { profile: 'p2p', key: 'p2p-key' } as const

/** A body that sends what it is given and then nothing more, for ever. */
function endlessBody(text: string): Response {
  return new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
  )
}

describe('one deadline for the whole response', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['no response', () => new Promise<Response>(() => undefined)],
    ['headers, and a body that never ends', () => endlessBody('{"externalId": "E1"')],
  ])('%s: unknown after timeoutMs', async (_, answer) => {
    const { fetch } = fakeService(answer)
    const pending = createPaymentsClient({ baseUrl, fetch, timeoutMs: 3000 }).createDeposit(p2p, p2pRequest)
    const settled = vi.fn()
    void pending.then(settled)
    await vi.advanceTimersByTimeAsync(2999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await pending).toMatchObject({ outcome: 'unknown', error: { kind: 'timeout', status: null } })
  })

  test('the default is ten seconds, and a response leaves no timer behind', async () => {
    const { fetch } = fakeService(json({ externalId: 'E1' }), () => new Promise<Response>(() => undefined))
    const client = createPaymentsClient({ baseUrl, fetch })
    await client.createDeposit(p2p, p2pRequest)
    expect(vi.getTimerCount()).toBe(0)
    const pending = client.createDeposit(p2p, p2pRequest)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await pending).toMatchObject({ error: { kind: 'timeout' } })
  })

  test('a request that times out is aborted', async () => {
    let signal: AbortSignal | null | undefined
    const hanging: typeof fetch = (_input, init) => {
      signal = init?.signal
      return new Promise(() => undefined)
    }
    const pending = createPaymentsClient({ baseUrl, fetch: hanging }).createDeposit(p2p, p2pRequest)
    await vi.advanceTimersByTimeAsync(10_000)
    await pending
    expect(signal?.aborted).toBe(true)
  })
})

describe('response size', () => {
  test('a response beyond the limit is unknown, and the rest is cancelled', async () => {
    let sent = 0
    let cancelled = false
    const flood = new ReadableStream({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
      cancel: () => {
        cancelled = true
      },
    })
    const { fetch } = fakeService(new Response(flood))
    const outcome = await createPaymentsClient({ baseUrl, fetch }).createDeposit(p2p, p2pRequest)
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { kind: 'unreadable', status: 200 } })
    expect(sent).toBeLessThan(20)
    expect(cancelled).toBe(true)
  })

  test.each([
    ['of 1 MiB is read', 1024 * 1024, { outcome: 'placed' }],
    [
      'of one byte more is unknown',
      1024 * 1024 + 1,
      { outcome: 'unknown', error: { kind: 'unreadable', status: 200 } },
    ],
  ])('a response %s', async (_, length, outcome) => {
    const { fetch } = fakeService(json('{"externalId": "E1"}'.padEnd(length)))
    expect(await createPaymentsClient({ baseUrl, fetch }).createDeposit(p2p, p2pRequest)).toMatchObject(
      outcome,
    )
  })

  test('a long history within the limit is read completely', async () => {
    const orderHistory = Array.from({ length: 5000 }, (_, at) => ({
      action: `step ${at}`,
      newCode: '4.2.2.13',
    }))
    const { fetch } = fakeService(json({ externalId: 'E1', orderStatus: 'Processing', orderHistory }))
    const found = await createPaymentsClient({ baseUrl, fetch }).depositStatus(p2p, { externalId: 'E1' })
    expect(found).toHaveProperty('order.history.length', 5000)
  })

  test('a character split across chunks is decoded', async () => {
    const bytes = new TextEncoder().encode('{"externalId": "E1", "orderStatus": "Ж"}')
    const body = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const { fetch } = fakeService(new Response(body))
    expect(await createPaymentsClient({ baseUrl, fetch }).createDeposit(p2p, p2pRequest)).toMatchObject({
      status: 'Ж',
    })
  })
})

test('the opaque redirect that a browser sees is unknown', async () => {
  const opaque = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })
  const { fetch } = fakeService(opaque)
  expect(await createPaymentsClient({ baseUrl, fetch }).createDeposit(p2p, p2pRequest)).toMatchObject({
    outcome: 'unknown',
    error: { kind: 'redirect', status: null },
  })
})

describe('over real connections', () => {
  let url: string
  let requests: string[]
  let client: ReturnType<typeof createPaymentsClient>

  beforeEach(async ({ onTestFinished }) => {
    requests = []
    url = await serveOnLoopback((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      if (request.url?.startsWith('/drop/')) request.socket.destroy()
      else if (request.url?.startsWith('/half/')) {
        response.writeHead(200, { 'content-length': 100 }).write('{"externalId": "E1"')
        setImmediate(() => request.socket.destroy())
      } else response.writeHead(307, { location: '/elsewhere' }).end()
    }, onTestFinished)
    client = clientAt('')
  })

  const clientAt = (path: string) => createPaymentsClient({ baseUrl: url + path })

  test('a redirect is not followed', async () => {
    expect(await client.createDeposit(p2p, p2pRequest)).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'redirect', status: 307 },
    })
    expect(requests).toEqual(['POST /api/v1/integration/deposit-order/'])
  })

  test.each([
    ['before the answer', '/drop', null],
    ['inside the body', '/half', 200],
  ])('a connection that breaks %s: unknown, and nothing is sent again', async (_, path, status) => {
    expect(await clientAt(path).createDeposit(p2p, p2pRequest)).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'connection', status },
    })
    expect(requests).toHaveLength(1)
  })

  test('no listener: unknown, with the error code of the network', async () => {
    const dead = createPaymentsClient({ baseUrl: `http://127.0.0.1:${await freePort()}` })
    expect(await dead.createDeposit(p2p, p2pRequest)).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'connection', message: expect.stringContaining('(ECONNREFUSED)') },
    })
  })
})

const withCode = (code: unknown, cause?: unknown) => Object.assign(new Error('failed', { cause }), { code })

test.each([
  ['its code', withCode('ECONNRESET'), ' (ECONNRESET)'],
  ['the code of its cause', withCode('OUTER', withCode('UND_ERR_SOCKET')), ' (UND_ERR_SOCKET)'],
  ['its code beside a cause that is no error', withCode('EPIPE', 'canary'), ' (EPIPE)'],
  ['no code of an error whose cause has none', withCode('OUTER', new Error('canary')), ''],
  ['no code but a text', withCode('E CANARY'), ''],
  ['no code in lower case', withCode('ECONNRESETs'), ''],
  ['no code behind other text', withCode('sECONNRESET'), ''],
  ['no number', withCode(104), ''],
  ['nothing of a text', 'canary', ''],
  ['nothing of an object', { code: 'ECONNRESET' }, ''],
  ['nothing of null', null, ''],
])('of what fetch throws, the text of an error has %s', async (_, thrown, suffix) => {
  const fetch = () => Promise.reject(thrown)
  expect(await createPaymentsClient({ baseUrl, fetch }).createDeposit(p2p, p2pRequest)).toMatchObject({
    outcome: 'unknown',
    error: { message: expect.stringContaining(`the connection failed${suffix}. The order`) },
  })
})

test.each([
  [undefined, 3000],
  [500, 500],
])(
  'with a timeout of %s ms, the request for the clock waits %s ms, without key, cookie or cache',
  async (timeoutMs, waited) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { fetch, requests } = fakeService(new Response(null))
    await createPaymentsClient({ baseUrl, fetch, timeoutMs }).date()
    expect(timeout.mock.calls).toEqual([[waited]])
    timeout.mockRestore()
    expect(requests).toMatchObject([
      {
        method: 'HEAD',
        url: baseUrl,
        redirect: 'manual',
        cache: 'no-store',
        credentials: 'omit',
        body: null,
      },
    ])
    expect(requests[0]?.headers.get('authorization')).toBeNull()
  },
)

test.each([
  ['stated', { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, Date.UTC(2026, 0, 1)],
  ['of a cached response', { date: 'Thu, 01 Jan 2026 00:00:00 GMT', age: '3600' }, Date.UTC(2026, 0, 1, 1)],
  ['missing', {}, null],
  ['unreadable', { date: 'today' }, null],
])("the service's clock is the time of its response: %s", async (_, headers, expected) => {
  const { fetch } = fakeService(new Response(null, { status: 404, headers }))
  expect(await createPaymentsClient({ baseUrl, fetch }).date()).toBe(expected)
})
