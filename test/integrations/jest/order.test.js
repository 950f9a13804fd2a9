import { afterEach, expect, test } from '@jest/globals'
import { createTestShop, viewOf } from 'paypane/testing'

const { promise: shipped, resolve: ship } = Promise.withResolvers()
const shop = createTestShop({
  order: (reference) => (reference === '1042' ? { amount: '1250.00', currency: 'UAH' } : null),
  onEvent: ({ type, ref }) => {
    if (type === 'checkout.succeeded') ship(ref)
  },
})
afterEach(() => shop.close())

test('an order is shipped once its transfer arrives, also after a failure', async () => {
  const session = shop.openSession('1042')
  await viewOf(session, ({ status }) => status === 'choosing')
  await session.start({ method: 'transfer' })
  const { action } = await viewOf(session, (view) => view.action !== null)
  expect(action.type).toBe('transfer')
  await shop.moveMoney({ do: 'fail', reason: '2.1.1.00' })
  await viewOf(session, ({ status }) => status === 'failed')
  await shop.moveMoney({ do: 'correct' })
  await viewOf(session, ({ status }) => status === 'succeeded')
  // The page may show it before your server receives the event.
  expect(await shipped).toBe('1042')
})
