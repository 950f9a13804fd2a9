import { expect, test } from 'vitest'
import { CheckoutList } from '../../../src/contract/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { maxPrefixMatches } from '../../../src/server/store/entries.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness, operator } from '../harness.ts'
import { attempt, checkout, event, payout } from '../store/fixtures.ts'
import { memoryDatabase } from '../store/sql/memory-database.ts'

async function startOrder(shop: Harness, order: string): Promise<string> {
  shop.orders.set(order, { amount: '10.50', currency: 'UAH', customer: 'customer-7' })
  const { id } = await shop.createCheckout(order, 'transfer')
  await shop.drain()
  return id
}

/** The rows of a file whose fields have no quotes, by the names in its header. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.split('\r\n')
  expect(lines.at(-1)).toBe('')
  const names = header.split(',')
  return lines.slice(0, -1).map((line) => {
    const fields = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']))
  })
}

async function exportRows(shop: Harness, query: string): Promise<Record<string, string>[]> {
  const response = await shop.get(`/admin/export?${query}`, operator)
  expect(response.status).toBe(200)
  return rowsOf(await response.text())
}

test('without a name the file is that of the checkouts', async () => {
  const shop = createHarness()
  await startOrder(shop, '1042')
  expect(await exportRows(shop, '')).toMatchObject([{ order: '1042' }])
})

test('checkouts are a CSV file, newest first, with amounts as text and times in UTC', async () => {
  const shop = createHarness()
  const id = await startOrder(shop, '=1042')
  const [order] = shop.sandbox.orders()
  await shop.control(`/orders/${order?.externalId}`, { do: 'pay' })
  await shop.drain()
  shop.clock.advance(1000)
  await startOrder(shop, 'o-2')
  const response = await shop.get('/admin/export?what=checkouts', operator)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="checkouts.csv"')
  const text = await response.text()
  expect(rowsOf(text)).toEqual([
    expect.objectContaining({ order: 'o-2', status: 'pending', paid: '' }),
    {
      order: "'=1042",
      checkout: id,
      status: 'succeeded',
      final: 'true',
      needs_review: 'false',
      amount: '10.50',
      currency: 'UAH',
      paid: '10.50',
      method: 'transfer',
      attempts: '1',
      succeeded_attempts: '1',
      pipeline: 'p2p',
      external_transaction_id: order?.externalTransactionId,
      external_id: order?.externalId,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-01T00:30:00.000Z',
    },
  ])
  for (const personal of ['customer-7', order?.paymentDetails?.card, order?.paymentDetails?.iban])
    expect(text).not.toContain(personal)
})

test('a paid checkout is exported with the attempt that was paid, also if another one followed it', async () => {
  const shop = createHarness()
  const id = await startOrder(shop, '1042')
  await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  const [paid] = shop.sandbox.orders()
  await shop.control(`/orders/${paid?.externalId}`, { do: 'pay' })
  await shop.drain()
  expect(await exportRows(shop, '')).toMatchObject([
    { attempts: '2', method: 'transfer', external_id: paid?.externalId },
  ])
})

test('payouts and events are exported, too', async () => {
  const shop = createHarness()
  const additionalFields = [{ key: 'cardNumber', value: '4441114455556666' }]
  const payout = { reference: 'p-1', amount: '7.00', currency: 'UAH', additionalFields }
  await shop.post('/admin/payouts', payout, operator)
  const [order] = shop.sandbox.orders()
  await shop.control(`/orders/${order?.externalId}`, { do: 'pay' })
  await shop.drain()
  const at = '2026-01-01T00:00:00.000Z'
  const ids = {
    external_transaction_id: order?.externalTransactionId,
    external_id: order?.externalId,
  }
  const stored = await shop.store.entryByRef('payout', 'p-1')
  expect(await exportRows(shop, 'what=payouts')).toEqual([
    {
      ...{ reference: 'p-1', status: 'succeeded', amount: '7.00', paid: '7.00', currency: 'UAH' },
      ...{ payout: stored?.id, needs_review: 'false', pipeline: 'payout', created_at: at, updated_at: at },
      checkout: '',
      ...ids,
    },
  ])
  expect(await exportRows(shop, 'what=events')).toEqual([
    {
      ...{ event: shop.events[0]?.id, type: 'payout.succeeded', at, ref: 'p-1', entry: stored?.id },
      ...{ attempt: '1', requested: '7.00', paid: '7.00', currency: 'UAH' },
      ...{ tries: '1', resends: '0', delivered_at: at, error: '', refund: '' },
      ...ids,
    },
  ])
})

test('what cannot be read has a row with its id: no payment is missing from a file without a sign', async () => {
  const { store, execute } = await memoryDatabase()
  const shop = createHarness({ store })
  for (const order of ['o-1', 'o-2', 'o-3', 'o-4', 'o-5']) await startOrder(shop, order)
  const ids = (await store.list({ kind: 'checkout', limit: 9 })).entries.map(({ id }) => id)
  await shop.post('/admin/payouts', { reference: 'p-1', amount: '7.00', currency: 'UAH' }, operator)
  const payoutId = (await store.entryByRef('payout', 'p-1'))?.id
  await shop.controlOrder(0, { do: 'pay' })
  await shop.drain()
  const [paid] = await exportRows(shop, 'what=events')
  await execute(`UPDATE entries SET doc = '{' WHERE id IN ('${ids[1]}', '${payoutId}')`)

  const rows = await exportRows(shop, 'what=checkouts')
  expect(rows.map((row) => row['checkout']).sort()).toEqual([...ids].sort())
  const damaged = rows.find((row) => row['checkout'] === ids[1])
  expect(damaged).toMatchObject({ status: 'unreadable', order: '', amount: '', paid: '' })
  expect(await exportRows(shop, 'what=payouts')).toEqual([
    {
      ...{ payout: payoutId, status: 'unreadable', needs_review: '' },
      ...{ reference: '', amount: '', currency: '', paid: '', pipeline: '', checkout: '' },
      ...{ external_transaction_id: '', external_id: '', created_at: '', updated_at: '' },
    },
  ])

  await execute("UPDATE events SET doc = '{'")
  const event = { event: paid?.['event'], type: 'unreadable', ref: '', paid: '' }
  expect(await exportRows(shop, 'what=events')).toMatchObject([event])
})

test('the event of a callback that matches no order has its amount and no attempt', async () => {
  const shop = createHarness()
  await sendCallback(shop, { externalId: 'e-9', status: 'Success', amount: '9.00' })
  await shop.advance(2 * 3600, 600)
  expect(await exportRows(shop, 'what=events')).toMatchObject([
    {
      ...{ type: 'callback.unmatched', ref: 'e-9', external_id: 'e-9', paid: '9.00' },
      ...{ attempt: '', external_transaction_id: '', requested: '', currency: '' },
    },
  ])
})

test('checkouts and events without an attempt have empty fields', async () => {
  const shop = createHarness()
  shop.orders.set('o-1', { amount: '10.50', currency: 'UAH' })
  await shop.createCheckout('o-1')
  expect(await exportRows(shop, 'what=checkouts')).toMatchObject([
    { method: '', attempts: '0', pipeline: '', external_transaction_id: '', external_id: '', paid: '' },
  ])
  const entry = checkout()
  await shop.store.insert(entry)
  await shop.store.save(entry, { expectedVersion: 1, events: [event(entry.id, 1)] })
  expect(await exportRows(shop, 'what=events')).toMatchObject([{ paid: '', delivered_at: '' }])
})

test('a list says that it leaves out what a search finds, and an export of it is refused', async () => {
  const shop = createHarness()
  const orders = Array.from({ length: maxPrefixMatches + 1 }, (_, index) => `many-${index}`)
  await Promise.all(orders.map((order) => shop.store.insert(checkout({ order }))))
  const list = async (search: string) =>
    CheckoutList.parse(await (await shop.get(`/admin/checkouts?search=${search}`, operator)).json())
  expect(await list('many-')).toMatchObject({ truncated: true, checkouts: { length: 50 } })
  expect(await list('many-1')).not.toHaveProperty('truncated')

  const refused = await shop.get('/admin/export?what=checkouts&search=many-', operator)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ detail: 'search: more than 500 names begin with it' })
  expect(await exportRows(shop, 'what=checkouts&search=many-10')).toHaveLength(11)

  // No word begins so, which is searched in both kinds.
  const payouts = orders.map((order) => payout({ reference: `#${order}` }))
  await Promise.all(payouts.map((one) => shop.store.insertPayout(one, {})))
  expect((await shop.get('/admin/export?what=payouts&search=%23many-', operator)).status).toBe(400)
  expect(await exportRows(shop, 'what=payouts&search=%23many-10')).toHaveLength(11)
})

test('an export has the filters of the list and a period', async () => {
  const shop = createHarness()
  for (const order of ['o-1', 'o-2', 'o-3']) {
    await startOrder(shop, order)
    shop.clock.advance(86_400_000)
  }
  const orders = async (query: string) =>
    (await exportRows(shop, `what=checkouts&${query}`)).map(({ order }) => order)
  expect(await orders('since=2026-01-02')).toEqual(['o-3', 'o-2'])
  expect(await orders('since=2026-01-02&until=2026-01-03T00:00:00%2B00:00')).toEqual(['o-2'])
  expect(await orders('search=o-1')).toEqual(['o-1'])
  expect(await orders('search=co_')).toHaveLength(3)
  expect(await orders('needsReview=true')).toEqual([])
  await shop.drain()
  expect(await orders('status=pending')).toEqual([])
  expect(await orders('status=expired')).toHaveLength(3)
  for (const query of ['what=cards', 'what=checkouts&status=lost', 'what=payouts&since=today'])
    expect((await shop.get(`/admin/export?${query}`, operator)).status).toBe(400)
  expect((await shop.get('/admin/export?what=checkouts')).status).toBe(401)
  // The list has the same period.
  const list = await (await shop.get('/admin/checkouts?since=2026-01-03', operator)).json()
  expect(list.checkouts).toHaveLength(1)
})

test('writes during an export neither repeat nor hide the rows that were there', async () => {
  const store = sqliteStore(':memory:')
  const shop = createHarness({ store })
  const names = Array.from({ length: 450 }, (_, n) => `o-${n}`)
  for (const name of names) {
    shop.orders.set(name, { amount: '1.00', currency: 'UAH' })
    await shop.createCheckout(name)
  }
  const response = await shop.get('/admin/export?what=checkouts', operator)
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    shop.clock.advance(1000)
    await startOrder(shop, `new-${text.length}`)
    await shop.post('/checkouts', { order: 'o-10', method: 'transfer' })
  }
  const exported = rowsOf(text).map(({ order }) => order)
  expect(exported.filter((order) => order?.startsWith('o-')).toSorted()).toEqual(names.toSorted())
  expect(exported.length).toBeLessThanOrEqual(names.length + 1)
  await store.close()
})

test('of payouts and events it has what was paid, beside what was asked for', async () => {
  const shop = createHarness()
  const amount = { value: '100.00', currency: 'UAH' }
  const paid = attempt({ profile: 'payout', state: 'succeeded', amount, reported: '90.00' })
  await shop.store.insert(payout({ amount, attempts: [paid] }))
  const entry = checkout()
  await shop.store.insert(entry)
  const short = event(entry.id, 1, { requested: amount, paid: { ...amount, value: '80.00' } })
  await shop.store.save(entry, { expectedVersion: 1, events: [short] })
  expect(await exportRows(shop, 'what=payouts')).toMatchObject([{ amount: '100.00', paid: '90.00' }])
  expect(await exportRows(shop, 'what=events')).toMatchObject([{ requested: '100.00', paid: '80.00' }])
})

test('what was paid in another currency than the order has now is exported with it, and not taken for less', async () => {
  const shop = createHarness()
  const first = { amount: { value: '25.00', currency: 'USD' }, reported: '25.00', externalId: 'e-1' }
  await shop.store.insert(
    checkout({
      amount: { value: '1000.00', currency: 'UAH' },
      attempts: [
        // It was absent when the order's amount was replaced.
        attempt({ n: 1, state: 'succeeded', status: 'Success', finalAt: 1, ...first }),
        attempt({ n: 2, state: 'not_created', amount: { value: '1000.00', currency: 'UAH' } }),
      ],
    }),
  )
  expect(await exportRows(shop, '')).toMatchObject([
    { status: 'succeeded', amount: '1000.00', currency: 'UAH', paid: '25.00 USD' },
  ])
  const list = CheckoutList.parse(await (await shop.get('/admin/checkouts', operator)).json())
  expect(list.checkouts).toMatchObject([{ short: false, paid: { value: '25.00', currency: 'USD' } }])
})
