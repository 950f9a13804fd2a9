import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness } from '../harness.ts'

test('an attempt made from an old amount is neither stored nor sent', async () => {
  const inner = memoryStore()
  let hasRaced = false
  const store: Store = {
    ...inner,
    async save(entry, write) {
      // Another request opens the order at its new amount before this attempt is stored.
      if (entry.attempts.length === 1 && !hasRaced) {
        hasRaced = true
        shop.orders.set('1042', { amount: '500.00', currency: 'UAH' })
        await shop.createCheckout('1042')
      }
      return await inner.save(entry, write)
    },
  }
  const shop: Harness = createHarness({ store })
  shop.orders.set('1042', { amount: '100.00', currency: 'UAH' })
  const { id } = await shop.createCheckout('1042')

  const raced = await shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect([raced.status, (await raced.json()).code]).toEqual([409, 'amount_changed'])
  expect(shop.sandbox.orders()).toEqual([])

  const next = await shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect(await next.json()).toMatchObject({ status: 'pending', amount: { value: '500.00' } })
  expect(shop.sandbox.orders().map(({ amount }) => amount)).toEqual(['500.00'])
})
