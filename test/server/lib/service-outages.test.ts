import { expect, test } from 'vitest'
import type { LogLine, PaypaneOptions } from '../../../src/server/index.ts'
import { createServiceOutages } from '../../../src/server/lib/service-outages.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { createHarness, manualClock } from '../harness.ts'

const pipeline = { name: 'p2p', profile: 'p2p' as const, key: 'KEY', privateKey: 'PRIVATE' }

/** The outcome of requests whose network fails as `fail` says, or whose response is `respond`. */
function createClient(respond: () => Response | Promise<Response>) {
  const client = createPaymentsClient({ baseUrl: 'http://core.test', fetch: async () => await respond() })
  return {
    lookUp: () => client.depositStatus({ key: 'KEY' }, { externalId: 'E-1' }),
    create: () => client.createDeposit({ profile: 'p2p', key: 'KEY' }, '{}'),
  }
}

const networkError = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('a detail'), { code }) })

function createWatch() {
  const logs: LogLine[] = []
  const clock = manualClock()
  const watch = createServiceOutages({ log: (line) => void logs.push(line), clock })
  return { logs, clock, watch, lines: () => logs.map(({ level, message }) => `${level}: ${message}`) }
}

const notFound = () => Response.json({ label: 'NOT_FOUND', message: 'no order' }, { status: 404 })

test.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
  'an outage by %s is logged at its first request and at its end',
  async (code) => {
    const { watch, clock, logs, lines } = createWatch()
    let isDown = true
    const { lookUp } = createClient(() =>
      isDown ? Promise.reject(networkError(code)) : Promise.resolve(notFound()),
    )
    for (let n = 0; n < 5; n += 1) {
      watch.record(pipeline, 'lookup', await lookUp())
      clock.advance(1000)
    }
    isDown = false
    for (let n = 0; n < 2; n += 1) watch.record(pipeline, 'lookup', await lookUp())
    expect(lines()).toEqual([
      `error: the payments service fails, and orders under way stay undecided until it responds: The payments service did not respond: the connection failed (${code}) (retried; the end is logged)`,
      'info: the payments service responds again',
    ])
    expect(logs[1]).toMatchObject({ failures: 5, seconds: 5 })
  },
)

test('single failures of a service that responds are not logged, three in a row are', async () => {
  const { watch, lines } = createWatch()
  const statuses = [503, 404, 503, 503, 404, 503, 503, 503, 503, 404]
  const { lookUp } = createClient(() =>
    statuses.shift() === 503 ? new Response('', { status: 503 }) : notFound(),
  )
  const logged: number[] = []
  while (statuses.length > 0) {
    watch.record(pipeline, 'lookup', await lookUp())
    logged.push(lines().length)
  }
  expect(logged).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 2])
  expect(lines()[0]).toContain('HTTP 503')
})

test('a rejected key is one error that names its pipeline, also while other keys work', async () => {
  const { watch, lines } = createWatch()
  const rejecting = createClient(() => new Response('', { status: 401 }))
  const other = { ...pipeline, name: 'form' }
  for (let n = 0; n < 3; n += 1) {
    watch.record(pipeline, 'create', await rejecting.create())
    watch.record(pipeline, 'lookup', await rejecting.lookUp())
    watch.record(other, 'lookup', await createClient(notFound).lookUp())
  }
  watch.record(pipeline, 'lookup', await createClient(notFound).lookUp())
  expect(lines()).toEqual([
    'error: the payments service rejects the key of pipeline p2p (HTTP 401): copy the complete key again, or obtain a new one (retried; the end is logged)',
    'info: the payments service accepts the key of pipeline p2p again',
  ])
})

test('a right that a key lacks is one error, while its lookups succeed', async () => {
  const { watch, lines } = createWatch()
  for (let n = 0; n < 3; n += 1) {
    watch.record(pipeline, 'create', await createClient(() => new Response('', { status: 403 })).create())
    watch.record(pipeline, 'lookup', await createClient(notFound).lookUp())
  }
  expect(lines()).toEqual([expect.stringContaining('does not allow a create of pipeline p2p (HTTP 403)')])
})

test('too many requests are no outage', async () => {
  const { watch, lines } = createWatch()
  const { lookUp } = createClient(() => new Response('', { status: 429 }))
  for (let n = 0; n < 9; n += 1) watch.record(pipeline, 'lookup', await lookUp())
  expect(lines()).toEqual([])
})

const brokenKey: Partial<PaypaneOptions> = {
  pipelines: {
    p2p: {
      profile: 'p2p',
      key: () => Promise.reject(new Error('the vault is closed')),
      privateKey: 'PRIVATE',
    },
  },
}

test.each([
  ['whose service is down', {}, 'the payments service fails'],
  ['whose key cannot be obtained', brokenKey, 'the key of pipeline p2p cannot be obtained'],
])('a server %s logs one error for its orders', async (_, paypane, message) => {
  const shop = createHarness({ paypane })
  for (const on of ['deposit.create', 'deposit.status'])
    await shop.control('/faults', { on, effect: 'status:503', times: 1000 })
  for (const order of ['1', '2', '3', '4']) {
    shop.orders.set(order, { amount: '1250.00', currency: 'UAH' })
    await shop.createCheckout(order, 'transfer')
  }
  await shop.advance(60)
  const errors = shop.logs.filter(({ level }) => level === 'error')
  expect(errors.map((line) => line.message)).toEqual([expect.stringContaining(message)])
})
