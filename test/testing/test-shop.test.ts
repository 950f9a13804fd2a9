import { createTestShop, viewOf } from 'paypane/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

function startShop() {
  const shipped: string[] = []
  const shop = createTestShop({
    order: (reference) => (reference === '1042' ? { amount: '1250.00', currency: 'UAH' } : null),
    onEvent: ({ type, ref }) => {
      if (type === 'checkout.succeeded') shipped.push(ref)
    },
  })
  onTestFinished(() => shop.close())
  return { shop, shipped }
}

test('an order is shipped once its transfer arrives, also after a failure', async () => {
  const { shop, shipped } = startShop()
  const session = shop.openSession('1042')
  const { methods } = await viewOf(session, ({ status }) => status === 'choosing')
  expect(methods).toEqual(['transfer', 'form'])
  await session.start({ method: 'transfer' })
  const { action } = await viewOf(session, (view) => view.action !== null)
  expect(action?.type).toBe('transfer')
  await shop.moveMoney({ do: 'fail', reason: '2.1.1.00' })
  await viewOf(session, ({ status }) => status === 'failed')
  expect(shipped).toEqual([])
  await shop.moveMoney({ do: 'correct' })
  await viewOf(session, ({ status }) => status === 'succeeded')
  // The page may show it before the event is delivered.
  await expect.poll(() => shipped).toEqual(['1042'])
})

test('without options, every order can be paid', async () => {
  const shop = createTestShop()
  onTestFinished(() => shop.close())
  const session = shop.openSession('any')
  const view = await viewOf(session, ({ status }) => status === 'choosing')
  expect(view.amount).toEqual({ value: '1250.00', currency: 'UAH' })
})

test('what cannot be done is an error that says why', async () => {
  const { shop } = startShop()
  await expect(shop.moveMoney({ do: 'pay' })).rejects.toThrow('no deposit yet')
  const session = shop.openSession('1042')
  await viewOf(session, ({ status }) => status === 'choosing')
  await session.start({ method: 'transfer' })
  await viewOf(session, (view) => view.action !== null)
  await expect(shop.moveMoney({ do: 'correct' })).rejects.toThrow('refused correct')
})

test('waiting for a view of an order that the shop does not have ends with the reason', async () => {
  const { shop } = startShop()
  const session = shop.openSession('9999')
  const choosing = () => viewOf(session, ({ status }) => status === 'choosing')
  await expect(choosing()).rejects.toThrow('the widget shows an error: notFound')
  await expect(choosing()).rejects.toThrow('notFound')
})

test('what the shop throws is printed', async () => {
  const printed = Promise.withResolvers<unknown[]>()
  const spy = vi.spyOn(console, 'error').mockImplementation((...args) => printed.resolve(args))
  onTestFinished(() => spy.mockRestore())
  const shop = createTestShop({ order: () => Promise.reject(new Error('no connection')) })
  onTestFinished(() => shop.close())
  shop.openSession('1042')
  expect(await printed.promise).toEqual([
    'Paypane: order() failed, so nothing was started and the payer sees an error: Error: no connection',
    { order: '1042' },
  ])
})
