import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import type { LogLine, PaypaneOptions } from '../../../src/server/index.ts'
import type { Metric } from '../../../src/server/lib/metrics.ts'
import type { PaymentDetails } from '../../../src/service/order.ts'
import { createHarness, type Harness } from '../harness.ts'
import { noDetails } from '../qr/payment-details.ts'

const iban = 'UA213223130000026007233566001'

/** What operators see of each request to the service: metrics, the attempt's activity, the log. */

const fail = (harness: Harness, on: string, effect: string, times = 1) =>
  harness.control('/faults', { on, effect, times })

/** Every request of the shop takes 1.5 s of its clock. */
function slowShop(options: Partial<PaypaneOptions> = {}): { harness: Harness; metrics: Metric[] } {
  const metrics: Metric[] = []
  const harness = createHarness({
    paypane: { onMetric: (metric) => metrics.push(metric), createGraceMs: 60_000, ...options },
  })
  harness.callbacksLost = true
  const { service, clock } = harness
  const slow =
    <Args extends unknown[], Result>(request: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await request(...args)
      } finally {
        clock.advance(1500)
      }
    }
  harness.restart({
    service: {
      ...service,
      createDeposit: slow(service.createDeposit),
      createPayout: slow(service.createPayout),
      depositStatus: slow(service.depositStatus),
      payoutStatus: slow(service.payoutStatus),
    },
  })
  return { harness, metrics }
}

const activityOf = async ({ store }: Harness, { id }: CheckoutView) =>
  (await store.entry(id))?.attempts[0]?.activity.map(({ at, lastAt, count, ...event }) => event)

describe('metrics', () => {
  test.each([
    [null, 'placed'],
    ['status:423', 'refused'],
    ['drop-after', 'unknown'],
  ])('a create with the fault %s is measured as %s', async (effect, outcome) => {
    const { harness, metrics } = slowShop()
    if (effect !== null) await fail(harness, 'deposit.create', effect)
    await harness.createCheckout('1042', 'transfer')
    const creates = metrics.filter(({ type }) => type === 'create')
    expect(creates).toEqual([{ type: 'create', profile: 'p2p', outcome, seconds: 1.5 }])
  })

  test.each([
    [null, 'found'],
    ['lag-status', 'not_found'],
    ['status:503', 'unknown'],
  ])('a lookup with the fault %s is measured as %s', async (effect, outcome) => {
    const { harness, metrics } = slowShop()
    await harness.createCheckout('1042', 'form')
    if (effect !== null) await fail(harness, 'deposit.status', effect)
    metrics.length = 0
    await harness.advance(30, 30)
    const [lookup] = metrics.filter(({ type }) => type === 'lookup')
    expect(lookup).toEqual({ type: 'lookup', profile: 'form', outcome, seconds: 1.5 })
  })

  test('a client that throws is measured as unknown', async () => {
    const { harness, metrics } = slowShop()
    const throws = () => Promise.reject(new Error('no such method'))
    harness.restart({ service: { ...harness.service, createDeposit: throws, depositStatus: throws } })
    const view = await harness.createCheckout('1042', 'transfer')
    await harness.advance(5, 5)
    const unknown = { profile: 'p2p', outcome: 'unknown', seconds: 0 }
    expect(metrics.filter(({ type }) => type !== 'rate_limited').slice(0, 2)).toEqual([
      { type: 'create', ...unknown },
      { type: 'lookup', ...unknown },
    ])
    expect((await activityOf(harness, view))?.slice(0, 3)).toEqual([
      { type: 'create_sent' },
      { type: 'create_unknown', cause: 'Error: no such method' },
      { type: 'lookup_failed', cause: 'Error: no such method' },
    ])
  })

  test('requests of payouts are measured with their profile', async () => {
    const { harness, metrics } = slowShop()
    await harness.paypane.payouts.create({ reference: 'p-1', amount: '100.00', currency: 'UAH' })
    await harness.advance(30, 30)
    expect(metrics.slice(0, 2)).toEqual([
      { type: 'create', profile: 'payout', outcome: 'placed', seconds: 1.5 },
      { type: 'lookup', profile: 'payout', outcome: 'found', seconds: 1.5 },
    ])
  })
})

describe('activity', () => {
  const privateKey = 'a private key'

  test.each<[string, () => Promise<string>]>([
    ['not sent: its key could not be obtained', () => Promise.reject(new Error('the vault is closed'))],
    ['not sent: its key could not be obtained', () => new Promise(() => undefined)],
  ])('%s', async (cause, key) => {
    const { harness } = slowShop({ pipelines: { p2p: { profile: 'p2p', key, privateKey } } })
    const response = harness.post('/checkouts', { order: '1042', method: 'transfer' })
    await expect
      .poll(async () => {
        harness.clock.advance(200)
        return harness.store.entryByRef('checkout', '1042')
      })
      .toMatchObject({ attempts: [{ state: 'unknown' }] })
    const view: CheckoutView = await (await response).json()
    expect((await activityOf(harness, view))?.slice(0, 2)).toEqual([
      { type: 'create_sent' },
      { type: 'create_unknown', cause },
    ])
    expect(harness.logs.map(({ level, message }) => `${level}: ${message}`)).toContain(
      'error: the key of pipeline p2p cannot be obtained, so nothing is requested with it (retried; the end is logged)',
    )
  })

  test('a create that was delayed for too long', async () => {
    const harness: Harness = createHarness({
      paypane: { createGraceMs: 1000, pipelines: { p2p: { profile: 'p2p', key, privateKey } } },
    })
    async function key(): Promise<string> {
      harness.clock.advance(6000)
      return 'the key'
    }
    const view = await harness.createCheckout('1042', 'transfer')
    const notSent = { type: 'create_unknown', cause: 'delayed too long, so not sent' }
    expect(await activityOf(harness, view)).toContainEqual(notSent)
  })

  test('lookups fail for a pipeline that is not configured any more, and go on once it is', async () => {
    const harness = createHarness()
    await fail(harness, 'deposit.create', 'drop-after')
    const view = await harness.createCheckout('1042', 'transfer')
    const env = harness.sandbox.env()
    const form = { profile: 'form' as const, key: env['PAYMENTS_FORM_KEY'] ?? '', privateKey }
    harness.restart({ pipelines: { form } })
    await harness.advance(5)
    expect((await activityOf(harness, view))?.slice(0, 3)).toEqual([
      { type: 'create_sent' },
      { type: 'create_unknown', cause: 'connection' },
      { type: 'lookup_failed', cause: 'its pipeline is not configured' },
    ])
    await harness.advance(5)
    expect(harness.logs.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'pipeline p2p is not configured, so its orders under way are not looked up: restore its settings until none of them is watched',
    ])
    harness.restart()
    await harness.advance(60, 5)
    expect((await harness.store.entry(view.id))?.attempts[0]).toMatchObject({ state: 'placed' })
  })

  test('the service is not asked while it does not respond, and a response ends that', async () => {
    const harness = createHarness()
    for (let n = 0; n < 9; n += 1) {
      harness.orders.set(`o-${n}`, { amount: '9.00', currency: 'UAH' })
      await harness.createCheckout(`o-${n}`, 'transfer')
    }
    await fail(harness, 'deposit.status', 'status:503', 10)
    harness.serviceRequests.length = 0
    await harness.advance(30, 30)
    expect(harness.serviceRequests).toHaveLength(9)
    await harness.advance(1)
    const causes = (await harness.store.list({ kind: 'checkout', limit: 9 })).entries.flatMap(
      ({ attempts }) =>
        attempts.flatMap(({ activity }) =>
          activity.flatMap((event) => (event.type === 'lookup_failed' ? event.cause : [])),
        ),
    )
    expect(new Set(causes)).toEqual(new Set(['server', 'not requested: the service is not responding']))
    expect(harness.serviceRequests).toHaveLength(9)
    await harness.advance(120, 5)
    expect(harness.serviceRequests.length).toBeGreaterThan(20)
  })
})

test('failures that a response comes between are no outage', async () => {
  const harness = createHarness()
  for (let n = 0; n < 5; n += 1) {
    harness.orders.set(`o-${n}`, { amount: '9.00', currency: 'UAH' })
    await harness.createCheckout(`o-${n}`, 'transfer')
  }
  for (let round = 0; round < 4; round += 1) {
    await fail(harness, 'deposit.status', 'status:503', 4)
    await harness.advance(600, 600)
  }
  const { entries } = await harness.store.list({ kind: 'checkout', limit: 9 })
  const activity = JSON.stringify(entries.map(({ attempts }) => attempts))
  expect(activity).toContain('"cause":"server"')
  expect(activity).not.toContain('the service is not responding')
})

describe('how many lookups run at the same time', () => {
  const limitAfter = async (effect: string | 'throws'): Promise<number> => {
    const harness = createHarness()
    for (let n = 0; n < 40; n += 1) {
      harness.orders.set(`o-${n}`, { amount: '9.00', currency: 'UAH' })
      await harness.createCheckout(`o-${n}`, 'transfer')
    }
    if (effect === 'throws') {
      const throws = () => Promise.reject(new Error('no such method'))
      harness.restart({ service: { ...harness.service, depositStatus: throws } })
    } else await fail(harness, 'deposit.status', effect, 1000)
    for (let n = 0; n < 30; n += 1) {
      harness.clock.advance(3000)
      await harness.paypane.reconcile()
    }
    return (await harness.paypane.stats()).lookupLimit
  }

  test.each([
    ['fewer', 'status:503', 10],
    ['fewer', 'status:429', 10],
    ['fewer', 'drop-after', 10],
    ['fewer', 'throws', 10],
    ['more', 'status:401', 29],
    ['more', 'lag-status', 29],
  ])('%s after lookups with the fault %s', async (_, effect, limit) => {
    expect(await limitAfter(effect)).toBe(limit)
  })
})

describe('the log', () => {
  const about = ({ logs }: Harness, start: string): LogLine[] =>
    logs.filter(({ message }) => message.startsWith(start))

  test('each change of an attempt is one line', async () => {
    const harness = createHarness()
    const { id } = await harness.createCheckout('1042', 'transfer')
    const [order] = harness.sandbox.orders()
    await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
    await harness.advance(60, 5)
    const place = {
      level: 'info',
      checkout: id,
      attempt: 1,
      externalTransactionId: order?.externalTransactionId,
    }
    expect(about(harness, 'attempt is')).toEqual([
      { ...place, message: 'attempt is placed', status: 'Processing' },
      { ...place, message: 'attempt is succeeded', status: 'Success' },
    ])
    expect(about(harness, 'checkout.')).toEqual([
      { level: 'info', message: 'checkout.succeeded', checkout: id },
    ])
  })

  test('a refusal is logged with what the service said, and only once', async () => {
    const harness = createHarness()
    await fail(harness, 'deposit.create', 'status:423')
    const { id } = await harness.createCheckout('1042', 'transfer')
    await harness.advance(60, 5)
    const [line, ...others] = about(harness, 'attempt is refused')
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: 'info', checkout: id, attempt: 1, http: 423, status: null })
    expect(Object.keys(line ?? {})).toEqual(
      expect.arrayContaining(['label', 'code', 'statusDescription', 'field', 'serviceMessage']),
    )
  })

  test('what needs an operator is a warning', async () => {
    const harness = createHarness({ paypane: { reviewAfterMinutes: 1 } })
    await fail(harness, 'deposit.create', 'drop-before')
    await fail(harness, 'deposit.status', 'status:503', 1000)
    const { id } = await harness.createCheckout('1042', 'transfer')
    await harness.advance(900, 30)
    expect(about(harness, 'checkout.needs_review')).toEqual([
      { level: 'warn', message: 'checkout.needs_review', checkout: id },
    ])
  })
})

describe('where the payer was told to pay', () => {
  const text = ['BCD', '002', '1', 'UCT', '', 'Ann', iban, 'UAH1.00', '12345678', '', '', 'An order'].join(
    '\n',
  )
  const otherAmount = `https://bank.gov.ua/qr/${btoa(text)}`
  const storedFor = async (returned: Partial<PaymentDetails>, method = 'transfer') => {
    const harness = createHarness()
    const { service } = harness
    harness.restart({
      service: {
        ...service,
        async createDeposit(...request) {
          const outcome = await service.createDeposit(...request)
          return outcome.outcome === 'placed'
            ? { ...outcome, paymentDetails: { ...noDetails, ...returned } }
            : outcome
        },
      },
    })
    const { id } = await harness.createCheckout('1042', method)
    return (await harness.store.entry(id))?.attempts[0]
  }

  test.each([
    [{ card: '4111111111111111', iban }, '••••1111'],
    [{ iban, accountNumber: '26007233566009' }, 'UA••••6001'],
    [{ accountNumber: '26007233566002', number: '+380501234567' }, '••••6002'],
    [{ number: '+380501234567' }, '••••4567'],
  ])('of %j the operator sees %s', async (returned, destination) => {
    expect((await storedFor(returned))?.payTo).toEqual({ destination, recipient: null, bank: null })
  })

  test('an empty text hides no number after it', async () => {
    const harness = createHarness()
    await harness.control('/config', { paymentDetails: { fields: ['number'], unfilled: 'empty' } })
    const { id } = await harness.createCheckout('1042', 'transfer')
    const [order] = harness.sandbox.orders()
    expect((await harness.store.entry(id))?.attempts[0]?.payTo).toEqual({
      destination: `••••${order?.paymentDetails?.number?.slice(-4)}`,
      recipient: null,
      bank: null,
    })
  })

  test('names and banks are kept without long numbers', async () => {
    const { payTo } = (await storedFor({ fio: 'Ann 4111111111111111', bank: 'Mono', qrUrl: 'a code' })) ?? {}
    expect(payTo).toEqual({ destination: null, recipient: 'Ann ••••1111', bank: 'Mono' })
  })

  test.each<[string, Partial<PaymentDetails>, string, boolean]>([
    ['nothing', {}, 'transfer', false],
    ['a code alone', { qrUrl: 'a code' }, 'transfer', true],
    ['a form alone', { formUrl: 'https://pay.example/form' }, 'transfer', true],
    ['a code of another amount', { qrUrl: otherAmount }, 'transfer', false],
    [
      'a code of another amount, and a card',
      { qrUrl: otherAmount, card: '4111111111111111' },
      'transfer',
      true,
    ],
    ['a recipient, a bank and a method', { fio: 'Ann', bank: 'Mono', method: 'card' }, 'transfer', false],
    ['a code that cannot be read', { qrUrl: 'data:,' }, 'transfer', false],
    ['a card, of a form', { card: '4111111111111111' }, 'form', false],
    ['a code, of a form', { qrUrl: 'a code' }, 'form', false],
  ])('%s', async (_, returned, method, isPayable) => {
    const attempt = await storedFor(returned, method)
    expect(attempt?.paymentDetails !== null).toBe(isPayable)
  })
})
