import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness } from '../harness.ts'

/** A store in which another worker takes the entry over just before write `taken` of its due work. */
function takenOverStore(taken: number): { store: Store; begin(): void; results: string[] } {
  const inner = memoryStore()
  const results: string[] = []
  let isDueWork = false
  let count = 0
  const store: Store = {
    ...inner,
    async save(entry, write) {
      if (!isDueWork) return await inner.save(entry, write)
      count += 1
      if (count === taken)
        await inner.claim({ now: Number.MAX_VALUE, until: Number.MAX_VALUE, lease: 'another', limit: 1 })
      const result = await inner.save(entry, write)
      if (count >= taken) results.push(result)
      return result
    },
  }
  return {
    store,
    begin: () => {
      isDueWork = true
    },
    results,
  }
}

test.each([
  { writes: 'lookups, the create again and its response', dropped: 1, seconds: 60 },
  { writes: 'the end of the time to pay, and of an attempt without an order', dropped: 50, seconds: 900 },
])('rule 13: a worker whose entry was taken over writes nothing: $writes', async ({ dropped, seconds }) => {
  let last = 0
  for (let taken = 1; taken === last + 1; taken += 1) {
    const { store, begin, results } = takenOverStore(taken)
    const shop = createHarness({ store, paypane: { checkoutTtlSeconds: 300 } })
    shop.callbacksLost = true
    await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: dropped })
    await shop.createCheckout('1042', 'transfer')
    begin()
    await shop.advance(seconds, 10)
    if (results.length > 0) last = taken
    expect(results.filter((result) => result !== 'lease-lost')).toEqual([])
  }
  expect(last).toBeGreaterThan(3)
})

test('a worker keeps its entry while a lookup and then a send take nearly their timeout', async () => {
  const store = memoryStore()
  const shop = createHarness({ store })
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const service = { ...shop.service, timeoutMs: 30_000 }
  let taken = 0
  /** Meanwhile something makes the entry due, as a callback does. */
  const takeNearlyTheTimeout = async (): Promise<void> => {
    shop.clock.advance(service.timeoutMs - 1)
    const now = shop.clock.now()
    const entry = await store.entry(id)
    if (entry === null) return
    const attempts = entry.attempts.map((attempt) => ({ ...attempt, nextLookupAt: now }))
    await store.save({ ...entry, attempts }, { expectedVersion: entry.version })
    taken += (await store.claim({ now, until: now, lease: 'another', limit: 1 })).length
  }
  shop.restart({
    service: {
      ...service,
      async depositStatus(...request) {
        await takeNearlyTheTimeout()
        return await service.depositStatus(...request)
      },
      async createDeposit(...request) {
        await takeNearlyTheTimeout()
        return await service.createDeposit(...request)
      },
    },
  })
  await shop.advance(300, 1)
  expect(shop.sandbox.orders()).toHaveLength(1)
  expect(taken).toBe(0)
})
