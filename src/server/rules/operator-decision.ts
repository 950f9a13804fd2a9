import type { ResolveReview } from '../../contract/admin.ts'
import { logActivity } from './activity.ts'
import { discard } from './attempt.ts'
import type { Attempt, Entry } from './model.ts'

/** The entry after an operator's decision; null where no open review allows it. */
export function applyOperatorDecision(entry: Entry, decision: ResolveReview, at: number): Entry | null {
  const attempt = entry.attempts.find(({ n }) => n === decision.attempt)
  const decided = attempt === undefined ? null : decide(attempt, decision, at)
  return decided === null
    ? null
    : { ...entry, attempts: entry.attempts.map((other) => (other === attempt ? decided : other)) }
}

function decide(attempt: Attempt, { act, note }: ResolveReview, at: number): Attempt | null {
  const { review } = attempt
  const logged = logActivity(attempt, at, { type: 'operator_decided', act, note })
  if (act === 'recheck') return { ...logged, nextLookupAt: at }
  if (review === null || review.resolved !== null) return null
  const resolved: Attempt = { ...logged, review: { ...review, resolved: { at, by: 'operator', note } } }
  switch (act) {
    case 'acknowledge':
      return resolved
    case 'discard':
      // The operator has made sure that the service has no such order.
      return review.reason === 'unresolved' && attempt.state === 'unknown'
        ? { ...discard(resolved, at), nextLookupAt: null }
        : null
  }
}
