/**
 * Writes the database of version 1.0 that migrations are tested with, to `fixtures/1.0`: the schema of each database, and
 * rows for both. Run by `npm run fixture` while 1.0 is not published, never afterwards.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { schemaOf } from '../../support/schema-of.ts'
import { bearer, createDesk } from '../admin/operator-shop.ts'
import type { Harness } from '../harness.ts'

const sealKey = Buffer.from('a seal key of the fixture: 1.0!!').toString('base64')

/** Every order is named after what happens to it; the sandbox decides by the cents of its amount. */
const orders: Record<string, { amount: string; method?: string; customer?: string }> = {
  choosing: { amount: '10.00' },
  pending: { amount: '1250.00', method: 'transfer' },
  replaced: { amount: '20.00', method: 'transfer' },
  failed: { amount: '30.02', method: 'form' },
  corrected: { amount: '40.04', method: 'transfer' },
  paid: { amount: '50.01', method: 'form', customer: 'c-7' },
  underpaid: { amount: '60.05', method: 'transfer' },
  refused: { amount: '70.86', method: 'form' },
  lost: { amount: '80.83', method: 'transfer', customer: 'c-7' },
  undelivered: { amount: '90.01', method: 'form', customer: 'c-8' },
}
const payouts = { 'payout-paid': '15.01', 'payout-pending': '25.00', 'payout-awaiting': '500.00' }

async function play(shop: Harness): Promise<void> {
  for (const [order, { amount, method, customer }] of Object.entries(orders)) {
    shop.orders.set(order, { amount, currency: 'UAH', ...(customer === undefined ? {} : { customer }) })
    const { id } = await shop.createCheckout(order, method)
    if (order === 'replaced')
      await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  }
  for (const [reference, amount] of Object.entries(payouts)) {
    const additionalFields = [{ key: 'cardNumber', value: '4149605012345678' }]
    await shop.post(
      '/admin/payouts',
      { reference, amount, currency: 'UAH', additionalFields },
      bearer('anna'),
    )
  }
  await shop.store.saveCallback(
    {
      externalId: 'of-another-shop',
      status: 'Success',
      amount: '1.00',
      orderType: 'Deposit',
      pipelines: ['p2p'],
    },
    shop.clock.now(),
  )
  await shop.advance(90, 5)
  for (const order of Object.keys(orders)) {
    const entry = await shop.store.entryByRef('checkout', order)
    const timedOut = entry?.attempts[0]?.activity.some(({ type }) => type === 'create_unknown')
    if (timedOut && order !== 'lost') throw new Error('A request timed out: run this on a quiet machine.')
  }
  const [card] = await shop.store.cardsOf('c-8')
  if (card === undefined) throw new Error('No card was saved.')
  await shop.store.deleteCard('c-8', card.id, shop.clock.now())
}

/** Every row as an INSERT that both databases accept. */
function rowsOf(path: string): string {
  const db = new DatabaseSync(path)
  const literal = (value: unknown): string =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rootpage").all()
  const lines = names.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM ${String(name)}`)
      .all()
      .map((row) => {
        const columns = Object.keys(row).join(', ')
        return `INSERT INTO ${String(name)} (${columns}) VALUES (${Object.values(row).map(literal).join(', ')});\n`
      }),
  )
  db.close()
  return lines.join('')
}

const folder = await mkdtemp(join(tmpdir(), 'paypane-fixture-'))
const path = join(folder, 'paypane.db')
const store = sqliteStore(path)
await store.open()
const refusesUndelivered = {
  onEvent: ({ ref }: { ref: string }) => {
    if (ref === 'undelivered') throw new Error('the shop is down')
  },
}
await play(createDesk({ sealKey, payoutApproval: { UAH: '100' }, ...refusesUndelivered }, { store }))
await store.close()
const target = join(import.meta.dirname, 'fixtures/1.0')
await mkdir(target, { recursive: true })
await writeFile(join(target, 'sqlite.sql'), schemaOf('sqlite'))
await writeFile(join(target, 'postgres.sql'), schemaOf('postgres'))
await writeFile(join(target, 'rows.sql'), rowsOf(path))
await rm(folder, { recursive: true })
