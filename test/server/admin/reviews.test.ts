import { expect, test } from 'vitest'
import { createHarness, type Harness, operator, typesOf } from '../harness.ts'

const hour = 3600
const startHarness = (minutes: number): Harness => createHarness({ paypane: { reviewAfterMinutes: minutes } })
const payoutRequest = { reference: 'p-1', amount: '100.00', currency: 'UAH' }
const faults = (harness: Harness, on: string, effect: string, times: number) =>
  harness.control('/faults', { on, effect, times })
const eventsOf = (harness: Harness) => harness.events.map(({ type, at }) => ({ type, at }))

async function resolve(harness: Harness, path: string, action: string): Promise<unknown> {
  const response = await harness.post(
    `/admin/${path}/review`,
    { attempt: 1, action, note: 'support says so' },
    operator,
  )
  await harness.drain()
  return await response.json()
}

test.each([
  ['status:401', 'status:401'],
  ['status:403', 'status:403'],
  ['status:400', 'status:500'],
])(
  'a payout refused with %s whose lookups answer %s needs review, and can be discarded',
  async (create, status) => {
    const harness = startHarness(10)
    await faults(harness, 'payout.create', create, 1)
    await faults(harness, 'payout.status', status, 1000)
    const start = harness.clock.now()
    await harness.post('/admin/payouts', payoutRequest, operator)
    await harness.advance(2 * hour, 20)
    expect(await (await harness.get('/admin/payouts/p-1', operator)).json()).toMatchObject({
      status: 'preparing',
      needsReview: true,
    })
    expect(await harness.paypane.stats()).toMatchObject({ needsReview: 1 })
    // At its deadline, not at the lookup after it.
    expect(eventsOf(harness)).toEqual([{ type: 'payout.needs_review', at: start + 600_000 }])

    expect(await resolve(harness, 'payouts/p-1', 'discard')).toMatchObject({
      status: 'failed',
      needsReview: false,
    })
    expect(typesOf(harness)).toEqual(['payout.needs_review', 'payout.failed'])
  },
)

test('a deposit refused whose lookups are denied expires, needs review, and can be paid once discarded', async () => {
  const harness = startHarness(60)
  await faults(harness, 'deposit.create', 'status:403', 1)
  await faults(harness, 'deposit.status', 'status:401', 1000)
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(90 * 60, 60)
  expect(typesOf(harness)).toEqual(['checkout.expired', 'checkout.needs_review'])
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'expired', retry: false })

  await resolve(harness, `checkouts/${id}`, 'discard')
  expect(typesOf(harness)).toEqual(['checkout.expired', 'checkout.needs_review', 'checkout.failed'])
})

test('a lookup that finds nothing after all resolves the review', async () => {
  const harness = startHarness(2)
  await faults(harness, 'payout.create', 'status:401', 1)
  await faults(harness, 'payout.status', 'status:401', 20)
  await harness.post('/admin/payouts', payoutRequest, operator)
  await harness.advance(6 * hour, 30)
  expect(typesOf(harness)).toEqual(['payout.needs_review', 'payout.failed'])
  expect(await (await harness.get('/admin/payouts/p-1', operator)).json()).toMatchObject({
    status: 'failed',
    needsReview: false,
  })
})

test('a review comes at its deadline also while the service is down', async () => {
  const harness = startHarness(60)
  await faults(harness, 'deposit.create', 'drop-before', 1)
  await faults(harness, 'deposit.status', 'drop-before', 1000)
  const start = harness.clock.now()
  await harness.createCheckout('1042', 'transfer')
  await harness.advance(2 * hour, 20)
  expect(eventsOf(harness)).toContainEqual({ type: 'checkout.needs_review', at: start + hour * 1000 })
})

test('an unconfirmed callback is accepted at its deadline', async () => {
  const harness = startHarness(60)
  const { id } = await harness.createCheckout('1042', 'transfer')
  const externalId = harness.sandbox.orders().at(-1)?.externalId ?? ''
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await faults(harness, 'deposit.status', 'status:401', 1000)
  const start = harness.clock.now()
  await harness.drain()
  await harness.advance(2 * hour, 20)
  expect(eventsOf(harness)).toContainEqual({ type: 'checkout.succeeded', at: start + hour * 1000 })
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('the operator sees why a create was refused', async () => {
  const harness = startHarness(60)
  await harness.post('/admin/payouts', { ...payoutRequest, amount: '99999999999.00' }, operator)
  await harness.drain()
  const detail = await (await harness.get('/admin/payouts/p-1', operator)).json()
  const refusal = { status: 422, label: 'TEMPORARY_ERROR', code: '1.1.4.3', statusDescription: '1-4010' }
  expect(detail.attempts[0].refusal).toMatchObject(refusal)
  expect(harness.events[0]).toMatchObject({ type: 'payout.failed', refusal })
  expect(harness.logs.find(({ message }) => message === 'attempt is refused')).toMatchObject({
    http: 422,
    code: '1.1.4.3',
  })
})
