import type { Entry } from './model.ts'

/** When the oldest create with an unknown outcome was sent; null without one. */
export function unknownSince(entry: Entry): number | null {
  const times = entry.attempts.flatMap((attempt) =>
    attempt.state === 'sending' || attempt.state === 'unknown' ? [attempt.firstSentAt] : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}
