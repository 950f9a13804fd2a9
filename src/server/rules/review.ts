import type { ResolveReview } from '../../contract/admin.ts'
import { logActivity, markNotCreated } from './attempt.ts'
import type { Attempt, Entry } from './model.ts'

/**
 * The entry after an operator's answer to a needs-review; null where there is nothing to settle that way.
 * Dropping is only for an unresolved create: whoever drops it has made sure that the service has no such order.
 */
export function applyOperatorDecision(
  entry: Entry,
  { attempt: n, act, note: operatorNote }: ResolveReview,
  at: number,
): Entry | null {
  const attempt = entry.attempts.find((candidate) => candidate.n === n)
  if (attempt === undefined) return null
  const after = applyAct(attempt, act, operatorNote, at)
  return after === null
    ? null
    : { ...entry, attempts: entry.attempts.map((candidate) => (candidate.n === n ? after : candidate)) }
}

function applyAct(
  attempt: Attempt,
  act: ResolveReview['act'],
  operatorNote: string,
  at: number,
): Attempt | null {
  const { review } = attempt
  const logged = logActivity(attempt, at, `operator: ${act}: ${operatorNote}`)
  if (act === 'recheck') return { ...logged, nextLookupAt: at }
  if (review === null || review.resolved !== null) return null
  const resolved: Attempt = {
    ...logged,
    review: { ...review, resolved: { at, by: 'operator', note: operatorNote } },
  }
  if (act === 'acknowledge') return resolved
  if (review.reason !== 'unresolved' || attempt.state !== 'unknown') return null
  return { ...markNotCreated(resolved, at), nextLookupAt: null }
}
