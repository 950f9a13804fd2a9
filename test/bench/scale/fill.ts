import { postgresStore } from '../../../src/server/postgres/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { createHarness } from '../../server/harness.ts'
import type { Database } from './database.ts'

/** What an order leaves behind. */
const tables = ['entries', 'attempts', 'callbacks', 'events', 'event_tries'] as const

const template = { order: 'template-order', customer: 'template-customer' }

/** The reference of the `n`th order: `template-order`, and `suffix`. */
export const referencePrefix = template.order

const batch = 1_000_000

/**
 * Fills an empty database with paid orders, a second apart, the last one a day ago: copies of one that was paid, each with
 * its attempt, callback and event, and with ids of its own.
 */
export async function fill(database: Database, orders: number): Promise<void> {
  const { address } = database
  const shop = createHarness({
    store: address.startsWith('postgres:') ? postgresStore(address) : sqliteStore(address),
  })
  await shop.store.open()
  if (orders > 0) {
    shop.orders.set(template.order, {
      amount: '1250.00',
      currency: 'UAH',
      customer: template.customer,
    })
    await shop.createCheckout(template.order, 'transfer')
    await shop.controlOrder(0, { do: 'pay' })
    await shop.advance(60, 5)
    await shop.advance(86_400 * 8, 3600)
  }
  await shop.paypane.close()
  if (orders > 0) await copy(database, orders)
  if (orders > 0) await fillReport(database, orders)
  await database.analyze()
}

async function copy(database: Database, orders: number): Promise<void> {
  const { query } = database
  const [entry] = await query('SELECT id, created_at FROM entries')
  const [attempt] = await query('SELECT external_transaction_id AS tx, external_id FROM attempts')
  const others = await query('SELECT id FROM callbacks UNION SELECT id FROM events')
  const ids = [entry?.['id'], attempt?.['tx'], attempt?.['external_id'], ...others.map(({ id }) => id)]
  const names = [...ids.map(String), template.order, template.customer]
  const shiftMs = Date.now() - 86_400_000 - Number(entry?.['created_at'])
  const templates: Record<string, Record<string, unknown>[]> = {}
  for (const table of tables) templates[table] = await query(`SELECT * FROM ${table}`)
  await database.replace(tables, async () => {
    for (const table of tables) {
      const columns = await database.columns(table)
      for (const row of templates[table] ?? []) {
        const values = columns.map((column) =>
          copiedValue(database, column, row[column], names, shiftMs, orders),
        )
        for (let first = 1; first <= orders; first += batch) {
          const numbers = database.numbers(first, Math.min(orders, first + batch - 1))
          await query(
            `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) SELECT ${values.join(', ')} FROM ${numbers}`,
          )
        }
      }
    }
  })
}

/** How many days the counters of the orders are spread over. */
export const reportDays = 100

/** Counters as of these orders in these days: three currencies, four pipelines with two methods, payments in every hour. */
async function fillReport({ query }: Database, orders: number): Promise<void> {
  const perDay = Math.ceil(orders / reportDays)
  const part = Math.ceil(perDay / 50)
  const many = (name: string, count: number): [string, number][] =>
    Array.from({ length: count }, (_, index) => [`${name}:${index}`, part])
  const hours = Object.fromEntries([...many('opened-at', 24), ...many('paid-at', 24)])
  const counts = {
    ...{
      count: perDay,
      chosen: perDay,
      shown: perDay,
      reportedSent: part,
      paid: perDay,
      late: part,
      failed: part,
    },
    ...Object.fromEntries(many('seconds', 40)),
  }
  const keys = [
    ...['UAH', 'EUR', 'PLN'].map((currency) => ['order', '', '', currency]),
    ...['a', 'b', 'c', 'd'].flatMap((pipeline) =>
      ['transfer', 'form'].map((method) => ['attempt', pipeline, method, 'UAH']),
    ),
  ]
  for (let day = 0; day < reportDays; day += 1) {
    const date = new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10)
    const rows = keys.map((key) => {
      const doc = JSON.stringify(key[0] === 'order' ? { ...counts, ...hours } : counts)
      return `(${[date, ...key, doc].map(quote).join(', ')})`
    })
    await query(
      `INSERT INTO report_days (day, unit, pipeline, method, currency, doc) VALUES ${rows.join(', ')} ON CONFLICT DO NOTHING`,
    )
  }
}

/** A column of the copies as SQL: names get a suffix, times are shifted. */
function copiedValue(
  { scattered }: Database,
  column: string,
  value: unknown,
  names: readonly string[],
  shiftMs: number,
  orders: number,
): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') {
    if (/^(.*_)?at$/.test(column)) return `${value} + ${shiftMs} - (${orders} - n) * 1000`
    return String(value)
  }
  const parts = value
    .split(new RegExp(`(${names.map((name) => RegExp.escape(name)).join('|')})`))
    .filter((part) => part !== '')
  return parts.flatMap((part) => [quote(part), ...(names.includes(part) ? [scattered] : [])]).join(' || ')
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
