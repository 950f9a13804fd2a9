import { expect, test } from 'vitest'
import type { CreateOutcome } from '../../../src/service/create-response.ts'
import type { LookupOutcome } from '../../../src/service/status-response.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness, operator } from '../harness.ts'

/** A service that gives the same `externalId` to every order. */
function createShop(): { shop: Harness; order: { status: string } } {
  const shop = createHarness()
  shop.orders.set('1043', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  shop.callbacksLost = true
  const { service } = shop
  const order = { status: 'Processing' }
  const sameId = (outcome: CreateOutcome): CreateOutcome =>
    outcome.outcome === 'placed' ? { ...outcome, externalId: 'E-1' } : outcome
  const found = async (): Promise<LookupOutcome> => ({
    outcome: 'found',
    order: {
      ...{ externalId: 'E-1', status: order.status, amount: '1250.00', currency: 'UAH', history: [] },
      externalParams: {
        ...{ cardToken: null, cardStorageToken: 'the token' },
        ...{ cardNumber: '411111******1111', cardHolder: 'A HOLDER' },
      },
    },
  })
  shop.restart({
    service: {
      ...service,
      createDeposit: async (...request) => sameId(await service.createDeposit(...request)),
      createPayout: async (...request) => sameId(await service.createPayout(...request)),
      depositStatus: found,
      payoutStatus: found,
    },
  })
  return { shop, order }
}
const typesOf = ({ events }: Harness) => events.map(({ type, ref, review }) => [type, ref, review])

test.each([
  ['its create response', null],
  ['a lookup', 'drop-after'],
])('an order that %s names, and that pays another order already, pays no second one', async (_, effect) => {
  const { shop, order } = createShop()
  const first = await shop.createCheckout('1042', 'transfer')
  if (effect !== null) await shop.control('/faults', { on: 'deposit.create', effect, times: 1 })
  const { id } = await shop.createCheckout('1043', 'transfer')
  order.status = 'Success'
  await shop.advance(120, 5)

  expect(await shop.getCheckout(first.id)).toMatchObject({ status: 'succeeded' })
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'preparing', action: null, savedCards: [] })
  expect((await shop.store.entry(id))?.attempts).toMatchObject([
    { externalId: null, foreignId: 'E-1', paymentDetails: null, reported: null, cardReported: false },
  ])
  expect(typesOf(shop)).toEqual(
    expect.arrayContaining([
      ['checkout.succeeded', '1042', null],
      ['checkout.needs_review', '1043', 'foreign'],
    ]),
  )
  expect(shop.events).toHaveLength(2)

  const resolve = (action: string) =>
    shop.post(`/admin/checkouts/${id}/review`, { attempt: 1, action, note: 'support says so' }, operator)
  const accepted = await resolve('accept')
  expect(accepted.status).toBe(409)
  expect(await accepted.json()).toMatchObject({ code: 'not_resolvable' })
  expect((await resolve('discard')).status).toBe(200)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'failed', retry: true })
})

test('an order that failed pays no later attempt of the same checkout either', async () => {
  const { shop, order } = createShop()
  const { id } = await shop.createCheckout('1042', 'transfer')
  order.status = 'Failed'
  await shop.advance(10, 1)
  await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  await shop.advance(10, 1)
  expect((await shop.store.entry(id))?.attempts).toMatchObject([
    { externalId: 'E-1', state: 'failed' },
    { externalId: null, state: 'unknown', review: { reason: 'foreign' } },
  ])
})

test.each(['before', 'after'])(
  'a payout with the externalId of a deposit is confirmed by its callback, received %s its create response',
  async (when) => {
    const { shop, order } = createShop()
    const { id } = await shop.createCheckout('1042', 'transfer')
    const callback = () =>
      sendCallback(shop, {
        ...{ externalId: 'E-1', status: 'Success', amount: '1250.00', orderType: 'Withdrawal' },
      })
    if (when === 'before') await callback()
    await shop.paypane.payouts.create({ reference: 'p-1', amount: '1250.00', currency: 'UAH' })
    if (when === 'after') await callback()
    const payout = await shop.store.entryByRef('payout', 'p-1')
    await shop.drain()
    expect(await shop.store.callbacksOf(payout?.id ?? '')).toMatchObject([{ status: 'Success' }])
    expect(await shop.store.callbacksOf(id)).toEqual([])
    expect((await shop.getCheckout(id)).status).toBe('pending')
    order.status = 'Success'
    await shop.advance(120, 5)
    expect(typesOf(shop).filter(([, ref]) => ref === 'p-1')).toEqual([['payout.succeeded', 'p-1', null]])
  },
)

test('an order of another system stays so after a response that names a third order', async () => {
  const { shop } = createShop()
  const { service } = shop
  await shop.createCheckout('1042', 'transfer')
  const answers = [
    { externalId: 'E-2', currency: 'VND', status: 'Processing' },
    { externalId: 'E-1', currency: 'UAH', status: 'Processing' },
    { externalId: 'E-2', currency: '', status: 'Success' },
  ]
  const order = { amount: '1250.00', history: [], externalParams: null }
  const asked: string[] = []
  shop.restart({
    service: {
      ...service,
      async depositStatus(_pipeline, id) {
        asked.push(JSON.stringify(id))
        const [answer = { externalId: 'E-1', currency: 'UAH', status: 'Processing' }] =
          asked.at(-1)?.includes('E-1') === true ? [] : answers.length > 1 ? answers.splice(0, 1) : answers
        return { outcome: 'found', order: { ...order, ...answer } }
      },
    },
  })
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  const { id } = await shop.createCheckout('1043', 'transfer')
  await shop.advance(900, 10)
  expect(answers).toHaveLength(1)
  expect((await shop.store.entry(id))?.attempts).toMatchObject([
    { state: 'unknown', externalId: null, foreignId: 'E-2', review: { reason: 'foreign' } },
  ])
})
