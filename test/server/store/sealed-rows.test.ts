import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Checkout } from '../../../src/server/rules/model.ts'
import type { StoredCard } from '../../../src/server/store/cards.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness } from '../harness.ts'
import { reported } from './fixtures.ts'

/** An attacker with write access to the database, but no key, moves sealed texts between rows. */

async function checkoutOf(store: Store, order: string): Promise<Checkout> {
  const entry = await store.entryByRef('checkout', order)
  if (entry?.kind !== 'checkout') throw new Error(`There is no checkout of ${order}.`)
  return entry
}

const overwrite = async (store: Store, entry: Checkout): Promise<void> => {
  expect(await store.save(entry, { expectedVersion: entry.version })).toBe('saved')
}

const shopWith = (orders: readonly string[], customer?: string): Harness => {
  const harness = createHarness({ store: memoryStore() })
  for (const order of orders) harness.orders.set(order, { amount: '10.00', currency: 'UAH', customer })
  return harness
}

test("another checkout's payment details are not shown", async () => {
  const shop = shopWith(['theirs', 'mine'])
  const theirs = await shop.createCheckout('theirs', 'transfer')
  const mine = await shop.createCheckout('mine', 'transfer')
  const { attempts } = await checkoutOf(shop.store, 'mine')
  const paymentDetails = attempts[0]?.paymentDetails ?? null
  const target = await checkoutOf(shop.store, 'theirs')
  await overwrite(shop.store, {
    ...target,
    attempts: target.attempts.map((attempt) => ({ ...attempt, paymentDetails })),
  })
  expect((await shop.getCheckout(mine.id)).action).not.toBeNull()
  expect((await shop.getCheckout(theirs.id)).action).toBeNull()
  expect(shop.logs).toContainEqual(
    expect.objectContaining({ level: 'error', message: expect.stringContaining('cannot be decrypted') }),
  )
})

test("another attempt's payment details are not shown, cached or not", async () => {
  const shop = shopWith(['1042'])
  const { id } = await shop.createCheckout('1042', 'form')
  const [first] = (await checkoutOf(shop.store, '1042')).attempts
  await shop.control(`/orders/${first?.externalId}`, { do: 'fail' })
  await shop.drain()
  await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  expect((await shop.getCheckout(id)).action).not.toBeNull()
  const stored = await checkoutOf(shop.store, '1042')
  await overwrite(shop.store, {
    ...stored,
    attempts: stored.attempts.map((attempt) => ({
      ...attempt,
      paymentDetails: first?.paymentDetails ?? null,
    })),
  })
  expect((await shop.getCheckout(id)).action).toBeNull()
})

test("another checkout's terms start no attempt", async () => {
  const shop = shopWith(['theirs', 'mine'])
  shop.orders.set('mine', { amount: '1.00', currency: 'UAH' })
  const { id } = await shop.createCheckout('theirs')
  await shop.createCheckout('mine')
  const { terms } = await checkoutOf(shop.store, 'mine')
  await overwrite(shop.store, { ...(await checkoutOf(shop.store, 'theirs')), terms })
  const response = await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 0 })
  expect(response.status).toBe(200)
  // The order is that of the row, not that of the moved terms.
  expect(shop.sandbox.orders().at(-1)?.amount).toBe('10.00')
  expect((await checkoutOf(shop.store, 'theirs')).order).toBe('theirs')
})

test("another customer's card cannot be used", async () => {
  const shop = shopWith(['a'], 'owner')
  await shop.createCheckout('a', 'form')
  await shop.controlOrder(-1, { do: 'pay' })
  await shop.drain()
  const [card] = await shop.store.cardsOf('owner')
  if (card === undefined) throw new Error('No card was saved.')

  shop.orders.set('b', { amount: '10.00', currency: 'UAH', customer: 'thief' })
  const moved: StoredCard = { ...card, id: 'card_moved', customer: 'thief' }
  const { id } = await shop.createCheckout('b')
  const entry = await checkoutOf(shop.store, 'b')
  await shop.store.save(entry, { expectedVersion: entry.version, reportedCard: reported(moved) })
  const response = await shop.post(`/checkouts/${id}/attempts`, {
    method: 'saved-card',
    savedCard: moved.id,
    after: 0,
  })
  expect(await response.json()).toMatchObject({ code: 'card_unknown' })
  const message = 'a saved card cannot be decrypted: is its seal key missing?'
  expect(shop.logs).toContainEqual({ level: 'error', message, card: moved.id })
})
