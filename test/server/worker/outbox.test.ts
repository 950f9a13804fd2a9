import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Metric } from '../../../src/server/lib/metrics.ts'
import type { PaypaneOptions } from '../../../src/server/options/options.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness } from '../harness.ts'

type Tried = Parameters<Store['eventTried']>[1]

/** A paid order whose event is due. `tried`: the ends of its deliveries. `leases`: how long each claim keeps others away. */
async function paidShop(onEvent: NonNullable<PaypaneOptions['onEvent']>) {
  const store = memoryStore()
  const tried: Tried[] = []
  const leases: number[] = []
  const metrics: Metric[] = []
  const shop = createHarness({
    store: {
      ...store,
      async claimEvents(options) {
        leases.push(options.until - options.now)
        return await store.claimEvents(options)
      },
      async eventTried(id, result) {
        tried.push(result)
        await store.eventTried(id, result)
      },
    },
    paypane: { onEvent, onMetric: (metric) => metrics.push(metric) },
  })
  await shop.createCheckout('1042', 'transfer')
  await shop.controlOrder(0, { do: 'pay' })
  shop.logs.length = 0
  const results = () => metrics.flatMap((metric) => (metric.type === 'event' ? [metric.result] : []))
  return { shop, tried, leases, results }
}

test('a delivery is recorded with its time, and kept from others for longer than it may take', async () => {
  const resent: boolean[] = []
  const { shop, tried, leases, results } = await paidShop((_event, options) => {
    resent.push(options.resent)
    shop.clock.advance(1234)
  })
  const at = shop.clock.now()
  await shop.drain()
  expect(tried).toMatchObject([{ at, durationMs: 1234, error: null, resends: 0 }])
  expect(resent).toEqual([false])
  expect(results()).toEqual(['delivered'])
  expect(new Set(leases)).toEqual(new Set([65_000]))
})

test('a delivery that fails is logged, and is tried again with the same id, later each time', async () => {
  const ids: string[] = []
  const { shop, tried, results } = await paidShop(({ id }) => {
    ids.push(id)
    if (ids.length < 3) throw new Error('503 for card 4149605012345678')
  })
  await shop.drain()
  await shop.advance(120, 1)
  expect(new Set(ids).size).toBe(1)
  expect(results()).toEqual(['postponed', 'postponed', 'delivered'])
  const pauses = tried.map(({ at, retryAt }) => retryAt - at)
  expect(pauses.slice(0, 2)).toEqual([1000, 2000])
  expect(tried[0]?.error).toBe('Error: 503 for card ••••5678')
  const message =
    'onEvent() failed, so the event is delivered again later with the same id: Error: 503 for card ••••5678'
  const lines = shop.logs.filter((line) => line['event'] === ids[0])
  expect(lines).toEqual(
    Array.from({ length: 2 }, () => ({
      ...{ level: 'warn', message, event: ids[0], type: 'checkout.succeeded' },
    })),
  )
})

test('an error of thousands of characters is stored short', async () => {
  const { shop, tried } = await paidShop(() => Promise.reject(new Error('x'.repeat(5000))))
  await shop.drain()
  expect(tried[0]?.error).toHaveLength(500)
})
