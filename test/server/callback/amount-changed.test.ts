import { expect, test } from 'vitest'
import type { PaymentsClient } from '../../../src/service/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

type Lookup<Pipeline, Id> = (pipeline: Pipeline, id: Id) => ReturnType<PaymentsClient['depositStatus']>

const admin = { authorization: 'Bearer the operator' }

/** The status endpoint reports no amount. */
function startWithoutAmount(): Harness {
  const harness = createHarness({ paypane: { adminToken: 'the operator' } })
  harness.callbacksLost = true
  const withoutAmount =
    <Pipeline, Id>(request: Lookup<Pipeline, Id>): Lookup<Pipeline, Id> =>
    async (pipeline, id) => {
      const result = await request(pipeline, id)
      return result.outcome === 'found' ? { ...result, order: { ...result.order, amount: null } } : result
    }
  const { service } = harness
  harness.restart({
    service: {
      ...service,
      depositStatus: withoutAmount(service.depositStatus),
      payoutStatus: withoutAmount(service.payoutStatus),
    },
  })
  return harness
}

async function pending(harness: Harness): Promise<{ id: string; externalId: string }> {
  const { id } = await harness.createCheckout('1042', 'transfer')
  return { id, externalId: harness.sandbox.orders().at(-1)?.externalId ?? '' }
}
const paidAmounts = (harness: Harness) => harness.events.map(({ type, paid }) => [type, paid?.value])

test.each([
  ['after the asked one', ['1250.00', '1100.50']],
  ['before the asked one', ['1100.50', '1250.00']],
  ['with duplicates', ['1250.00', '1100.50', '1250.00', '1100.50', '1100.5']],
])('an amount signed after success counts, %s', async (_, amounts) => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  for (const amount of amounts) {
    await sendCallback(harness, { externalId, status: 'Success', amount })
    await harness.drain()
  }
  expect(await harness.getCheckout(id)).toMatchObject({
    status: 'succeeded',
    paid: { value: '1100.50', currency: 'UAH' },
  })
  expect(paidAmounts(harness)).toEqual([
    ['checkout.succeeded', '1250.00'],
    ['checkout.amount_changed', '1100.50'],
  ])
})

test('the amount of the callback that reports the success counts', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await sendCallback(harness, { externalId, status: 'Success', amount: '1300.50' })
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', paid: { value: '1300.50' } })
  expect(paidAmounts(harness)).toEqual([['checkout.succeeded', '1300.50']])
})

test('an amount signed with an earlier status is late news', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  await sendCallback(harness, { externalId, status: 'Processing', amount: '7.00' })
  await harness.advance(5)
  expect((await harness.getCheckout(id)).paid?.value).toBe('1250.00')
})

test('an amount that a later lookup reports counts', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  await sendCallback(harness, { externalId, status: 'Success', amount: '1100.50' })
  await harness.drain()
  expect((await harness.getCheckout(id)).paid?.value).toBe('1100.50')
  harness.restart()
  await harness.advance(660, 60)
  expect((await harness.getCheckout(id)).paid?.value).toBe('1250.00')
})

test('the amount of a payout changes with an event, too', async () => {
  const harness = startWithoutAmount()
  const request = { reference: 'p-1', amount: '100.00', currency: 'UAH' }
  const { externalId } = await (await harness.post('/admin/payouts', request, admin)).json()
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(60, 5)
  await sendCallback(harness, { externalId, status: 'Success', amount: '90.00', orderType: 'Withdrawal' })
  await harness.drain()
  expect(paidAmounts(harness)).toEqual([
    ['payout.succeeded', '100.00'],
    ['payout.amount_changed', '90.00'],
  ])
  expect(await (await harness.get('/admin/payouts/p-1', admin)).json()).toMatchObject({
    amount: { value: '100.00' },
    paid: { value: '90.00' },
  })
})
