import type { Entry } from './model.ts'

/** Since when an entry has a create whose outcome nobody knows; null: it has none. */
export function unknownSince(entry: Entry): number | null {
  const times = entry.attempts.flatMap((attempt) =>
    attempt.state === 'sending' || attempt.state === 'unknown' ? [attempt.firstSentAt] : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}
