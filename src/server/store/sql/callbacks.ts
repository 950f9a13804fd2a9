import { z } from 'zod'
import type { StoredCallback, VerifiedCallback } from '../store.ts'
import { type Operation, query, type Row } from './statement.ts'

const CallbackRow = z
  .object({
    id: z.string(),
    external_id: z.string(),
    status: z.string(),
    amount: z.string(),
    order_type: z.string(),
    pipelines: z.string(),
    received_at: z.coerce.number(),
    last_at: z.coerce.number(),
    times: z.coerce.number(),
    entry_id: z.string().nullable(),
    applied_at: z.coerce.number().nullable(),
  })
  .transform(
    (row): StoredCallback => ({
      id: row.id,
      externalId: row.external_id,
      status: row.status,
      amount: row.amount,
      orderType: row.order_type,
      pipelines: z.array(z.string()).parse(JSON.parse(row.pipelines)),
      receivedAt: row.received_at,
      lastAt: row.last_at,
      times: row.times,
      entryId: row.entry_id,
      appliedAt: row.applied_at,
    }),
  )
const parseRow = (row: Row): StoredCallback => CallbackRow.parse(row)

export function* saveCallback(callback: VerifiedCallback, id: string, now: number): Operation<boolean> {
  const [row] = yield* query(
    `INSERT INTO callbacks (id, external_id, status, amount, order_type, pipelines, received_at, last_at, times)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
     ON CONFLICT (external_id, status, amount, order_type, pipelines)
     DO UPDATE SET times = callbacks.times + 1, last_at = excluded.last_at
     RETURNING times`,
    id,
    callback.externalId,
    callback.status,
    callback.amount,
    callback.orderType,
    JSON.stringify(callback.pipelines),
    now,
    now,
  )
  return Number(row?.['times']) === 1
}

export function* readyCallbacks(limit: number): Operation<StoredCallback[]> {
  const rows = yield* query(
    `SELECT callbacks.id, callbacks.external_id, status, amount, order_type, pipelines, received_at, last_at, times,
       applied_at, (SELECT entry_id FROM attempts WHERE attempts.external_id = callbacks.external_id LIMIT 1) AS entry_id
     FROM callbacks
     WHERE applied_at IS NULL
       AND EXISTS (SELECT 1 FROM attempts WHERE attempts.external_id = callbacks.external_id)
     ORDER BY received_at LIMIT ?`,
    limit,
  )
  return rows.map(parseRow)
}

export function* callbacksOf(entryId: string): Operation<StoredCallback[]> {
  return (yield* query('SELECT * FROM callbacks WHERE entry_id = ? ORDER BY received_at', entryId)).map(
    parseRow,
  )
}

export function* ignoreCallback(id: string, now: number): Operation<void> {
  yield* query('UPDATE callbacks SET applied_at = ? WHERE id = ?', now, id)
}

export function* deleteUnmatchedCallbacks(before: number, limit: number): Operation<number> {
  const rows = yield* query(
    `DELETE FROM callbacks WHERE entry_id IS NULL AND (
       (applied_at IS NOT NULL AND received_at < ?)
       OR (applied_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.external_id = callbacks.external_id)
         AND (received_at < ? OR id IN (
           SELECT id FROM callbacks WHERE applied_at IS NULL ORDER BY received_at DESC LIMIT 1000 OFFSET ?
         )))
     ) RETURNING id`,
    before,
    before,
    limit,
  )
  return rows.length
}
