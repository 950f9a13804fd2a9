import { expect, test } from 'vitest'
import { generateSealKey, memoryStore } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

/** The keys of the sealed texts of an entry. */
const sealed = (value: unknown): string[] => JSON.stringify(value).match(/"1\.[\w-]{8}\./g) ?? []

test('what a retired key has sealed is sealed with the new one, in batches, and counted once', async () => {
  const [before, after] = [generateSealKey(), generateSealKey()]
  const store = memoryStore()
  const asked: (string | null)[] = []
  const shop = createHarness({
    store: {
      ...store,
      async entriesNotSealedBy(prefix, from, limit) {
        asked.push(from)
        return await store.entriesNotSealedBy(prefix, from, Math.min(limit, 100))
      },
    },
    paypane: { sealKey: [before], order: () => ({ amount: '10.00', currency: 'UAH' }) },
  })
  for (let order = 0; order < 101; order += 1) await shop.createCheckout(`order-${order}`)
  const { id } = await shop.createCheckout('pays', 'transfer')
  await shop.drain()
  const stored = await store.entry(id)
  const old = new Set(sealed(stored))
  expect(old.size).toBe(1)

  shop.logs.length = 0
  shop.restart({ sealKey: [after, before] })
  asked.length = 0
  const counts = () =>
    shop.logs.flatMap(({ message, count }) =>
      message === 'checkouts and payouts re-encrypted' ? [count] : [],
    )
  await shop.paypane.reconcile()
  expect(counts()).toEqual([100])
  // There are more, so that the next pass does not wait for a minute.
  await shop.paypane.reconcile()
  expect(counts()).toEqual([100, 2])
  expect(asked[0]).toBe('')
  expect(asked[1]).not.toBe('')
  await shop.paypane.reconcile()
  expect(asked.length).toBe(2)
  const renewed = await store.entry(id)
  expect(sealed(renewed).length).toBe(sealed(stored).length)
  expect(sealed(renewed).some((prefix) => old.has(prefix))).toBe(false)
  expect((await shop.getCheckout(id)).action).toMatchObject({ type: 'transfer' })

  // A minute later, with nothing left.
  shop.clock.advance(60_000)
  await shop.paypane.reconcile()
  expect(counts()).toEqual([100, 2])
})
