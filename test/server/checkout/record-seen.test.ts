import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

/** An open transfer whose page polls, and how often the store was written. */
async function openPage() {
  const store = memoryStore()
  let writes = 0
  let fails = false
  const shop = createHarness({
    store: {
      ...store,
      async save(...write) {
        writes += 1
        if (fails) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
        return await store.save(...write)
      },
    },
  })
  shop.callbacksLost = true
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.drain()
  const poll = async (count = 1): Promise<number> => {
    writes = 0
    await Promise.all(Array.from({ length: count }, () => shop.get(`/checkouts/${id}`)))
    await new Promise((resolve) => setImmediate(resolve))
    return writes
  }
  const stored = async () => {
    const entry = await store.entry(id)
    if (entry?.kind !== 'checkout') throw new Error('The checkout exists.')
    return { seenAt: entry.seenAt, nextLookupAt: entry.attempts[0]?.nextLookupAt }
  }
  return { shop, poll, stored, failWrites: (is: boolean) => (fails = is) }
}

test('a page that polls is recorded at most every 25 s, once for all its tabs', async () => {
  const { shop, poll, stored } = await openPage()
  const since = shop.clock.now()
  shop.clock.advance(24_999)
  expect(await poll()).toBe(0)
  expect(await stored()).toMatchObject({ seenAt: since })
  shop.clock.advance(1)
  expect(await poll(5)).toBe(1)
  expect(await stored()).toMatchObject({ seenAt: since + 25_000 })
  shop.clock.advance(25_000)
  expect(await poll()).toBe(1)
})

test('a payer who comes back has the order looked up every three seconds again', async () => {
  const { shop, poll, stored } = await openPage()
  await shop.advance(900, 10)
  const away = await stored()
  expect(away.nextLookupAt).toBeGreaterThan(shop.clock.now() + 20_000)
  await poll()
  expect(await stored()).toEqual({ seenAt: shop.clock.now(), nextLookupAt: shop.clock.now() + 3000 })
})

test('an order of a clock that was ahead is looked up again once a payer is seen by the right one', async () => {
  const { shop, poll, stored } = await openPage()
  const by = (ahead: number) =>
    shop.restart({ clock: { ...shop.clock, now: () => shop.clock.now() + ahead } })
  const hour = 3_600_000
  shop.clock.advance(900_000)
  by(hour)
  await poll()
  await shop.drain()
  expect(await stored()).toMatchObject({ seenAt: shop.clock.now() + hour })
  by(0)
  shop.clock.advance(60_000)
  expect(await poll()).toBe(1)
  expect(await stored()).toEqual({ seenAt: shop.clock.now(), nextLookupAt: shop.clock.now() + 3000 })

  // Clocks differ: what another process has just recorded stands.
  by(-5 * 60_000)
  expect(await poll()).toBe(0)
})

test('of what is not looked up any more nothing is recorded', async () => {
  const { shop, poll } = await openPage()
  await shop.controlOrder(0, { do: 'pay' })
  await shop.advance(2000, 10)
  expect(await poll()).toBe(0)
})

test('a record that the database did not take is tried again with the next poll', async () => {
  const { shop, poll, stored, failWrites } = await openPage()
  shop.clock.advance(25_000)
  failWrites(true)
  expect(await poll()).toBe(1)
  failWrites(false)
  expect(await poll()).toBe(1)
  expect(await stored()).toMatchObject({ seenAt: shop.clock.now() })
})

test('a page is recorded while one of several attempts is looked up', async () => {
  const shop = createHarness()
  await shop.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  const lookups = (await shop.store.entry(id))?.attempts.map(({ nextLookupAt }) => nextLookupAt !== null)
  expect(lookups).toEqual([false, true])
  shop.clock.advance(25_000)
  await shop.getCheckout(id)
  await expect
    .poll(async () => {
      const entry = await shop.store.entry(id)
      return entry?.kind === 'checkout' && entry.seenAt
    })
    .toBe(shop.clock.now())
})
