import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import type { Payout, Refund } from '../../../src/server/rules/model.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import type { RecordedReconciliation } from '../../../src/server/store/reports.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { isFull } from '../../support/full.ts'
import { newFolder } from '../../support/new-folder.ts'
import { startPostgres } from '../../support/postgres.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness, operator } from '../harness.ts'
import { attempt, card, checkout, payout, reported } from '../store/fixtures.ts'
import { memoryDatabase } from '../store/sql/memory-database.ts'

const folder = newFolder(afterAll)
const postgres = await startPostgres()
afterAll(() => postgres.end())

interface Database {
  store: Store
  /** Damages rows behind the server's back. */
  execute(sql: string): Promise<void>
}

const databases: [name: string, open: () => Promise<Database>][] = [
  [
    'SQLite',
    async () => {
      const path = join(folder, `${crypto.randomUUID()}.db`)
      return {
        store: sqliteStore(path),
        async execute(sql) {
          const db = new DatabaseSync(path)
          db.exec(sql)
          db.close()
        },
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgres.database()
      return { store: postgresStore(url), execute: async (sql) => void (await postgres.query(url, sql)) }
    },
  ],
]

const openShop = (store: Store): Harness =>
  createHarness({
    store,
    paypane: {
      order: (order) => ({ reference: order, amount: '1250.00', currency: 'UAH' }),
    },
  })
const pay = async (shop: Harness, order: string): Promise<void> => {
  const paid =
    shop.sandbox.orders().find(({ reference }) => reference === order) ?? shop.sandbox.orders().at(-1)
  await shop.control(`/orders/${paid?.externalId}`, { do: 'pay' })
}
const succeeded = (shop: Harness): string[] =>
  shop.events.flatMap(({ type, ref }) => (type === 'checkout.succeeded' ? [ref] : []))
const errors = (shop: Harness): string[] =>
  shop.logs.flatMap(({ level, message }) => (level === 'error' ? [message] : []))

/** What no version of this code can read, by what is wrong with it. */
const damages: [what: string, doc: string][] = [
  ['a damaged document', `'{"kind":'`],
  ['a row of a newer version', `replace(doc, '"state":"placed"', '"state":"a state of the future"')`],
  ['an amount that no parser takes', `replace(doc, '"tolerance":"0"', '"tolerance":"${'9'.repeat(1010)}"')`],
]

describe.each(isFull ? databases : databases.filter(([name]) => name !== 'PostgreSQL'))(
  'on %s',
  (_, open) => {
    test.each(damages)('%s of many entries is put aside, and others are paid', async (_what, doc) => {
      const { store, execute } = await open()
      const shop = openShop(store)
      shop.callbacksLost = true
      // More than one claim takes.
      const poisoned = Array.from({ length: 25 }, (_, index) => `poison-${index}`)
      for (const order of poisoned) await shop.createCheckout(order, 'transfer')
      await shop.createCheckout('good', 'transfer')
      await pay(shop, 'good')
      await execute(`UPDATE entries SET doc = ${doc} WHERE ref LIKE 'poison-%'`)

      await shop.advance(60, 5)
      expect(succeeded(shop)).toEqual(['good'])
      const count = errors(shop).length
      expect(count).toBeLessThanOrEqual(6 * poisoned.length)
      expect(new Set(errors(shop))).toEqual(
        new Set([expect.stringContaining('a stored row cannot be read and is put aside')]),
      )
      // Half as often each time.
      await shop.advance(600, 5)
      expect(errors(shop).length - count).toBeLessThanOrEqual(4 * poisoned.length)
      expect(await store.stats()).toMatchObject({ needsReview: poisoned.length })

      const listed = await shop.get('/admin/checkouts?needsReview=true&limit=50', operator)
      expect(await listed.json()).toMatchObject({ checkouts: [], unreadable: expect.any(Array) })
      expect((await shop.get('/admin/checkouts?limit=50', operator)).status).toBe(200)
      await shop.paypane.close()
    })

    test('an event that cannot be read delays no other, and its own entry for an hour at most', async () => {
      const { store, execute } = await open()
      const shop = openShop(store)
      await shop.createCheckout('poison', 'transfer')
      await shop.createCheckout('good', 'transfer')
      const [first, second] = shop.sandbox.orders()
      shop.restart({ onEvent: () => Promise.reject(new Error('down')) })
      for (const order of [first, second]) {
        await shop.control(`/orders/${order?.externalId}`, { do: 'amount', amount: '1300.00' })
        await shop.advance(20, 5)
        await shop.control(`/orders/${order?.externalId}`, { do: 'pay' })
        await shop.advance(20, 5)
      }
      await execute(
        `UPDATE events SET doc = '{}' WHERE seq = 1 AND entry_id = (SELECT id FROM entries WHERE ref = 'poison')`,
      )
      shop.restart()
      await shop.advance(600, 60)
      expect(succeeded(shop)).toEqual(['good'])
      expect(errors(shop).some((message) => message.includes('cannot be read'))).toBe(true)
      await shop.advance(7200, 600)
      expect(succeeded(shop)).toEqual(['good', 'poison'])
      const listed = await shop.get('/admin/events?limit=50', operator)
      expect(listed.status).toBe(200)
      await shop.paypane.close()
    })

    test('a callback whose entry cannot be read is stored and put aside, and applied once it can be', async () => {
      const { store, execute } = await open()
      const shop = openShop(store)
      await shop.createCheckout('poison', 'transfer')
      await shop.createCheckout('good', 'transfer')
      const [poison, good] = shop.sandbox.orders()
      await execute(`UPDATE entries SET doc = ' ' || doc || '!' WHERE ref = 'poison'`)
      for (const order of [poison, good]) {
        const fields = { externalId: order?.externalId ?? '', status: 'Success', amount: '1250.00' }
        const path = `/callbacks/p2p/${order?.externalTransactionId}`
        expect((await sendCallback(shop, { ...fields, path })).status).toBe(200)
      }
      shop.callbacksLost = true
      for (const order of [poison, good]) await shop.control(`/orders/${order?.externalId}`, { do: 'pay' })
      await shop.advance(30, 5)
      expect(succeeded(shop)).toEqual(['good'])
      expect(errors(shop)).toContainEqual(
        expect.stringContaining('a callback cannot be applied and is put aside'),
      )
      await execute(`UPDATE entries SET doc = substr(doc, 2, length(doc) - 2) WHERE ref = 'poison'`)
      await shop.advance(300, 30)
      expect(succeeded(shop)).toEqual(['good', 'poison'])
      expect(await store.stats()).toMatchObject({ needsReview: 0 })
      await shop.paypane.close()
    })

    test('what retention cannot read is put aside until it can be read, and erased then', async () => {
      const { store, execute } = await open()
      const shop = openShop(store)
      shop.restart({ retentionDays: 30 })
      const { id } = await shop.createCheckout('poison', 'transfer')
      await pay(shop, 'poison')
      await shop.advance(7200, 600)
      await execute(`UPDATE entries SET doc = ' ' || doc || '!'`)
      await shop.advance(31 * 86_400, 86_400)
      expect(await store.stats()).toMatchObject({ needsReview: 1 })
      expect(errors(shop)).toContainEqual(expect.stringContaining('a stored row cannot be read'))
      await execute(`UPDATE entries SET doc = substr(doc, 2, length(doc) - 2)`)
      await shop.advance(1200, 60)
      expect(await store.stats()).toMatchObject({ needsReview: 0, dueSince: null })
      expect((await store.entry(id))?.erasedAt).not.toBeNull()
      await shop.paypane.close()
    })

    test('a callback that cannot be read delays no other', async () => {
      const { store, execute } = await open()
      const shop = openShop(store)
      await shop.createCheckout('poison', 'transfer')
      await shop.createCheckout('good', 'transfer')
      const [poison, good] = shop.sandbox.orders()
      await store.saveCallback(
        {
          externalId: poison?.externalId ?? '',
          status: 'Created',
          amount: '1',
          orderType: 'Deposit',
          pipelines: [],
        },
        shop.clock.now() - 60_000,
      )
      await execute(`UPDATE callbacks SET pipelines = '['`)
      await sendCallback(shop, { externalId: good?.externalId ?? '', status: 'Success', amount: '1250.00' })
      await shop.control(`/orders/${good?.externalId}`, { do: 'pay' })
      await shop.advance(10, 5)
      expect(succeeded(shop)).toEqual(['good'])
      expect(errors(shop)).toContainEqual(expect.stringContaining('a stored row cannot be read'))
      await shop.paypane.close()
    })

    test('to an amount of a day that cannot be read no payout is added; other days and currencies are paid', async () => {
      const { store, execute } = await open()
      await store.open()
      const insert = (one: Payout, day: string, currency: string) =>
        store.insertPayout(one, { reservation: { day, currency, amount: '10', limit: '100' } })
      await insert(payout(), '2026-01-31', 'UAH')
      await execute(`UPDATE payout_days SET reserved = '1e'`)
      const refused = payout()
      await expect(insert(refused, '2026-01-31', 'UAH')).rejects.toThrow(
        'The row 2026-01-31 UAH of "payout_days" cannot be read',
      )
      expect(await store.entry(refused.id)).toBeNull()
      expect(await insert(payout(), '2026-01-31', 'KZT')).toBe('inserted')
      expect(await insert(refused, '2026-02-01', 'UAH')).toBe('inserted')
      await store.close()
    })

    test('a reconciliation that cannot be read is replaced by the next one', async () => {
      const { store, execute } = await open()
      await store.open()
      const result: RecordedReconciliation = {
        ...{ from: null, to: '2026-01-31T00:00:00Z', byList: true, compared: 1, unanswered: 0, total: 0 },
        ...{ notCompared: [], unreadable: [], differences: [], at: '2026-02-01T00:00:00Z', operator: 'anna' },
      }
      const act = { at: 1000, operator: 'anna', address: null, action: 'recordReconciliation' }
      const record = () => store.recordReconciliation(result, { ...act, ref: null, detail: null, note: null })
      await record()
      await execute(`UPDATE reconciliations SET doc = '{"compared":'`)
      await expect(store.lastReconciliation()).rejects.toThrow(
        'The row last of "reconciliations" cannot be read',
      )
      await record()
      expect(await store.lastReconciliation()).toEqual(result)
      await store.close()
    })

    test('counters that cannot be read stop neither the report nor what else is cleaned up', async () => {
      const { store, execute } = await open()
      const shop = openShop(store)
      await shop.createCheckout('good', 'transfer')
      await shop.advance(2, 1)
      await shop.createCheckout('another', 'transfer')
      await execute(`INSERT INTO report_changes VALUES ('rc_0', '['), ('rc_1', '[{"key":{},"counts":{}}]')`)
      await execute(`UPDATE report_days SET doc = '[' WHERE unit = 'attempt'`)
      await sendCallback(shop, { externalId: 'of another shop', status: 'Success', amount: '1.00' })
      await shop.advance(2 * 3600, 600)
      expect(shop.unmatched).toHaveLength(1)
      const message = expect.stringContaining('a stored row cannot be read and is put aside')
      for (const id of ['unreadable_rc_0', 'unreadable_rc_1'])
        expect(shop.logs.filter((line) => line['id'] === id)).toMatchObject([
          { level: 'error', message, table: 'report_changes' },
        ])
      expect(shop.logs).toContainEqual(expect.objectContaining({ message, table: 'report_days' }))
      expect((await shop.get('/admin/report', operator)).status).toBe(200)

      const count = shop.logs.length
      await pay(shop, 'good')
      await shop.advance(60, 5)
      expect(succeeded(shop)).toEqual(['good'])
      expect(shop.logs.slice(count).filter(({ message: text }) => text.includes('a pass'))).toEqual([])
      await shop.paypane.close()
    })
  },
)

test('a saved card and a claim that cannot be read hide no other', async () => {
  const path = join(folder, 'cards.db')
  const store = sqliteStore(path)
  await store.open()
  for (const id of ['card_1', 'card_2']) {
    const claim = { number: id, at: 1, content: null, receipts: [], resolved: null }
    const entry = checkout({ attempts: [attempt({ claims: [claim] })] })
    await store.insert(entry)
    await store.save(entry, {
      expectedVersion: 1,
      reportedCard: reported(card('c-7', { id, fingerprint: id })),
    })
  }
  const db = new DatabaseSync(path)
  db.exec(`UPDATE cards SET created_at = 'then' WHERE id = 'card_1'`)
  db.exec(`UPDATE claims SET attempt = 'first' WHERE number = 'card_1'`)
  db.close()
  expect((await store.cardsOf('c-7')).map(({ id }) => id)).toEqual(['card_2'])
  expect((await store.openClaims({ limit: 9 })).claims.map(({ number }) => number)).toEqual(['card_2'])
  await store.close()
})

test('a claim of a checkout that cannot be read hides no other from operators', async () => {
  const path = join(folder, 'claims.db')
  const store = sqliteStore(path)
  const shop = openShop(store)
  await store.open()
  for (const number of ['FIRST', 'SECOND']) {
    const claim = { number, at: 1, content: null, receipts: [], resolved: null }
    const entry = checkout({ attempts: [attempt({ claims: [claim] })] })
    await store.insert(entry)
    await store.save(entry, { expectedVersion: 1 })
  }
  const db = new DatabaseSync(path)
  db.exec(`UPDATE entries SET doc = '{' WHERE id = (SELECT entry_id FROM claims WHERE number = 'FIRST')`)
  db.close()
  const listed = await shop.get('/admin/claims', operator)
  expect(await listed.json()).toMatchObject({ claims: [{ claim: { number: 'SECOND' } }] })
  await shop.paypane.close()
})

test('the payout of a refund whose checkout cannot be read is shown to operators', async () => {
  const path = join(folder, 'refunds.db')
  const store = sqliteStore(path)
  const shop = openShop(store)
  await store.open()
  const damaged = checkout()
  await store.insert(damaged)
  await store.insertPayout(payout({ reference: 'rf_1', refundOf: damaged.id }), {})
  const db = new DatabaseSync(path)
  db.exec(`UPDATE entries SET doc = '{' WHERE id = '${damaged.id}'`)
  db.close()
  const shown = await shop.get('/admin/payouts/rf_1', operator)
  expect(await shown.json()).toMatchObject({ reference: 'rf_1', refund: null, issuedTo: [] })
  await shop.paypane.close()
})

test('a checkout or a payout that cannot be read keeps nothing else of its customer from being erased', async () => {
  const path = join(folder, 'customer.db')
  const store = sqliteStore(path)
  const shop = openShop(store)
  await store.open()
  const refund: Refund = {
    ...{ id: 'rf_1', amount: { value: '1.00', currency: 'UAH' }, note: 'late', by: 'anna', issuedTo: [] },
    ...{ at: 1, state: 'succeeded', destination: null, givenAt: 1, checkAt: null },
  }
  const refunded = checkout({ createdAt: 3000, customer: 'c-7', refunds: [refund] })
  const whole = checkout({ createdAt: 1000, customer: 'c-7' })
  const damaged = checkout({ createdAt: 2000, customer: 'c-7' })
  for (const entry of [refunded, damaged, whole]) await store.insert(entry)
  const damagedPayout = payout({ reference: 'rf_1', refundOf: refunded.id })
  await store.insertPayout(damagedPayout, {})
  await store.save(whole, { expectedVersion: 1, reportedCard: reported(card('c-7')) })
  const db = new DatabaseSync(path)
  db.exec(`UPDATE entries SET doc = '{' WHERE id IN ('${damaged.id}', '${damagedPayout.id}')`)
  db.close()
  await expect(shop.paypane.customers.erase('c-7')).rejects.toThrow(/cannot be read/)
  expect((await store.entry(whole.id))?.erasedAt).not.toBeNull()
  expect((await store.entry(refunded.id))?.erasedAt).toBeNull()
  expect(await store.cardsOf('c-7')).toEqual([])
  await shop.paypane.close()
})

test('a customer is not called erased while a checkout of theirs cannot be read', async () => {
  const { store, execute } = await memoryDatabase()
  const shop = openShop(store)
  const damaged = checkout({ customer: 'c-7' })
  await store.insert(damaged)
  await execute(`UPDATE entries SET doc = '{'`)
  const erasing = shop.paypane.customers.erase('c-7')
  await expect(erasing).rejects.toThrow(`A checkout of this customer cannot be read: ${damaged.id}`)
  await shop.paypane.close()
})

test('an entry whose processing fails is put aside with a review, and is not tried again at once', async () => {
  const store = memoryStore()
  let failures = 0
  const shop = openShop({
    ...store,
    async save(entry, write) {
      if (entry.kind === 'checkout' && entry.order === 'poison' && write.lease !== undefined) {
        failures += 1
        throw new TypeError('a value that no code expects')
      }
      return await store.save(entry, write)
    },
  })
  await shop.createCheckout('poison', 'transfer')
  await shop.createCheckout('good', 'transfer')
  shop.callbacksLost = true
  await pay(shop, 'good')
  await shop.advance(120, 1)
  expect(succeeded(shop)).toEqual(['good'])
  expect(failures).toBeLessThanOrEqual(8)
  expect(await store.stats()).toMatchObject({ needsReview: 1 })
  await shop.paypane.close()
})

test('a part of a pass that fails keeps no other from its work', async () => {
  const store = memoryStore()
  const shop = openShop({ ...store, deleteRemovedCards: () => Promise.reject(new Error('a damaged table')) })
  await shop.createCheckout('good', 'transfer')
  await pay(shop, 'good')
  const failures: string[] = []
  for (let count = 0; count < 6; count += 1)
    await shop.advance(5, 5).catch((error: unknown) => failures.push(String(error)))
  expect(failures).toEqual(['Error: a damaged table'])
  expect(succeeded(shop)).toEqual(['good'])
})
