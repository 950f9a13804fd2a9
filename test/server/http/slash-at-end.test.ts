import { expect, test } from 'vitest'
import { hostedPages } from '../../../src/server/html/index.ts'
import { callbackSignature } from '../../../src/service/signature.ts'
import { createTokenShop } from '../checkout/shop.ts'
import { createHarness } from '../harness.ts'

test.each([
  '/pay/callbacks/',
  '/pay/callbacks/p2p/',
  '/pay/callbacks/p2p/{id}/',
  // A proxy in front has removed `/pay`.
  '/callbacks/p2p/{id}/',
])('a callback at %s is received', async (address) => {
  const harness = createHarness()
  harness.callbacksLost = true
  const { id } = await harness.createCheckout('1042', 'transfer')
  const [order] = harness.sandbox.orders()
  const externalId = order?.externalId ?? ''
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  const fields = { externalId, status: 'Success', amount: '1250.00', orderType: 'Deposit' }
  const signature = callbackSignature(fields, harness.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  const url = `http://127.0.0.1:8787${address.replace('{id}', order?.externalTransactionId ?? '')}`
  const request = { method: 'POST', headers: { signature }, body: JSON.stringify(fields) }
  expect((await harness.paypane.fetch(new Request(url, request))).status).toBe(200)
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
})

test.each(['/o/{token}/', '/return/success/?order={token}'])('%s is the page of the order', async (path) => {
  const shop = createTokenShop({ pages: hostedPages({ name: 'Shop' }) })
  const response = await shop.get(path.replace('{token}', await shop.token('1042')))
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<pay-pane')
})

test.each(['//', '/callbacks/p2p//', '/nothing/'])('%s is not found', async (path) => {
  const { paypane } = createHarness()
  const response = await paypane.fetch(new Request(`http://127.0.0.1:8787/pay${path}`, { method: 'POST' }))
  expect(response.status).toBe(404)
})
