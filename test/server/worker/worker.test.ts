import { expect, test } from 'vitest'
import { createContext } from '../../../src/server/context.ts'
import { generateSealKey, memoryStore, type StoredEvent } from '../../../src/server/index.ts'
import { createOutage } from '../../../src/server/lib/outage.ts'
import { createReconciler } from '../../../src/server/worker/reconcile.ts'
import { createWorker } from '../../../src/server/worker/worker.ts'
import type { PaymentsClient } from '../../../src/service/index.ts'
import { createHarness, type Harness, manualClock } from '../harness.ts'

const withOrders = (harness: Harness): Harness => {
  harness.orders.set('1043', { amount: '9.00', currency: 'UAH' })
  return harness
}
const pay = (harness: Harness, order: number): Promise<unknown> => harness.controlOrder(order, { do: 'pay' })
const becomes = (harness: Harness, id: string, status: string): Promise<void> =>
  expect.poll(async () => (await harness.getCheckout(id)).status).toBe(status)

test('a lookup that hangs does not block callbacks, lookups and events of other checkouts', async () => {
  const harness = withOrders(createHarness())
  const { service } = harness
  const { promise: hangs, resolve: release } = Promise.withResolvers<void>()
  let hung = 0
  const depositStatus: PaymentsClient['depositStatus'] = async (pipeline, id) => {
    const [first] = harness.sandbox.orders()
    if ('externalId' in id && id.externalId === first?.externalId) {
      hung += 1
      await hangs
    }
    return await service.depositStatus(pipeline, id)
  }
  harness.restart({ worker: true, service: { ...service, depositStatus } })
  const one = await harness.createCheckout('1042', 'transfer')
  const other = await harness.createCheckout('1043', 'transfer')

  await pay(harness, 0)
  await harness.sandbox.clock.advance(0)
  await expect.poll(() => hung).toBe(1)
  await pay(harness, 1)
  await harness.sandbox.clock.advance(0)
  await becomes(harness, other.id, 'succeeded')
  await expect.poll(() => harness.events.map(({ ref }) => ref)).toEqual(['1043'])
  expect((await harness.getCheckout(one.id)).status).toBe('pending')

  release()
  await becomes(harness, one.id, 'succeeded')
  expect(hung).toBe(1)
  await harness.paypane.close()
})

test('an onEvent that hangs blocks only its own order, and is retried after a minute', async () => {
  const delivered: string[] = []
  const harness = withOrders(
    createHarness({
      paypane: {
        worker: true,
        onEvent: (event: StoredEvent): Promise<void> => {
          delivered.push(event.ref)
          const isFirst = delivered.length === 1
          return isFirst ? new Promise(() => undefined) : Promise.resolve()
        },
      },
    }),
  )
  await harness.createCheckout('1042', 'transfer')
  await harness.createCheckout('1043', 'transfer')
  await pay(harness, 0)
  await harness.sandbox.clock.advance(0)
  await expect.poll(() => delivered).toEqual(['1042'])
  await pay(harness, 1)
  await harness.sandbox.clock.advance(0)
  await expect.poll(() => delivered).toEqual(['1042', '1043'])

  harness.clock.advance(60_000)
  await expect
    .poll(() => harness.logs.map(({ message }) => message))
    .toContain(
      'onEvent() failed, so the event is delivered again later with the same id: Error: onEvent took longer than a minute',
    )
  // Until the retry delay and the worker's idle time are over.
  await expect
    .poll(() => {
      harness.clock.advance(1000)
      return delivered
    })
    .toEqual(['1042', '1043', '1042'])
  await harness.paypane.close()
})

test('what an act makes due is done at once', async () => {
  const harness = createHarness({ paypane: { worker: true } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  const lookups = () => harness.serviceRequests.filter((line) => line.startsWith('GET')).length
  expect(lookups()).toBe(0)
  await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })
  await expect.poll(lookups).toBe(1)
  await harness.paypane.close()
})

test('more lookups run at the same time once the service has answered a round of them', async () => {
  const harness = createHarness()
  for (let n = 0; n < 20; n += 1) {
    harness.orders.set(`o-${n}`, { amount: '9.00', currency: 'UAH' })
    await harness.createCheckout(`o-${n}`, 'transfer')
  }
  expect((await harness.paypane.stats()).lookupLimit).toBe(20)
  harness.clock.advance(60_000)
  await harness.paypane.reconcile()
  expect((await harness.paypane.stats()).lookupLimit).toBe(21)
})

test('a lookup that ends is followed by a pass only if more may be due', async () => {
  const clock = manualClock()
  let passes = 0
  let due: number | null = null
  const reconciler = {
    async runPass() {
      passes += 1
    },
    nextDue: async () => due,
  }
  const worker = createWorker(reconciler, {
    clock,
    outage: createOutage({ log: () => undefined, clock, endMessage: '' }),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  worker.wake()
  await settle()
  // As while all slots of the pool are taken.
  worker.onTaskDone()
  await settle()
  expect(passes).toBe(2)

  due = clock.now() + 500
  worker.wake()
  await settle()
  worker.onTaskDone()
  await settle()
  expect(passes).toBe(3)
  clock.advance(500)
  await settle()
  expect(passes).toBe(4)
  await worker.stop()
})

/** A worker whose passes are counted; `hold`: the next pass does not end before it is let go. */
function countedWorker() {
  const clock = manualClock()
  const counted = { passes: 0, due: async (): Promise<number | null> => null, hold: Promise.resolve() }
  const worker = createWorker(
    {
      async runPass() {
        counted.passes += 1
        await counted.hold
      },
      nextDue: () => counted.due(),
    },
    { clock, outage: createOutage({ log: () => undefined, clock, endMessage: '' }) },
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const passesAfter = async (ms: number): Promise<number> => {
    clock.advance(ms)
    await settle()
    return counted.passes
  }
  return { clock, counted, worker, settle, passesAfter }
}

test('a pass follows when work is due, after a second at the latest and 50 ms at the earliest', async () => {
  const { clock, counted, worker, settle, passesAfter } = countedWorker()
  worker.wake()
  await settle()
  expect([await passesAfter(999), await passesAfter(1)]).toEqual([1, 2])
  counted.due = async () => clock.now() + 60_000
  expect([await passesAfter(1000), await passesAfter(999), await passesAfter(1)]).toEqual([3, 3, 4])
  counted.due = async () => clock.now() - 10
  expect([await passesAfter(1000), await passesAfter(49), await passesAfter(1)]).toEqual([5, 5, 6])
  counted.due = () => Promise.reject(new Error('the database is gone'))
  expect([await passesAfter(50), await passesAfter(999), await passesAfter(1)]).toEqual([7, 7, 8])
  await worker.stop()
})

test('a pass that comes early is followed by the next one a second later, and not before', async () => {
  const { worker, settle, passesAfter } = countedWorker()
  worker.wake()
  await settle()
  expect(await passesAfter(500)).toBe(1)
  worker.wake()
  await settle()
  expect([await passesAfter(999), await passesAfter(1)]).toEqual([2, 3])
  await worker.stop()
})

test('the time of the last pass is that of one that has succeeded', async () => {
  const { clock, counted, worker, passesAfter } = countedWorker()
  const startedAt = clock.now()
  expect(worker.lastPassAt()).toBe(startedAt)
  worker.wake()
  await passesAfter(1000)
  expect(worker.lastPassAt()).toBe(startedAt + 1000)
  counted.hold = Promise.reject(new Error('the database is gone'))
  await passesAfter(1000)
  expect(worker.lastPassAt()).toBe(startedAt + 1000)
  await worker.stop()
})

test('what wakes the worker during a pass makes it run one more', async () => {
  const { counted, worker, settle } = countedWorker()
  const { promise, resolve } = Promise.withResolvers<void>()
  counted.hold = promise
  worker.wake()
  for (let count = 0; count < 3; count += 1) worker.wake()
  await settle()
  expect(counted.passes).toBe(1)
  resolve()
  await settle()
  expect(counted.passes).toBe(2)
  await worker.stop()
})

test('a worker that is stopped ends its pass and begins no other', async () => {
  const { clock, counted, worker, settle, passesAfter } = countedWorker()
  const { promise, resolve } = Promise.withResolvers<void>()
  counted.hold = promise
  worker.wake()
  worker.wake()
  let isStopped = false
  const stopped = worker.stop().then(() => {
    isStopped = true
  })
  await settle()
  expect(isStopped).toBe(false)
  resolve()
  await stopped
  worker.wake()
  worker.onTaskDone()
  expect(clock.timers()).toBe(0)
  expect(await passesAfter(60_000)).toBe(1)
})

test('a worker that is stopped between two passes leaves no timer', async () => {
  const { clock, worker, settle } = countedWorker()
  worker.wake()
  await settle()
  expect(clock.timers()).toBe(1)
  await worker.stop()
  expect(clock.timers()).toBe(0)
})

test('a reconciliation returns how many tasks ran', async () => {
  const shop = createHarness()
  await shop.createCheckout('1042', 'transfer')
  await pay(shop, 0)
  shop.clock.advance(60_000)
  expect(await shop.paypane.reconcile()).toBeGreaterThan(0)
  await shop.drain()
  expect(await shop.paypane.reconcile()).toBe(0)
})

test.each(['lookupPool', 'outboxPool'] as const)(
  'while the %s is full the worker waits for a slot, not for the next work',
  async (pool) => {
    const shop = createHarness()
    await shop.createCheckout('1042', 'transfer')
    const { service, clock, store } = shop
    const context = createContext(
      { service, clock, store, pipelines: {}, order: () => null },
      { wake: () => undefined, onLookupDone: () => undefined },
    )
    const { nextDue } = createReconciler(context)
    expect(await nextDue()).toBe(await store.nextDue())
    const { promise: ends, resolve: end } = Promise.withResolvers<void>()
    while (context[pool].available() > 0) context[pool].run(ends)
    expect(await nextDue()).toBeNull()
    end()
    await context[pool].drain()
    expect(await nextDue()).toBe(await store.nextDue())
  },
)

test('the counters of reports are added up each second, and at once while there are more', async () => {
  const store = memoryStore()
  let left = 5000
  const shop = createHarness({
    store: {
      ...store,
      foldReport: async (limit) => {
        const folded = Math.min(limit, left)
        left -= folded
        return folded
      },
    },
  })
  const leftAfter = async (ms: number): Promise<number> => {
    shop.clock.advance(ms)
    await shop.paypane.reconcile()
    return left
  }
  expect([await leftAfter(0), await leftAfter(0), await leftAfter(0)]).toEqual([3000, 1000, 0])
  left = 10
  expect([await leftAfter(999), await leftAfter(1)]).toEqual([10, 0])
})

test('a job of the clean-up that fails keeps no other from its work', async () => {
  const store = memoryStore()
  const done: string[] = []
  const shop = createHarness({
    store: {
      ...store,
      foldReport: () => Promise.reject(new Error('a damaged counter')),
      cardsSealedBy: () => Promise.reject(new Error('a damaged card')),
      async reviewUnmatchedCallbacks(...options) {
        done.push('reviews')
        return await store.reviewUnmatchedCallbacks(...options)
      },
      async eraseOld(options) {
        done.push('retention')
        return await store.eraseOld(options)
      },
    },
  })
  await expect(shop.paypane.reconcile()).rejects.toThrow('a damaged counter')
  expect(done).toEqual(['reviews', 'retention'])
})

test('cards that no key decrypts do not keep the others from the new key', async () => {
  const [before, after] = [generateSealKey(), generateSealKey()]
  const store = memoryStore()
  const order = (customer: string) => ({ amount: '10.00', currency: 'UAH', customer })
  const shop = createHarness({
    store: { ...store, cardsSealedBy: (prefixes, from) => store.cardsSealedBy(prefixes, from, 1) },
    paypane: { sealKey: [before], order },
  })
  for (const customer of ['a', 'b']) {
    await shop.createCheckout(customer, 'form')
    await shop.controlOrder(-1, { do: 'pay' })
    await shop.drain()
  }
  const cards = [...(await store.cardsOf('a')), ...(await store.cardsOf('b'))]
  const [damaged, card] = cards.sort((one, other) => (one.id < other.id ? -1 : 1))
  if (damaged === undefined || card === undefined) throw new Error('Two cards are saved.')
  const token = `${damaged.token.slice(0, -4)}AAAA`
  await store.replaceCards([{ from: damaged, to: { ...damaged, token } }])

  shop.restart({ sealKey: [after, before], order })
  await shop.drain()
  await shop.drain()
  expect(await store.cardsOf(damaged.customer)).toEqual([{ ...damaged, token }])
  const [reencrypted] = await store.cardsOf(card.customer)
  expect(reencrypted?.id).toBe(card.id)
  expect(reencrypted?.token).not.toBe(card.token)
})
