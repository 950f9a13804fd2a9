import type { Settle } from '../../contract/admin.ts'
import { dropped, note } from './attempt.ts'
import type { Attempt, Entry } from './model.ts'

/**
 * The entry after an operator's answer to a needs-review; null where there is nothing to settle that way.
 * Dropping is only for an unresolved create: whoever drops it has made sure that the service has no such order.
 */
export function settledByOperator(
  entry: Entry,
  { attempt: n, act, note: why }: Settle,
  at: number,
): Entry | null {
  const attempt = entry.attempts.find((candidate) => candidate.n === n)
  if (attempt === undefined) return null
  const after = acted(attempt, act, why, at)
  return after === null
    ? null
    : { ...entry, attempts: entry.attempts.map((candidate) => (candidate.n === n ? after : candidate)) }
}

function acted(attempt: Attempt, act: Settle['act'], why: string, at: number): Attempt | null {
  const { review } = attempt
  const told = note(attempt, at, `operator: ${act}: ${why}`)
  if (act === 'ask') return { ...told, askAt: at }
  if (review === null || review.settled !== null) return null
  const settled: Attempt = { ...told, review: { ...review, settled: { at, by: 'operator', note: why } } }
  if (act === 'acknowledge') return settled
  if (review.reason !== 'unresolved' || attempt.state !== 'unknown') return null
  return { ...dropped(settled, at), askAt: null }
}
