import { expect, test } from 'vitest'
import type { PaymentsClient } from '../../../src/service/index.ts'
import { createHarness, type Harness, operator } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

type Lookup<Pipeline, Id> = (pipeline: Pipeline, id: Id) => ReturnType<PaymentsClient['depositStatus']>

/** The status endpoint reports no amount. */
function startWithoutAmount(): Harness {
  const harness = createHarness()
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
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
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

test('the asked amount that arrives last replaces no other, also while no lookup is answered', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  await sendCallback(harness, { externalId, status: 'Success', amount: '900.00' })
  await harness.drain()
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:403', times: 1000 })
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.advance(2 * 3600, 300)
  expect((await harness.getCheckout(id)).paid?.value).toBe('900.00')
  expect(paidAmounts(harness)).toEqual([
    ['checkout.succeeded', '1250.00'],
    ['checkout.amount_changed', '900.00'],
  ])
})

test('the amount of the callback that reports the success counts', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await sendCallback(harness, { externalId, status: 'Success', amount: '1300.50' })
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', paid: { value: '1300.50' } })
  expect(paidAmounts(harness)).toEqual([['checkout.succeeded', '1300.50']])
})

test('an amount signed with an earlier status is late news', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  await sendCallback(harness, { externalId, status: 'Processing', amount: '7.00' })
  await harness.advance(5)
  expect((await harness.getCheckout(id)).paid?.value).toBe('1250.00')
})

test('an amount that a later lookup reports counts', async () => {
  const harness = startWithoutAmount()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
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
  const { externalId } = await (await harness.post('/admin/payouts', request, operator)).json()
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(60, 5)
  await sendCallback(harness, { externalId, status: 'Success', amount: '90.00', orderType: 'Withdrawal' })
  await harness.drain()
  expect(paidAmounts(harness)).toEqual([
    ['payout.succeeded', '100.00'],
    ['payout.amount_changed', '90.00'],
  ])
  expect(await (await harness.get('/admin/payouts/p-1', operator)).json()).toMatchObject({
    amount: { value: '100.00' },
    paid: { value: '90.00' },
  })
})

/** A payment whose history is complete: nothing is looked up any more. Lookups lag behind by this many. */
async function paidLongAgo(): Promise<{
  harness: Harness
  id: string
  externalId: string
  lag: (lookups: number) => void
}> {
  const harness = createHarness()
  const { service } = harness
  let stale: string | null = null
  let left = 0
  harness.restart({
    service: {
      ...service,
      async depositStatus(pipeline, id) {
        const result = await service.depositStatus(pipeline, id)
        if (result.outcome !== 'found' || left === 0) return result
        left -= 1
        return { ...result, order: { ...result.order, amount: stale } }
      },
    },
  })
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(1200, 60)
  const lag = (lookups: number) => {
    left = lookups
    stale = harness.sandbox.orders().at(-1)?.amount ?? null
  }
  return { harness, id, externalId, lag }
}

test('an amount that changes back is what the merchant sees', async () => {
  const { harness, id, externalId } = await paidLongAgo()
  for (const amount of ['1300.00', '1250.00']) {
    await harness.control(`/orders/${externalId}`, { do: 'amount', amount })
    await harness.advance(5)
    expect((await harness.getCheckout(id)).paid?.value).toBe(amount)
  }
  expect(paidAmounts(harness)).toEqual([
    ['checkout.succeeded', '1250.00'],
    ['checkout.amount_changed', '1300.00'],
    ['checkout.amount_changed', '1250.00'],
  ])
})

test('a changed amount is looked up until a lookup that lags behind confirms it', async () => {
  const { harness, id, externalId, lag } = await paidLongAgo()
  lag(5)
  await harness.control(`/orders/${externalId}`, { do: 'amount', amount: '1300.00' })
  await harness.advance(1)
  expect((await harness.getCheckout(id)).paid?.value).toBe('1250.00')
  await harness.advance(300, 10)
  expect((await harness.getCheckout(id)).paid?.value).toBe('1300.00')
  expect(paidAmounts(harness)).toEqual([
    ['checkout.succeeded', '1250.00'],
    ['checkout.amount_changed', '1300.00'],
  ])
  const requests = harness.serviceRequests.length
  await harness.advance(7200, 600)
  expect(harness.serviceRequests.length).toBe(requests)
})

test('a late callback with an earlier amount changes nothing, and is not looked up for ever', async () => {
  const { harness, id, externalId } = await paidLongAgo()
  await harness.control(`/orders/${externalId}`, { do: 'amount', amount: '1300.00' })
  await harness.advance(5)
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.advance(24 * 3600, 600)
  expect((await harness.getCheckout(id)).paid?.value).toBe('1300.00')
  expect(paidAmounts(harness)).toHaveLength(2)
  const entry = await harness.store.entry(id)
  expect(entry?.attempts).toMatchObject([{ unconfirmedCallback: null, nextLookupAt: null, review: null }])
})
