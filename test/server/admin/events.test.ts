import { afterEach, describe, expect, test } from 'vitest'
import { EventDelivery, EventList, ResentEvents } from '../../../src/contract/index.ts'
import { memoryStore, type StoredEvent } from '../../../src/server/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness, operator } from '../harness.ts'

interface Shop extends Harness {
  /** What the destination has accepted, in order. */
  received: { event: StoredEvent; resent: boolean }[]
  /** The destination rejects every event. */
  isDown: boolean
}

const stores: Store[] = []
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()))
})

function createShop(store: Store = memoryStore()): Shop {
  stores.push(store)
  const received: Shop['received'] = []
  const harness = createHarness({
    store,
    paypane: {
      onEvent: (event, { resent }) => {
        if (shop.isDown) throw new Error('EVENTS_URL responded 503 for card 4441114455556666')
        received.push({ event, resent })
      },
    },
  })
  const shop: Shop = Object.assign(harness, { received, isDown: false })
  return shop
}

/** Starts the transfer of an order that exists from now on; returns the checkout's id and the service's. */
async function startOrder(shop: Shop, order: string): Promise<{ id: string; externalId: string }> {
  shop.orders.set(order, { amount: '10.00', currency: 'UAH' })
  const { id } = await shop.createCheckout(order, 'transfer')
  await shop.drain()
  return { id, externalId: shop.sandbox.orders().at(-1)?.externalId ?? '' }
}

/** An order that fails and is then corrected: three events. */
async function correctOrder(shop: Shop, order: string): Promise<void> {
  const { externalId } = await startOrder(shop, order)
  await shop.control(`/orders/${externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await shop.drain()
  await shop.control(`/orders/${externalId}`, { do: 'correct' })
  await shop.drain()
}

const list = async (shop: Shop, query = ''): Promise<EventList> =>
  EventList.parse(await (await shop.get(`/admin/events${query}`, operator)).json())
const resendSince = async (shop: Shop, body: unknown): Promise<ResentEvents> =>
  ResentEvents.parse(await (await shop.post('/admin/events/resend', body, operator)).json())

test('an event is listed with the time, duration and redacted error of each try', async () => {
  const shop = createShop()
  shop.isDown = true
  const { id, externalId } = await startOrder(shop, 'o-1')
  await shop.control(`/orders/${externalId}`, { do: 'pay' })
  await shop.drain()
  const [failing] = (await list(shop, '?status=failing')).events
  expect(failing).toMatchObject({ type: 'checkout.succeeded', ref: 'o-1', deliveredAt: null, tries: 1 })
  expect(failing?.data).toMatchObject({ entryId: id, paid: { value: '10.00', currency: 'UAH' } })
  expect(Date.parse(failing?.nextTryAt ?? '')).toBeGreaterThan(shop.clock.now())
  expect(failing?.log).toEqual([
    {
      at: new Date(shop.clock.now()).toISOString(),
      durationMs: 0,
      error: 'Error: EVENTS_URL responded 503 for card ••••6666',
    },
  ])

  shop.isDown = false
  await shop.advance(10)
  const { events } = await list(shop, '?status=delivered&type=checkout.succeeded')
  expect(events).toMatchObject([{ id: failing?.id, tries: 2, nextTryAt: null, log: [{}, { error: null }] }])
  expect((await list(shop, '?status=undelivered')).events).toEqual([])
})

test('events are filtered by type and time, and listed in pages', async () => {
  const shop = createShop()
  await correctOrder(shop, 'o-1')
  await shop.advance(60)
  const since = new Date(shop.clock.now()).toISOString()
  await correctOrder(shop, 'o-2')
  const refs = async (query: string) => (await list(shop, query)).events.map(({ ref }) => ref)
  expect(await refs('?type=checkout.failed')).toEqual(['o-2', 'o-1'])
  expect(await refs(`?type=checkout.failed,checkout.expired&since=${since}`)).toEqual(['o-2'])
  expect(await refs(`?type=checkout.failed&until=${since}`)).toEqual(['o-1'])
  const first = await list(shop, '?limit=4')
  const second = await list(shop, `?limit=4&after=${first.next}`)
  expect(second.next).toBeNull()
  expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(6)
  for (const query of ['?type=checkout.lost', '?status=lost', '?since=yesterday'])
    expect((await shop.get(`/admin/events${query}`, operator)).status).toBe(400)
})

test('a delivered event is sent again with its id, marked, and stays in the order of its checkout', async () => {
  const shop = createShop()
  await correctOrder(shop, 'o-1')
  expect(shop.received.map(({ resent }) => resent)).toEqual([false, false, false])
  const [failed] = shop.received
  const response = await shop.post(`/admin/events/${failed?.event.id}/resend`, undefined, operator)
  expect(EventDelivery.parse(await response.json())).toMatchObject({ resends: 1, deliveredAt: null })
  await shop.drain()
  expect(shop.received.at(-1)).toEqual({ event: failed?.event, resent: true })
  expect(shop.received).toHaveLength(4)
  expect((await list(shop, '?status=undelivered')).events).toEqual([])

  const unknown = await shop.post('/admin/events/evt_unknown/resend', undefined, operator)
  expect(unknown.status).toBe(404)
})

test('all events of a time and type are sent again', async () => {
  const shop = createShop()
  await correctOrder(shop, 'o-1')
  await shop.advance(60)
  const since = new Date(shop.clock.now()).toISOString()
  for (const order of ['o-2', 'o-3']) await correctOrder(shop, order)
  shop.received.length = 0
  expect(await resendSince(shop, { since, types: ['checkout.succeeded'] })).toEqual({ count: 2, next: null })
  await shop.drain()
  expect(shop.received.map(({ event: { type, ref } }) => [type, ref])).toEqual([
    ['checkout.succeeded', 'o-2'],
    ['checkout.succeeded', 'o-3'],
  ])
  const before = { since: '2020-01-01T00:00:00Z', until: since }
  expect(await resendSince(shop, before)).toMatchObject({ count: 3 })
  const { next: after } = await list(shop, `?until=${since}&limit=2`)
  expect(await resendSince(shop, { ...before, after })).toMatchObject({ count: 1 })
  for (const body of [{}, { since: 'then' }, { since, types: ['checkout.lost'] }, { since, after: 'evt_1' }])
    expect((await shop.post('/admin/events/resend', body, operator)).status).toBe(400)
})

describe.each<[string, () => Store]>([
  ['in memory', memoryStore],
  ['on SQLite', () => sqliteStore(':memory:')],
])('a destination that fails for a day, %s', (_, openStore) => {
  test('receives everything in order once it is back; nothing twice except what is sent again', async () => {
    const shop = createShop(openStore())
    await correctOrder(shop, 'before')
    const before = shop.received.length
    shop.isDown = true
    for (const order of ['o-1', 'o-2', 'o-3']) await correctOrder(shop, order)
    await shop.advance(86_400, 1800)
    for (const order of ['o-4', 'o-5']) await correctOrder(shop, order)
    expect(shop.received).toHaveLength(before)
    expect(await shop.paypane.stats()).toMatchObject({ pendingEvents: 15, oldestEventSeconds: 86_400 })
    expect((await shop.paypane.stats()).eventFailures).toBeGreaterThan(10)

    shop.isDown = false
    await shop.advance(600, 60)
    expect(await shop.paypane.stats()).toMatchObject({
      ...{ pendingEvents: 0, oldestEventSeconds: 0, eventFailures: 0 },
    })
    const { events: stored } = await list(shop, '?limit=200')
    const receivedIds = shop.received.map(({ event }) => event.id)
    expect(receivedIds.toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
    const sequences = Map.groupBy(shop.received, ({ event }) => event.entryId)
    expect(sequences.size).toBe(6)
    for (const ofEntry of sequences.values()) expect(ofEntry.map(({ event }) => event.seq)).toEqual([1, 2, 3])
    expect(shop.received.filter(({ resent }) => resent)).toEqual([])

    await resendSince(shop, { since: '2020-01-01T00:00:00Z', types: ['checkout.corrected'] })
    await shop.drain()
    const twice = shop.received.slice(receivedIds.length)
    expect(twice.map(({ event: { type }, resent }) => [type, resent])).toEqual(
      Array(6).fill(['checkout.corrected', true]),
    )
  })

  test('is logged once when it has been down for five minutes, and once when it is back', async () => {
    const shop = createShop(openStore())
    shop.isDown = true
    await correctOrder(shop, 'o-1')
    await shop.advance(3600, 60)
    shop.isDown = false
    await shop.advance(600, 60)
    const outages = shop.logs.filter(({ failures }) => failures !== undefined)
    expect(outages.map(({ level, message }) => [level, message])).toEqual([
      [
        'error',
        'no event is delivered any more: Error: EVENTS_URL responded 503 for card ••••6666 (retried; the end is logged)',
      ],
      ['info', 'events are delivered again'],
    ])
    const single = shop.logs.filter(({ message }) => message.startsWith('onEvent() failed'))
    expect(single.length).toBeLessThan(10)
  })
})
