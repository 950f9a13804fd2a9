import { expect, test } from 'vitest'
import type { LookupOutcome } from '../../../src/service/status-response.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness } from '../harness.ts'

const admin = { authorization: 'Bearer the operator' }
const reviewsOf = ({ events }: Harness) =>
  events.filter(({ review }) => review !== null).map(({ type, review }) => [type, review])

/** A shop without callbacks. */
function createShop(): Harness {
  const shop = createHarness({
    paypane: { adminToken: 'the operator', checkoutTtlSeconds: 120, reviewAfterMinutes: 10 },
  })
  shop.callbacksLost = true
  return shop
}
const denyLookups = (shop: Harness, on: string, effect: string) =>
  shop.control('/faults', { on, effect, times: 1000 })

test.each([
  ['deposit', 'status:401'],
  ['deposit', 'status:503'],
  ['deposit', 'lag-status'],
  ['payout', 'status:401'],
  ['payout', 'lag-status'],
])('a placed %s whose lookups are answered by %s needs a review, with an event', async (kind, effect) => {
  const shop = createShop()
  if (kind === 'deposit') await shop.createCheckout('1042', 'transfer')
  else await shop.paypane.payouts.create({ reference: 'p-1', amount: '100.00', currency: 'UAH' })
  await denyLookups(shop, `${kind}.status`, effect)
  await shop.control(`/orders/${shop.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await shop.advance(1200, 60)
  expect(reviewsOf(shop)).toEqual([
    [kind === 'deposit' ? 'checkout.needs_review' : 'payout.needs_review', 'unresolved'],
  ])
})

type Answer = LookupOutcome['outcome']
const found: LookupOutcome = {
  outcome: 'found',
  order: {
    externalId: 'E-1',
    status: 'Success',
    amount: '1250.00',
    currency: 'UAH',
    history: [],
    externalParams: null,
  },
}

/** An attempt that was called not created, as no lookup has found its order. */
async function startNotCreated(): Promise<{
  shop: Harness
  id: string
  answer: { is: Answer }
  /** A verified callback at the attempt's address. */
  receive(): Promise<Response>
}> {
  const shop = createHarness({
    paypane: { adminToken: 'the operator', checkoutTtlSeconds: 4, reviewAfterMinutes: 10 },
  })
  const { service } = shop
  const answer: { is: Answer } = { is: 'not_found' }
  shop.restart({
    service: {
      ...service,
      async depositStatus() {
        if (answer.is === 'unknown') throw new Error('no answer')
        return answer.is === 'found' ? found : { outcome: 'not_found' }
      },
    },
  })
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 100 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.advance(60, 5)
  const attempt = (await shop.store.entry(id))?.attempts[0]
  expect(attempt?.state).toBe('not_created')
  const path = `/callbacks/p2p/${attempt?.externalTransactionId}`
  return {
    ...{ shop, id, answer },
    receive: () => sendCallback(shop, { externalId: 'E-1', status: 'Success', amount: '1250.00', path }),
  }
}

test('a callback for an attempt called not created is followed until a lookup answers', async () => {
  const { shop, answer, receive } = await startNotCreated()
  answer.is = 'unknown'
  await receive()
  await shop.advance(120, 5)
  expect(reviewsOf(shop)).toEqual([])
  answer.is = 'found'
  await shop.advance(300, 5)
  expect(shop.events.map(({ type }) => type)).toContain('checkout.succeeded')
})

test('without an answer it needs a review', async () => {
  const { shop, id, answer, receive } = await startNotCreated()
  answer.is = 'unknown'
  await receive()
  await shop.advance(1200, 60)
  expect(reviewsOf(shop)).toEqual([['checkout.needs_review', 'unresolved']])
  const discard = { attempt: 1, action: 'discard', note: 'support says so' }
  expect((await shop.post(`/admin/checkouts/${id}/review`, discard, admin)).status).toBe(200)
  await shop.advance(600, 60)
  expect((await shop.store.entry(id))?.attempts[0]).toMatchObject({ doubtedAt: null, nextLookupAt: null })
})

test('where lookups still find nothing it stays not created', async () => {
  const { shop, id, receive } = await startNotCreated()
  await receive()
  await shop.advance(30, 5)
  expect((await shop.store.entry(id))?.attempts[0]).toMatchObject({
    ...{ state: 'not_created', doubtedAt: null, nextLookupAt: null, review: null },
  })
})
