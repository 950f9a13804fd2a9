import { expect, test } from 'vitest'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { actOnOrder, createShop, storedText, writeNote } from '../admin/customer-shop.ts'
import type { Harness } from '../harness.ts'

const daySeconds = 86_400

/** A shop with a customer's failed transfer and an operator's note about it, after a number of days. */
async function createOldShop(
  days: number,
  paypane: Partial<PaypaneOptions> = {},
): Promise<{ shop: Harness; id: string }> {
  const shop = createShop({ paypane })
  const { id } = await shop.createCheckout('a', 'transfer')
  await actOnOrder(shop, 'fail')
  await writeNote(shop, id, 'Ivan Petrenko called')
  await shop.advance(4 * daySeconds, 3600)
  await shop.advance((days - 4) * daySeconds, 30 * daySeconds)
  return { shop, id }
}

test('personal data is erased two years after the last change', async () => {
  const { shop, id } = await createOldShop(729)
  expect(await storedText(shop, id)).toContain('Ivan Petrenko')
  await shop.advance(5 * daySeconds, daySeconds)
  const stored = await storedText(shop, id)
  for (const personal of ['"customer-7"', 'Ivan']) expect(stored).not.toContain(personal)
  expect(shop.logs).toContainEqual({ level: 'info', message: 'old personal data erased', count: 1 })
  expect(await shop.store.eventsOf(id)).toEqual([])
})

test('a correction long after retention still counts', async () => {
  const { shop, id } = await createOldShop(740)
  expect(await storedText(shop, id)).not.toContain('Ivan')
  await actOnOrder(shop, 'correct')
  expect(await shop.getCheckout(id)).toMatchObject({
    order: 'a',
    status: 'succeeded',
    paid: { value: '10.00', currency: 'UAH' },
  })
  expect(shop.events.map(({ type, seq }) => [type, seq])).toEqual([
    ['checkout.failed', 1],
    ['checkout.corrected', 2],
    ['checkout.succeeded', 3],
  ])
  expect(await storedText(shop, id)).not.toContain('"customer-7"')
})

test('an order is not paid again after retention', async () => {
  const { shop, id } = await createOldShop(40, { retentionDays: 30 })
  await actOnOrder(shop, 'correct')
  await shop.advance(40 * daySeconds, 10 * daySeconds)
  const again = await shop.post('/checkouts', { order: 'a', method: 'transfer' })
  expect(again.status).toBe(200)
  expect(await again.json()).toMatchObject({ id, status: 'succeeded', attempts: 1 })
  expect(shop.sandbox.orders()).toHaveLength(1)
})

test('with retention 0 personal data is never erased', async () => {
  const { shop, id } = await createOldShop(3000, { retentionDays: 0 })
  expect(await storedText(shop, id)).toContain('Ivan Petrenko')
})
