import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness } from '../harness.ts'

/** Runs everything that does not wait for the clock. */
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
async function advance(harness: Harness, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    harness.clock.advance(1000)
    await nextTick()
  }
}

/** A shop with one open transfer. `pay` lets the service report that it is paid. */
async function shopWithTransfer(store: Partial<Store> = {}) {
  const harness = createHarness({ store: { ...memoryStore(), ...store } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const etag = (await harness.get(`/checkouts/${id}`)).headers.get('etag') ?? ''
  const longPolls: Response[] = []
  return {
    harness,
    /** The responses so far. */
    longPolls,
    async openLongPoll() {
      void harness
        .get(`/checkouts/${id}?wait=25`, { 'if-none-match': etag })
        .then((response) => longPolls.push(response))
      await nextTick()
    },
    async pay() {
      await harness.controlOrder(0, { do: 'pay' })
      await harness.drain()
    },
  }
}

test('long polls that wait share one read every five seconds and end without another', async () => {
  const inner = memoryStore()
  let [entryReads, versionReads] = [0, 0]
  const { harness, longPolls, openLongPoll } = await shopWithTransfer({
    ...inner,
    entry(id) {
      entryReads += 1
      return inner.entry(id)
    },
    pageVersions(ids) {
      versionReads += 1
      return inner.pageVersions(ids)
    },
  })
  entryReads = 0
  for (let n = 0; n < 20; n += 1) await openLongPoll()
  expect(entryReads).toBe(20)
  await advance(harness, 24)
  expect(versionReads).toBe(4)
  expect(longPolls).toHaveLength(0)
  await advance(harness, 1)
  expect(longPolls.map(({ status }) => status)).toEqual(Array(20).fill(304))
  const now = new Date(harness.clock.now()).toUTCString()
  expect(longPolls.map(({ headers }) => headers.get('date'))).toEqual(Array(20).fill(now))
  expect(entryReads).toBe(20)

  await advance(harness, 60)
  expect(versionReads).toBeLessThanOrEqual(5)
})

test('a change whose notification is lost ends a long poll within five seconds', async () => {
  const shop = await shopWithTransfer({ listen: () => () => undefined })
  await shop.openLongPoll()
  await advance(shop.harness, 1)
  await shop.pay()
  expect(shop.longPolls).toHaveLength(0)
  await advance(shop.harness, 5)
  expect(await shop.longPolls[0]?.json()).toMatchObject({ status: 'succeeded' })
})

test('a store that cannot be read ends no long poll', async () => {
  const inner = memoryStore()
  let isDown = false
  const shop = await shopWithTransfer({
    ...inner,
    listen: () => () => undefined,
    pageVersions: (ids) => (isDown ? Promise.reject(new Error('down')) : inner.pageVersions(ids)),
  })
  await shop.openLongPoll()
  isDown = true
  await advance(shop.harness, 10)
  expect(shop.longPolls).toHaveLength(0)
  isDown = false
  await shop.pay()
  await advance(shop.harness, 5)
  expect(await shop.longPolls[0]?.json()).toMatchObject({ status: 'succeeded' })
})

test('pages of the same order that poll at once, at two servers, record once that a payer is there', async () => {
  const inner = memoryStore()
  let saves = 0
  const shop = await shopWithTransfer({
    ...inner,
    async save(entry, write) {
      const result = await inner.save(entry, write)
      if (result === 'saved') saves += 1
      return result
    },
  })
  shop.harness.clock.advance(26_000)
  saves = 0
  for (let n = 0; n < 20; n += 1) {
    if (n === 10) shop.harness.restart()
    void shop.openLongPoll()
  }
  for (let n = 0; n < 10; n += 1) await nextTick()
  expect(shop.longPolls).toHaveLength(0)
  expect(saves).toBe(1)
})

test('a lookup that finds what is known wakes no long poll, a payment does', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  await harness.advance(4, 1)
  const woken: string[] = []
  harness.store.listen((changed) => woken.push(changed))
  const lookups = (): number => harness.serviceRequests.length
  const lookupsBefore = lookups()
  await harness.advance(60, 1)
  expect(lookups()).toBeGreaterThan(lookupsBefore)
  expect(woken).toEqual([])

  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(5, 1)
  expect(woken).toContain(id)
})
