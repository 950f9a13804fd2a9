import { describe, expect, test } from 'vitest'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { createSharedCalls } from '../../../src/server/lib/shared-calls.ts'
import { codeOf, createHarness, type Harness, manualClock } from '../harness.ts'
import { from, statuses, times } from './client.ts'

/** Lookups that have reached the service. */
const lookups = ({ serviceRequests }: Harness): number =>
  serviceRequests.filter((request) => request.startsWith('GET ')).length

interface Shop extends Harness {
  id: string
  start(body: object): Promise<Response>
}

/** A shop with order 1042 open by a transfer. */
async function open(options: Partial<PaypaneOptions> = {}): Promise<Shop> {
  const shop = createHarness({ paypane: options })
  const { id } = await shop.createCheckout('1042', 'transfer')
  shop.serviceRequests.length = 0
  return Object.assign(shop, { id, start: (body: object) => shop.post(`/checkouts/${id}/attempts`, body) })
}

const replace = { method: 'form', after: 1, replace: true }

describe('what the stored state refuses makes no request to the service', () => {
  test.each<[string, string, Partial<PaypaneOptions>, object, (shop: Shop) => Promise<unknown>]>([
    ['replacing is not allowed', 'not_replaceable', { allowReplace: false }, replace, async () => null],
    [
      'the money is reported as sent',
      'not_replaceable',
      {},
      replace,
      (shop) => shop.post(`/checkouts/${shop.id}/attempts/1/sent`, { sent: true }),
    ],
    [
      'a callback waits for its confirmation',
      'not_replaceable',
      {},
      replace,
      async (shop) => {
        await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
        await shop.controlOrder(0, { do: 'fail' })
        await shop.drain()
      },
    ],
    ['it is not said to replace', 'not_retryable', {}, { method: 'form', after: 1 }, async () => null],
    [
      'there were as many attempts as may be',
      'attempts_limit',
      { maxAttempts: 1 },
      replace,
      async () => null,
    ],
    [
      'the method has no pipeline',
      'method_not_offered',
      {},
      { ...replace, method: 'saved-card' },
      async () => null,
    ],
    ['a field is not asked for', 'fields_invalid', {}, { ...replace, fields: { x: '1' } }, async () => null],
  ])('%s: %s', async (_, code, options, body, prepare) => {
    const shop = await open(options)
    await prepare(shop)
    shop.serviceRequests.length = 0
    expect(await codeOf(await shop.start(body))).toBe(code)
    expect(shop.serviceRequests).toEqual([])
  })

  test('another number of attempts', async () => {
    const shop = await open()
    expect((await shop.start({ ...replace, after: 7 })).status).toBe(200)
    expect(shop.serviceRequests).toEqual([])
  })

  test("the page's form", async () => {
    const pages = (await import('../../../src/server/html/index.ts')).hostedPages({ name: 'Shop' })
    const shop = await open({ pages, allowReplace: false })
    const response = await shop.post('/o/1042', 'act=start&method=form&after=1&replace=true', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(response.status).toBe(409)
    expect(shop.serviceRequests).toEqual([])
  })
})

describe('a lookup that a payer causes', () => {
  test('counts by order: beyond the limit none is made', async () => {
    const shop = await open({ rateLimits: { order: 5 } })
    await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
    const answers: Record<number, number> = {}
    for (let n = 0; n < 30; n += 1) {
      const { status } = await shop.start(replace)
      answers[status] = (answers[status] ?? 0) + 1
    }
    expect(answers).toEqual({ 409: 5, 429: 25 })
    expect(lookups(shop)).toBeLessThanOrEqual(5)
  })

  test('counts by address', async () => {
    const shop = await open({ rateLimits: { address: 1 } })
    const address = '203.0.113.7'
    const headers = { 'checkout-secret': shop.clientSecrets.get(shop.id) ?? '' }
    const start = (method: string) =>
      from(shop, address, `/checkouts/${shop.id}/attempts`, {
        body: JSON.stringify({ ...replace, method }),
        headers,
      })
    expect((await start('form')).ok).toBe(true)
    expect(lookups(shop)).toBe(1)
    const again = await from(shop, address, `/checkouts/${shop.id}/attempts`, {
      body: JSON.stringify({ ...replace, after: 2 }),
      headers,
    })
    expect(again.status).toBe(429)
    expect(lookups(shop)).toBe(1)
  })

  test('is made once for two who replace at the same time', async () => {
    const shop = await open()
    const answers = await Promise.all(times(2, () => shop.start(replace)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(lookups(shop)).toBe(1)
    expect(shop.sandbox.orders()).toHaveLength(2)
  })

  test('is not repeated for two seconds', async () => {
    const shop = await open()
    await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1 })
    expect(await codeOf(await shop.start(replace))).toBe('not_replaceable')
    shop.clock.advance(1999)
    expect(await codeOf(await shop.start(replace))).toBe('not_replaceable')
    expect(lookups(shop)).toBe(1)
    shop.clock.advance(1)
    expect((await shop.start(replace)).ok).toBe(true)
    expect(lookups(shop)).toBe(2)
  })
})

test('what a worker has found since a lookup counts, without another one', async () => {
  const shop = await open()
  await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1 })
  expect(await codeOf(await shop.start(replace))).toBe('not_replaceable')
  await shop.advance(1)
  expect(lookups(shop)).toBe(2)
  shop.clock.advance(500)
  expect((await shop.start(replace)).ok).toBe(true)
  expect(lookups(shop)).toBe(2)
})

test('the next attempt has a lookup of its own, however soon', async () => {
  const shop = await open()
  expect((await shop.start(replace)).ok).toBe(true)
  const back = await shop.start({ method: 'transfer', after: 2, replace: true })
  expect(await back.json()).toMatchObject({ status: 'pending', attempts: 3 })
  expect(lookups(shop)).toBe(2)
})

test('beyond the limit no retry after a refusal makes a lookup', async () => {
  const shop = createHarness({ paypane: { rateLimits: { order: 3 } } })
  await shop.control('/faults', { on: 'deposit.create', effect: 'status:400', times: 1 })
  await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  shop.serviceRequests.length = 0
  const retry = () => shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  expect(await statuses(times(10, retry))).toEqual({ 409: 3, 429: 7 })
  expect(lookups(shop)).toBeLessThanOrEqual(3)
})

test('lookups of one attempt that are needed at the same time are one', async () => {
  const clock = manualClock()
  const { promise, resolve } = Promise.withResolvers<string>()
  let made = 0
  const share = createSharedCalls<string>(clock, 2000)
  const lookUp = () =>
    share('co_1 1', async () => {
      made += 1
      return await promise
    })
  const requestedAt = clock.now()
  const waiting = times(5, lookUp)
  expect(made).toBe(1)
  clock.advance(500)
  resolve('found')
  for (const lookup of waiting) expect(await lookup).toEqual({ result: 'found', requestedAt })
  clock.advance(1499)
  await lookUp()
  expect(made).toBe(1)
  clock.advance(1)
  await lookUp()
  expect(made).toBe(2)
})
