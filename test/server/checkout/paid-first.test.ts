import { expect, test } from 'vitest'
import { createHarness, type Harness, operator } from '../harness.ts'

/** A checkout whose first transfer was replaced by a second one. */
async function twoTransfers(): Promise<Harness & { id: string }> {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(30, 5)
  await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1, replace: true })
  await harness.advance(30, 5)
  return Object.assign(harness, { id })
}

async function expectPaidBySecond(harness: Harness & { id: string }): Promise<void> {
  const payments = harness.events.filter(({ type }) => /succeeded|overpaid/.test(type))
  expect(payments.map(({ type, attempt }) => [type, attempt])).toEqual([
    ['checkout.succeeded', 2],
    ['checkout.overpaid', 1],
  ])
  expect((await harness.getCheckout(harness.id)).paid?.value).toBe('1250.00')
  const detail = await (await harness.get(`/admin/checkouts/${harness.id}`, operator)).json()
  expect(detail).toMatchObject({
    short: false,
    attempts: [{ review: { reason: 'overpaid' } }, { review: null }],
  })
}

test('the second payment of an order stays the second one by a clock that is behind', async () => {
  const harness = await twoTransfers()
  await harness.controlOrder(1, { do: 'pay' })
  await harness.drain()
  const { clock } = harness
  harness.restart({ clock: { ...clock, now: () => clock.now() - 8000 } })
  await harness.controlOrder(0, { do: 'amount', amount: '5.00' })
  await harness.controlOrder(0, { do: 'pay' })
  await harness.drain()
  harness.restart()
  await harness.advance(30, 5)
  await expectPaidBySecond(harness)
})

test('what an operator accepts of a paid order is the second payment, although it arrived first', async () => {
  const harness = await twoTransfers()
  await harness.controlOrder(0, { do: 'amount', amount: '900.00' })
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(10, 5)
  await harness.controlOrder(1, { do: 'pay' })
  await harness.advance(30, 5)
  const decision = { attempt: 1, action: 'accept', note: 'kept' }
  await harness.post(`/admin/checkouts/${harness.id}/review`, decision, operator)
  await harness.drain()
  await expectPaidBySecond(harness)
})
