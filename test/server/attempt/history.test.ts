import { expect, test } from 'vitest'
import { CheckoutDetail } from '../../../src/contract/index.ts'
import { createHarness, operator } from '../harness.ts'

test.each([
  ['pay', 'succeeded'],
  ['fail', 'failed'],
])('the history is read once more eleven minutes after the end: %s', async (control, status) => {
  const harness = createHarness()
  harness.callbacksLost = true
  const { id } = await harness.createCheckout('1042', 'form')
  await harness.controlOrder(0, { do: control })
  await harness.advance(30, 5)
  expect((await harness.getCheckout(id)).status).toBe(status)
  const timeline = async () => {
    const response = await harness.get(`/admin/checkouts/${id}`, operator)
    return CheckoutDetail.parse(await response.json()).attempts[0]?.timeline ?? []
  }
  const atEnd = (await timeline()).length
  const known = () => harness.sandbox.orders()[0]?.history.length ?? 0
  const lookups = harness.serviceRequests.length
  await harness.advance(600, 30)
  expect(harness.serviceRequests).toHaveLength(lookups)
  await harness.advance(60, 5)
  expect(known()).toBeGreaterThan(atEnd)
  expect(await timeline()).toHaveLength(known())
  await harness.advance(7200, 600)
  expect(harness.serviceRequests).toHaveLength(lookups + 1)
})
