import { createHarness, type Harness, type HarnessOptions, operator } from '../harness.ts'

/** A shop with an operator. Orders `a`, `b` and `c` belong to customer `customer-7`. */
export function createShop(options: HarnessOptions = {}): Harness {
  const harness = createHarness(options)
  for (const order of ['a', 'b', 'c'])
    harness.orders.set(order, { amount: '10.00', currency: 'UAH', customer: 'customer-7' })
  return harness
}

/** Applies a control to the sandbox's order number `index`. */
export async function actOnOrder(harness: Harness, action: string, index = 0): Promise<void> {
  await harness.controlOrder(index, { do: action })
  await harness.drain()
}

/** An operator's note about an attempt. */
export const writeNote = (harness: Harness, id: string, note: string, attempt = 1): Promise<Response> =>
  harness.post(`/admin/checkouts/${id}/review`, { attempt, action: 'recheck', note }, operator)

/** A checkout of order `a`: customer `customer-7` started its first attempt, which failed, and `customer-8` the second one. */
export async function createSharedCheckout(shop: Harness): Promise<{ id: string }> {
  const { id } = await shop.createCheckout('a', 'transfer')
  await actOnOrder(shop, 'fail')
  await writeNote(shop, id, 'Ivan called')
  shop.orders.set('a', { amount: '10.00', currency: 'UAH', customer: 'customer-8' })
  const { clientSecret = '' } = await shop.createCheckout('a')
  await shop.post(
    `/checkouts/${id}/attempts`,
    { method: 'form', after: 1 },
    { 'checkout-secret': clientSecret },
  )
  await writeNote(shop, id, 'Olha called', 2)
  await shop.drain()
  return { id }
}

/** Everything stored about a checkout. */
export const storedText = async ({ store }: Harness, id: string): Promise<string> =>
  JSON.stringify([await store.entry(id), await store.callbacksOf(id), await store.eventsOf(id)])

export const erase = (harness: Harness, customer: string, headers = operator): Promise<Response> =>
  harness.paypane.fetch(
    new Request(`http://127.0.0.1:8787/pay/admin/customers/${encodeURIComponent(customer)}`, {
      method: 'DELETE',
      headers,
    }),
  )
