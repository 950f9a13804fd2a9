import { expect, test } from 'vitest'
import { generateSealKey, memoryStore } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness } from '../harness.ts'

/** A pending transfer whose due work fails to be stored. `putAside`: until when its entry then waits. */
async function failingShop(save: (store: Store) => ReturnType<Store['save']>) {
  const store = memoryStore()
  const putAside: number[] = []
  const shop = createHarness({
    store: {
      ...store,
      save: (entry, write) => (write.lease === undefined ? store.save(entry, write) : save(store)),
      async putAside(id, lease, until) {
        putAside.push(until)
        await store.putAside(id, lease, until)
      },
    },
  })
  shop.callbacksLost = true
  const { id } = await shop.createCheckout('1042', 'transfer')
  shop.clock.advance(60_000)
  shop.logs.length = 0
  await shop.paypane.reconcile()
  return { shop, id, putAside }
}

test('work that fails is logged, and its entry waits for as long as it has waited', async () => {
  const { shop, id, putAside } = await failingShop(() => Promise.reject(new TypeError('an unexpected value')))
  const message = 'processing an entry failed: TypeError: an unexpected value'
  expect(shop.logs).toEqual([{ level: 'error', message, checkout: id }])
  expect(putAside).toEqual([shop.clock.now() + 60_000])
})

test('while the database fails nothing is put aside: the work is due once the lease has ended', async () => {
  const error = Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
  const { shop, putAside } = await failingShop(() => Promise.reject(error))
  expect(shop.logs).toMatchObject([{ level: 'error', message: expect.stringContaining('connection lost') }])
  expect(putAside).toEqual([])
})

test('a worker that is too late leaves the entry to the one that has taken it over', async () => {
  const { shop, id, putAside } = await failingShop(async () => 'lease-lost')
  expect(shop.logs).toEqual([
    { level: 'warn', message: 'lease lost, the outcome was not written', checkout: id },
  ])
  expect(putAside).toEqual([])
})

test('what cannot be decrypted is not sent again, and is tried once a minute until its seal key is back', async () => {
  const key = generateSealKey()
  const shop = createHarness({ paypane: { sealKey: key } })
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const creates = () => shop.serviceRequests.filter((line) => line.startsWith('POST')).length
  expect(creates()).toBe(1)

  shop.restart({ sealKey: generateSealKey() })
  shop.logs.length = 0
  await shop.advance(90, 1)
  const message = 'the request body of an attempt cannot be decrypted: is its seal key missing?'
  const lines = shop.logs.filter((line) => line.message === message)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(4)
  expect(lines[0]).toEqual({ level: 'error', message, checkout: id })
  const stored = await shop.store.entry(id)
  expect(stored?.attempts).toMatchObject([{ state: 'unknown', sendCount: 1 }])
  expect(stored?.attempts[0]?.activity.map(({ type }) => type)).toContain('body_unreadable')
  expect(creates()).toBe(1)

  shop.restart({ sealKey: key })
  await shop.advance(90, 1)
  expect(creates()).toBe(2)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 1 })
})

test('more time that the payer gets while a worker has the entry is kept', async () => {
  const store = memoryStore()
  const shop = createHarness({
    store: {
      ...store,
      async claim(options) {
        const claimed = await store.claim(options)
        for (const entry of claimed)
          if (entry.kind === 'checkout' && entry.expiresAt <= options.now)
            await store.save(
              { ...entry, expiresAt: options.now + 60_000 },
              { expectedVersion: entry.version },
            )
        return claimed
      },
    },
  })
  shop.callbacksLost = true
  const { id } = await shop.createCheckout('1042', 'transfer')
  shop.clock.advance(1800_000)
  await shop.paypane.reconcile()
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', action: { type: 'transfer' } })
})

test('what another process finds placed in the meantime is not sent again', async () => {
  const store = memoryStore()
  const shop = createHarness({
    store: {
      ...store,
      async save(entry, write) {
        const stored = await store.entry(entry.id)
        const isResent = entry.attempts.some(({ state, sendCount }) => state === 'sending' && sendCount > 1)
        if (isResent && stored?.attempts[0]?.state === 'unknown') {
          const attempts = stored.attempts.map((attempt) => ({ ...attempt, state: 'placed' as const }))
          const { version } = stored
          await store.save(
            { ...stored, attempts },
            { expectedVersion: version, version: version + 1, events: [] },
          )
        }
        return await store.save(entry, write)
      },
    },
  })
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.advance(90, 1)
  expect((await store.entry(id))?.attempts[0]).toMatchObject({ state: 'placed', sendCount: 1 })
  expect(shop.serviceRequests.filter((line) => line.startsWith('POST'))).toHaveLength(1)
})
