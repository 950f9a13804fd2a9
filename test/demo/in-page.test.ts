import { expect, test } from 'vitest'
import { createInPageBackend } from '../../demo/backend/in-page.ts'

test('the server inside the page takes an order to its payment details', async () => {
  const backend = createInPageBackend()
  const order = await backend.placeOrder({ amount: '10.00', currency: 'UAH', methods: ['transfer'] })
  const response = await backend.fetch(`${backend.endpoint}/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order, method: 'transfer' }),
  })
  expect(await response.json()).toMatchObject({ status: 'pending', action: { type: 'transfer' } })
})
