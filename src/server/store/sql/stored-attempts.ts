import { z } from 'zod'
import type { Store } from '../store.ts'
import { type Operation, parsed, query, type Row } from './statement.ts'
import { driverOf } from './store.ts'

/** An attempt as it is stored, to compare with the service. */
export interface StoredAttempt {
  kind: 'checkout' | 'payout'
  /** The id of the checkout or payout. */
  entry: string
  /** The merchant's reference. */
  ref: string
  /** The number of the attempt. */
  n: number
  pipeline: string
  externalTransactionId: string
  /** Null: no order at the service is known. */
  externalId: string | null
  /** The service's status as last reported; null: none. */
  status: string | null
  amount: string
  currency: string
  /** When it was first sent, in milliseconds. */
  sentAt: number
}

const Doc = z.object({
  attempts: z.array(
    z.object({
      n: z.number(),
      pipeline: z.string(),
      externalTransactionId: z.string(),
      externalId: z.string().nullable(),
      status: z.string().nullable(),
      reported: z.string().nullable(),
      otherCurrency: z.string().nullable(),
      amount: z.object({ value: z.string(), currency: z.string() }),
      firstSentAt: z.number(),
    }),
  ),
})

const pageSize = 500

/**
 * Every attempt of checkouts and payouts in a SQLite or PostgreSQL store, also beside a running server, in the order
 * of their entries' ids. It only reads, and the store need not be opened.
 *
 * @example
 * const print = async (store: Parameters<typeof storedAttempts>[0]) => {
 *   for await (const { externalId, status } of storedAttempts(store)) console.log(externalId, status)
 * }
 */
export async function* storedAttempts(store: Store): AsyncGenerator<StoredAttempt, undefined> {
  const driver = driverOf(store)
  let after = ''
  for (;;) {
    const last = after
    const rows = await driver.read(() => pageAfter(last))
    for (const row of rows) yield* attemptsIn(row)
    const end = rows.at(-1)
    if (end === undefined) return
    after = String(end['id'])
  }
}

const pageAfter = (after: string): Operation<Row[]> =>
  query`SELECT id, kind, ref, doc FROM entries WHERE id > ${after} ORDER BY id LIMIT ${pageSize}`

const attemptsIn = parsed('entries', ({ id, kind, ref, doc }): StoredAttempt[] =>
  Doc.parse(JSON.parse(String(doc))).attempts.map(
    ({
      n,
      pipeline,
      externalTransactionId,
      externalId,
      status,
      reported,
      otherCurrency,
      amount,
      firstSentAt,
    }) => ({
      kind: kind === 'payout' ? 'payout' : 'checkout',
      entry: String(id),
      ref: String(ref),
      ...{ n, pipeline, externalTransactionId, externalId, status },
      amount: reported ?? amount.value,
      currency: otherCurrency ?? amount.currency,
      sentAt: firstSentAt,
    }),
  ),
)
