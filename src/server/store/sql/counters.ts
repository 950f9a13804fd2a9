import type { CountedUse, UseCount } from '../../lib/limits/rate-limit.ts'
import { type Operation, query } from './statement.ts'

/** One statement, so that of concurrent reservations at most `limit` are granted. */
export function* reserve(key: string, { now, windowMs, limit }: CountedUse): Operation<UseCount> {
  const expiredAt = now - windowMs
  const [row] = yield* query(
    `INSERT INTO rate_limits AS counter (key, started_at, count) VALUES (?, ?, 1)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN counter.started_at <= ? THEN 1 ELSE LEAST(counter.count, ?) + 1 END,
       started_at = CASE WHEN counter.started_at <= ? THEN excluded.started_at ELSE counter.started_at END
     RETURNING started_at, count`,
    key,
    now,
    expiredAt,
    limit,
    expiredAt,
  )
  return { count: Number(row?.['count']), until: Number(row?.['started_at']) + windowMs }
}

export function* deleteExpiredCounters(expiredAt: number): Operation<void> {
  yield* query('DELETE FROM rate_limits WHERE started_at <= ?', expiredAt)
}
