import { expect, test } from 'vitest'
import { PaymentsOutcomeUnknownError } from '../../../src/service/errors.ts'
import type { LookupOutcome } from '../../../src/service/status-response.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness, operator, typesOf } from '../harness.ts'

const reviewsOf = ({ events }: Harness) =>
  events.filter(({ review }) => review !== null).map(({ type, review }) => [type, review])

/** A shop without callbacks. */
function createShop(): Harness {
  const shop = createHarness({
    paypane: { checkoutTtlSeconds: 120, reviewAfterMinutes: 10 },
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
  await shop.controlOrder(0, { do: 'pay' })
  await shop.advance(1200, 60)
  expect(reviewsOf(shop)).toEqual([
    [kind === 'deposit' ? 'checkout.needs_review' : 'payout.needs_review', 'unresolved'],
  ])
})

test.each(['deposit', 'payout'])('a placed %s of a status of the future needs a review', async (kind) => {
  const shop = createShop()
  if (kind === 'deposit') await shop.createCheckout('1042', 'transfer')
  else await shop.paypane.payouts.create({ reference: 'p-1', amount: '100.00', currency: 'UAH' })
  const [order] = shop.sandbox.orders()
  const change = (status: string) => shop.control(`/orders/${order?.externalId}`, { do: 'status', status })
  await change('Reversed')
  await shop.advance(500, 60)
  expect(reviewsOf(shop)).toEqual([])
  await shop.advance(700, 60)
  const type = kind === 'deposit' ? 'checkout.needs_review' : 'payout.needs_review'
  expect(reviewsOf(shop)).toEqual([[type, 'unresolved']])

  // Until it has another status.
  await change('Processing')
  await shop.advance(1200, 60)
  const entry = await shop.store.entryByTransaction(order?.externalTransactionId ?? '')
  expect(entry?.attempts).toMatchObject([{ state: 'placed', review: { resolved: { by: 'automatic' } } }])
})

const failed = (kind: 'unauthorized' | 'other' | 'server', status: number): LookupOutcome => ({
  outcome: 'unknown',
  error: new PaymentsOutcomeUnknownError('failed', kind, { status }),
})

test.each<[string, LookupOutcome, 'form' | 'payout']>([
  ['a revoked key', failed('unauthorized', 401), 'form'],
  ['a limit of one key', failed('other', 429), 'form'],
  ['an outage of payouts', failed('server', 503), 'payout'],
])('%s delays no lookup of another pipeline', async (_, answer, failing) => {
  const shop = createShop()
  const { service } = shop
  const formKey = shop.sandbox.env()['PAYMENTS_FORM_KEY']
  shop.restart({
    order: () => ({ amount: '10.00', currency: 'UAH' }),
    service: {
      ...service,
      depositStatus: async (pipeline, id) =>
        pipeline.key === formKey ? answer : await service.depositStatus(pipeline, id),
      payoutStatus: async () => answer,
    },
  })
  const recheck = async (path: string) => {
    const body = { attempt: 1, action: 'recheck', note: 'a look' }
    expect((await shop.post(`/admin/${path}/review`, body, operator)).status).toBe(200)
    await shop.drain()
  }
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.controlOrder(0, { do: 'pay' })
  for (let n = 0; n < 20; n += 1)
    if (failing === 'form') await recheck(`checkouts/${(await shop.createCheckout(`f-${n}`, 'form')).id}`)
    else {
      await shop.paypane.payouts.create({ reference: `p-${n}`, amount: '10.00', currency: 'UAH' })
      await recheck(`payouts/p-${n}`)
    }
  await recheck(`checkouts/${id}`)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded' })
})

test('a refused key does not end the lookups of its own pipeline', async () => {
  const shop = createHarness({ paypane: { order: () => ({ amount: '10.00', currency: 'UAH' }) } })
  for (let n = 0; n < 30; n += 1) await shop.createCheckout(`f-${n}`, 'form')
  await denyLookups(shop, 'deposit.status', 'status:401')
  await shop.advance(300, 5)
  const { entries } = await shop.store.list({ kind: 'checkout', limit: 50 })
  const causes = entries.flatMap(({ attempts }) =>
    attempts.flatMap(({ activity }) =>
      activity.flatMap((event) => (event.type === 'lookup_failed' ? event.cause : [])),
    ),
  )
  expect(new Set(causes)).toEqual(new Set(['unauthorized']))
})

test('an outage leads to a review also of an order whose lookups are not sent', async () => {
  const shop = createShop()
  for (let n = 0; n < 30; n += 1) {
    shop.orders.set(`o-${n}`, { amount: '9.00', currency: 'UAH' })
    await shop.createCheckout(`o-${n}`, 'transfer')
  }
  await denyLookups(shop, 'deposit.status', 'status:503')
  await shop.advance(1200, 60)
  expect(reviewsOf(shop)).toHaveLength(30)
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
    paypane: { checkoutTtlSeconds: 4, reviewAfterMinutes: 10 },
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
  expect(typesOf(shop)).toContain('checkout.succeeded')
})

test('without an answer it needs a review', async () => {
  const { shop, id, answer, receive } = await startNotCreated()
  answer.is = 'unknown'
  await receive()
  await shop.advance(1200, 60)
  expect(reviewsOf(shop)).toEqual([['checkout.needs_review', 'unresolved']])
  const discard = { attempt: 1, action: 'discard', note: 'support says so' }
  expect((await shop.post(`/admin/checkouts/${id}/review`, discard, operator)).status).toBe(200)
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
