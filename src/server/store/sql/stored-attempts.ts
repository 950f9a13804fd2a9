import type { Entry } from '../../rules/model.ts'
import { refOf } from '../entries.ts'
import type { Store } from '../store.ts'
import { columns, parseRow } from './entry-row.ts'
import { type Operation, query, type Row, readable } from './statement.ts'
import { driverOf } from './store.ts'

/** An attempt as it is stored, to compare with the service. */
export interface StoredAttempt {
  /** What it belongs to. */
  kind: 'checkout' | 'payout'
  /** The id of the checkout or payout. */
  entry: string
  /** The merchant's reference. */
  ref: string
  /** The number of the attempt. */
  n: number
  /** The name of the pipeline. */
  pipeline: string
  /** Our id of the attempt at the payments service. */
  externalTransactionId: string
  /** Null: no order at the service is known. */
  externalId: string | null
  /** The service's status as last reported; null: none. */
  status: string | null
  /** What the service last reported, else what was asked for: decimal text. */
  amount: string
  /** The key of its currency. */
  currency: string
  /** When it was first sent, in milliseconds. */
  sentAt: number
}

const pageSize = 500

/**
 * Every attempt of checkouts and payouts in a SQLite or PostgreSQL store, also beside a running server, in the order
 * of their entries' ids. It only reads, and the store need not be opened. A checkout or payout that cannot be read is
 * passed to `onUnreadable` by its id; without that, it ends the list with an error.
 *
 * @example
 * const print = async (store: Parameters<typeof storedAttempts>[0]) => {
 *   for await (const { externalId, status } of storedAttempts(store)) console.log(externalId, status)
 * }
 */
export async function* storedAttempts(
  store: Store,
  onUnreadable?: (id: string) => void,
): AsyncGenerator<StoredAttempt, undefined> {
  const driver = driverOf(store)
  let after = ''
  for (;;) {
    const last = after
    const rows = await driver.read(() => pageAfter(last))
    for (const row of rows) {
      const [entry] = onUnreadable === undefined ? [parseRow(row)] : readable(parseRow, row)
      if (entry === undefined) onUnreadable?.(String(row['id']))
      else yield* attemptsIn(entry)
    }
    const end = rows.at(-1)
    if (end === undefined) return
    after = String(end['id'])
  }
}

const pageAfter = (after: string): Operation<Row[]> =>
  query`SELECT ${columns} FROM entries WHERE id > ${after} ORDER BY id LIMIT ${pageSize}`

const attemptsIn = (entry: Entry): StoredAttempt[] =>
  entry.attempts.map(({ n, pipeline, externalTransactionId, externalId, status, ...attempt }) => ({
    kind: entry.kind,
    entry: entry.id,
    ref: refOf(entry),
    ...{ n, pipeline, externalTransactionId, externalId, status },
    amount: attempt.reported ?? attempt.amount.value,
    currency: attempt.otherCurrency ?? attempt.amount.currency,
    sentAt: attempt.firstSentAt,
  }))
