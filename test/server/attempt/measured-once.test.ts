import { expect, test } from 'vitest'
import { lookUp } from '../../../src/server/attempt/look-up.ts'
import { createContext } from '../../../src/server/context.ts'
import { memoryStore } from '../../../src/server/index.ts'
import type { Metric } from '../../../src/server/lib/metrics.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { createHarness } from '../harness.ts'
import { attempt, checkout } from '../store/fixtures.ts'

test('a create is measured once, also where what it answered cannot be used', async () => {
  const metrics: Metric[] = []
  const harness = createHarness({ paypane: { onMetric: (metric) => metrics.push(metric) } })
  const { service } = harness
  const unusable = '{"outcome":"placed","externalId":"E-1","status":"Processing","paymentDetails":{}}'
  harness.restart({ service: { ...service, createDeposit: async () => JSON.parse(unusable) } })
  await harness.createCheckout('1042', 'transfer')
  expect(metrics.filter(({ type }) => type === 'create')).toHaveLength(1)
})

test('a lookup during which the clock was set ends once, so that the limit of lookups still grows', async () => {
  let at = Date.UTC(2026, 5, 1)
  const client = createPaymentsClient({ baseUrl: 'http://core.test' })
  const context = createContext(
    {
      service: {
        ...client,
        date: async () => at,
        async depositStatus() {
          at += 3_600_000
          return { outcome: 'not_found' }
        },
      },
      pipelines: { p2p: { profile: 'p2p', key: 'KEY', privateKey: 'PRIVATE' } },
      store: memoryStore(),
      order: () => null,
      clock: { now: () => at, after: () => () => undefined, elapsed: () => 0 },
    },
    { wake: () => undefined, onLookupDone: () => undefined },
  )
  await context.clockGuard.check()
  const placed = attempt({ state: 'placed', pipeline: 'p2p' })
  await expect(lookUp(context, checkout({ attempts: [placed] }), placed)).rejects.toThrow('clock')
  const { lookupLimit } = context
  const before = lookupLimit.current()
  for (let round = 0; round < 2; round += 1) {
    const ends = Array.from({ length: before / 2 }, () => lookupLimit.start())
    for (const end of ends) end('answered')
  }
  expect(lookupLimit.current()).toBe(before + 1)
})
