import { describe, expect, test } from 'vitest'
import type { PaymentsClient } from '../../../src/service/client.ts'
import { createHarness, type Harness } from '../harness.ts'
import { interruptedStore } from './interrupted-store.ts'
import { createTokenShop } from './shop.ts'

const terms = { amount: '1250.00', currency: 'UAH' }

const start = (shop: Harness, id: string, body: object): Promise<Response> =>
  shop.post(`/checkouts/${id}/attempts`, body)
const answered = async (response: Response) => ({ status: response.status, body: await response.json() })
const newestOrder = async (shop: Harness, action: object): Promise<void> => {
  await shop.controlOrder(-1, action)
  await shop.drain()
}

/** `act` runs while the first lookup is under way. */
function duringLookup(shop: Harness, act: () => Promise<unknown>): void {
  const { service } = shop
  let hasActed = false
  const depositStatus: PaymentsClient['depositStatus'] = async (pipeline, id) => {
    const result = await service.depositStatus(pipeline, id)
    if (!hasActed) {
      hasActed = true
      await act()
    }
    return result
  }
  shop.restart({ service: { ...service, depositStatus } })
}

test('a press on an older page is answered with the outcome, also once the order has expired', async () => {
  const shop = createTokenShop({ checkoutTtlSeconds: 86_400 })
  const { id, clientSecret } = await shop.open('1042', {}, { method: 'form' })
  await shop.payNewest()
  shop.clock.advance(3_600_000)
  const late = await answered(await shop.start(id, clientSecret, { method: 'form', after: 0 }))
  expect(late).toMatchObject({ status: 200, body: { status: 'succeeded', attempts: 1 } })
  const next = await answered(await shop.start(id, clientSecret, { method: 'form', after: 1 }))
  expect(next).toMatchObject({ status: 403, body: { code: 'order_expired' } })
})

test('an attempt is started with the form of the reference that the page gave', async () => {
  const received: string[] = []
  const shop = createHarness({
    paypane: {
      order(reference) {
        received.push(reference)
        return reference === '1042.given' ? { ...terms, reference: '1042' } : null
      },
    },
  })
  const { id, order } = await shop.createCheckout('1042.given')
  expect(order).toBe('1042')
  expect((await start(shop, id, { method: 'form', after: 0 })).status).toBe(200)
  expect(new Set(received)).toEqual(new Set(['1042.given']))
})

test('a press is answered with the attempt that another one has started during order()', async () => {
  let duringOrder = async (): Promise<void> => undefined
  const shop = createHarness({
    paypane: {
      async order() {
        await duringOrder()
        return terms
      },
    },
  })
  const { id } = await shop.createCheckout('1042')
  duringOrder = async () => {
    duringOrder = async () => undefined
    await start(shop, id, { method: 'form', after: 0 })
  }
  const press = await answered(await start(shop, id, { method: 'transfer', after: 0 }))
  expect(press).toMatchObject({ status: 200, body: { method: 'form', attempts: 1 } })
})

test('a press is answered with the attempt that another one has stored first', async () => {
  const store = interruptedStore(1, ({ id }) => start(shop, id, { method: 'form', after: 0 }))
  const shop: Harness = createHarness({ store })
  const { id } = await shop.createCheckout('1042')
  const press = await answered(await start(shop, id, { method: 'transfer', after: 0 }))
  expect(press).toMatchObject({ status: 200, body: { method: 'form', attempts: 1 } })
  expect(shop.sandbox.orders()).toHaveLength(1)
})

test('an attempt whose money is reported as sent before its replacement is stored is shown', async () => {
  const store = interruptedStore(2, ({ id }) => shop.post(`/checkouts/${id}/attempts/1/sent`, { sent: true }))
  const shop: Harness = createHarness({ store })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const press = await answered(await start(shop, id, { method: 'form', after: 1, replace: true }))
  expect(press).toMatchObject({ status: 200, body: { method: 'transfer', attempts: 1 } })
  expect(shop.sandbox.orders()).toHaveLength(1)
})

describe('before a method is checked', () => {
  const notOffered = { method: 'saved-card', savedCard: 'card_none', after: 1 }

  test('a paid checkout is shown instead of another one', async () => {
    const shop = createHarness()
    const { id } = await shop.createCheckout('1042', 'form')
    await newestOrder(shop, { do: 'pay' })
    const paid = await answered(await start(shop, id, { ...notOffered, replace: true }))
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', attempts: 1 } })
  })

  test('an open one refuses another', async () => {
    const shop = createHarness()
    const { id } = await shop.createCheckout('1042', 'form')
    const refused = await answered(await start(shop, id, notOffered))
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_retryable' } })
  })
})

test('each order has a limit of its own for attempts after its first', async () => {
  const shop = createHarness({ paypane: { order: () => terms, rateLimits: { order: 1 } } })
  const retry = async (order: string): Promise<number[]> => {
    const { id } = await shop.createCheckout(order)
    const found: number[] = []
    for (const after of [0, 1, 2]) {
      found.push((await start(shop, id, { method: 'form', after })).status)
      if (found.at(-1) === 200) await newestOrder(shop, { do: 'fail' })
    }
    return found
  }
  expect(await retry('o-1')).toEqual([200, 200, 429])
  expect(await retry('o-2')).toEqual([200, 200, 429])
})

test('an attempt after one that has failed needs no lookup', async () => {
  const shop = createHarness()
  const { id } = await shop.createCheckout('1042', 'form')
  await newestOrder(shop, { do: 'fail' })
  const before = shop.serviceRequests.length
  expect((await start(shop, id, { method: 'form', after: 1 })).status).toBe(200)
  expect(shop.serviceRequests.slice(before).map((line) => line.split(' ')[0])).toEqual(['POST'])
})

describe('while an open attempt is looked up to be replaced', () => {
  const replace = { method: 'form', after: 1, replace: true }
  const requested = ({ logs }: Harness) => logs.filter(({ message }) => message === 'attempt requested')

  test('another process may replace it: its attempt is shown', async () => {
    const shop = createHarness()
    const { id } = await shop.createCheckout('1042', 'transfer')
    const other = shop.paypane
    const headers = {
      'content-type': 'application/json',
      'checkout-secret': shop.clientSecrets.get(id) ?? '',
    }
    const body = JSON.stringify({ ...replace, method: 'transfer' })
    duringLookup(shop, () =>
      other.fetch(
        new Request(`http://127.0.0.1:8787/pay/checkouts/${id}/attempts`, { method: 'POST', headers, body }),
      ),
    )
    const press = await answered(await start(shop, id, replace))
    expect(press).toMatchObject({ status: 200, body: { method: 'transfer', attempts: 2 } })
    expect(shop.sandbox.orders()).toHaveLength(2)
  })

  test('the payer may report the money as sent: nothing replaces it', async () => {
    const shop = createHarness()
    const { id } = await shop.createCheckout('1042', 'transfer')
    duringLookup(shop, () => shop.post(`/checkouts/${id}/attempts/1/sent`, { sent: true }))
    const press = await answered(await start(shop, id, replace))
    expect(press).toMatchObject({ status: 409, body: { code: 'not_replaceable' } })
    expect(requested(shop)).toEqual([])
  })

  test('it may turn out to be paid: no other one is requested', async () => {
    const shop = createHarness()
    const { id } = await shop.createCheckout('1042', 'transfer')
    shop.callbacksLost = true
    await shop.controlOrder(0, { do: 'pay' })
    const press = await answered(await start(shop, id, replace))
    expect(press).toMatchObject({ status: 200, body: { status: 'succeeded', attempts: 1 } })
    expect(requested(shop)).toEqual([])
  })
})
