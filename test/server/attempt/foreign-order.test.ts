import { expect, test } from 'vitest'
import type { LookupOutcome } from '../../../src/service/status-response.ts'
import { createHarness, type Harness, operator, typesOf } from '../harness.ts'

type Change = (order: Extract<LookupOutcome, { outcome: 'found' }>['order'], harness: Harness) => object

/** The create's response is lost, and the order that lookups find is changed. */
async function startLost(change: Change): Promise<{ harness: Harness; id: string }> {
  const harness = createHarness()
  harness.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  harness.callbacksLost = true
  const { service } = harness
  harness.restart({
    service: {
      ...service,
      async depositStatus(pipeline, id) {
        const found = await service.depositStatus(pipeline, id)
        return found.outcome === 'found'
          ? { ...found, order: { ...found.order, ...change(found.order, harness) } }
          : found
      },
    },
  })
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(60, 5)
  return { harness, id }
}

const otherCurrency: Change = () => ({ currency: 'VND' })
const olderBy =
  (minutes: number, amount = '1300.00'): Change =>
  ({ history }, { clock }) => ({
    amount,
    history: history.map((item) => ({
      ...item,
      time: new Date(clock.now() - minutes * 60_000).toISOString(),
    })),
  })
const card = {
  cardToken: null,
  cardStorageToken: 'the token',
  cardNumber: '411111******1111',
  cardHolder: 'A HOLDER',
}
/** So changed in the first lookup, then as any order of ours. */
function onlyAtFirst(change: Change): Change {
  let isFirst = true
  return (order, harness) => {
    const changed = isFirst ? change(order, harness) : {}
    isFirst = false
    return changed
  }
}
const resolve = (harness: Harness, id: string, action: string) =>
  harness.post(`/admin/checkouts/${id}/review`, { attempt: 1, action, note: 'support says so' }, operator)
const reviewsOf = (harness: Harness) => harness.events.map(({ type, review }) => [type, review])

test.each([
  ['in another currency', otherCurrency],
  ['older than our request, of another amount,', olderBy(8)],
])('an order found %s needs review and does not become ours by itself', async (_, change) => {
  const { harness, id } = await startLost(change)
  expect(reviewsOf(harness)).toEqual([['checkout.needs_review', 'foreign']])
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'preparing', retry: false, paid: null })

  expect((await resolve(harness, id, 'discard')).status).toBe(200)
  await harness.advance(120, 30)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', retry: true })
  expect(reviewsOf(harness)).toHaveLength(1)
})

test('an order that an operator accepts is followed', async () => {
  const { harness, id } = await startLost(olderBy(8))
  expect((await resolve(harness, id, 'accept')).status).toBe(200)
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('an accepted order in another currency is paid only once that is accepted, too', async () => {
  const { harness, id } = await startLost(otherCurrency)
  await resolve(harness, id, 'accept')
  await harness.drain()
  expect(reviewsOf(harness)).toEqual([
    ['checkout.needs_review', 'foreign'],
    ['checkout.needs_review', 'currency'],
  ])
  expect((await harness.getCheckout(id)).status).not.toBe('succeeded')
  const accepted = await resolve(harness, id, 'accept')
  expect(await accepted.json()).toMatchObject({ status: 'succeeded', needsReview: false })
  await harness.advance(1200, 60)
  expect(typesOf(harness).at(-1)).toBe('checkout.succeeded')
})

test.each([
  ['the clock of the service may be a few minutes slow', olderBy(4)],
  ['the times of the service may be wrong where the amount is ours', olderBy(300 * 24 * 60, '1250.0')],
])('%s', async (_, change) => {
  const { harness, id } = await startLost(change)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test.each([
  ['in another currency', otherCurrency],
  ['older than our request, of another amount', olderBy(8)],
])('nothing is taken from an order found %s: no card, no status, no amount', async (_, change) => {
  const { harness, id } = await startLost((order, shop) => ({
    amount: '1300.00',
    ...change(order, shop),
    externalParams: card,
  }))
  const view = await harness.getCheckout(id)
  expect(view).toMatchObject({ savedCards: [], paid: null, methods: ['transfer', 'form'] })
  expect(await harness.store.cardsOf('c-7')).toEqual([])
  const entry = await harness.store.entry(id)
  expect(entry?.attempts).toMatchObject([
    { externalId: null, status: null, reported: null, card: null, cardReported: false, history: [] },
  ])
})

test('its card is saved once an operator has accepted the order', async () => {
  const { harness, id } = await startLost((order, shop) => ({
    ...olderBy(8)(order, shop),
    externalParams: card,
  }))
  await resolve(harness, id, 'accept')
  await harness.drain()
  expect((await harness.getCheckout(id)).savedCards).toMatchObject([{ label: '•••• 1111' }])
})

test('an order that was flagged does not become ours when a later lookup reports less of it', async () => {
  const { harness, id } = await startLost(onlyAtFirst(olderBy(8)))
  await harness.advance(600, 60)
  expect(reviewsOf(harness)).toEqual([['checkout.needs_review', 'foreign']])
  expect((await harness.getCheckout(id)).status).toBe('preparing')

  await resolve(harness, id, 'acknowledge')
  await harness.advance(600, 60)
  expect((await harness.getCheckout(id)).paid).toBeNull()
  expect((await resolve(harness, id, 'accept')).status).toBe(200)
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})
