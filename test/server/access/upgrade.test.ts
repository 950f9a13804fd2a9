import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { CheckoutView } from '../../../src/contract/index.ts'
import { Entry } from '../../../src/server/rules/model.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { oldDocument } from '../../support/old-documents.ts'
import { createHarness, type Harness } from '../harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'paypane-access-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Rewrites a file as 0.1 wrote it. */
function downgrade(path: string): void {
  const db = new DatabaseSync(path)
  for (const row of db.prepare('SELECT id, doc FROM entries').all()) {
    const text = JSON.stringify(oldDocument(Entry.parse(JSON.parse(String(row['doc'])))))
    db.prepare('UPDATE entries SET doc = ? WHERE id = ?').run(text, String(row['id']))
  }
  db.exec(`DROP INDEX callbacks_review; ALTER TABLE callbacks DROP COLUMN review_at;
    ALTER TABLE callbacks DROP COLUMN acknowledged_at; ALTER TABLE callbacks DROP COLUMN acknowledged_note;
    ALTER TABLE callbacks DROP COLUMN acknowledged_by; DROP TABLE audit; DROP TABLE audit_sequence; DROP TABLE payout_days;
    DROP INDEX entries_destination; ALTER TABLE entries DROP COLUMN destination;
    DROP INDEX entries_sealed; ALTER TABLE entries DROP COLUMN sealed_by; DROP TABLE removed_cards;
    DROP INDEX entries_customer; DROP INDEX entries_retained; ALTER TABLE entries DROP COLUMN customer;
    ALTER TABLE entries DROP COLUMN erased_at; ALTER TABLE entries DROP COLUMN page_version; DROP INDEX attempts_customer; ALTER TABLE attempts DROP COLUMN customer;
    DROP TABLE event_tries; DROP INDEX events_listed; DROP INDEX events_type;
    DROP INDEX events_undelivered_listed; ALTER TABLE events DROP COLUMN type;
    ALTER TABLE events DROP COLUMN at; ALTER TABLE events DROP COLUMN resends;
    CREATE INDEX entries_quiet ON entries (updated_at) WHERE due_at IS NULL;
    DELETE FROM paypane_schema WHERE version > 3`)
  db.close()
}

/** A pending checkout of a customer, stored by 0.1 and upgraded. */
async function upgraded(name: string): Promise<{ harness: Harness; id: string }> {
  const path = join(folder, `${name}.db`)
  const before = createHarness({ store: sqliteStore(path) })
  before.orders.set('1042', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await before.createCheckout('1042', 'form')
  await before.store.close()
  downgrade(path)
  const store = sqliteStore(path)
  // The same service, clock and keys: only the store was closed and opened again.
  before.restart({ store })
  return { harness: Object.assign(before, { store }), id }
}

const byId = (harness: Harness, id: string): Promise<Response> =>
  harness.get(`/checkouts/${id}`, { 'checkout-secret': '' })

test('a checkout stored by 0.1 is read by its id, without cards, and starts nothing by its id', async () => {
  const { harness, id } = await upgraded('read')
  const view = CheckoutView.parse(await (await byId(harness, id)).json())
  expect(view).toMatchObject({ id, status: 'pending', action: { type: 'redirect' } })
  expect(view).not.toHaveProperty('savedCards')
  const start = await harness.post(
    `/checkouts/${id}/attempts`,
    { method: 'transfer', after: 1 },
    { 'checkout-secret': '' },
  )
  expect(start.status).toBe(404)
  await harness.store.close()
})

test('a card that is paid after the upgrade is saved for the customer of the checkout', async () => {
  const { harness, id } = await upgraded('card')
  await harness.lever(`/orders/${harness.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await harness.drain()
  expect(await harness.store.cardsOf('c-7')).toHaveLength(1)
  expect(await (await byId(harness, id)).json()).toMatchObject({ status: 'succeeded', final: true })
  await harness.store.close()
})

test('a day after it is final, the id of a checkout stored by 0.1 opens nothing', async () => {
  const { harness, id } = await upgraded('final')
  await harness.lever(`/orders/${harness.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await harness.drain()
  harness.clock.advance(25 * 3_600_000)
  expect((await byId(harness, id)).status).toBe(404)
  await harness.store.close()
})

test('a checkout created after the upgrade is not read by its id', async () => {
  const { harness } = await upgraded('new')
  harness.orders.set('1043', { amount: '10.00', currency: 'UAH' })
  const { id } = await harness.createCheckout('1043')
  expect((await byId(harness, id)).status).toBe(404)
  await harness.store.close()
})
