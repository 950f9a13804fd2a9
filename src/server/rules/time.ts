/** A time as RFC 3339 in UTC. */
export const isoTime = (at: number): string => new Date(at).toISOString()

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))

/** The first of these times; null: there is none. */
export const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, time) => (time === null || (first !== null && first < time) ? first : time), null)

/** The day of a time in UTC: `2026-01-31`. */
export const dayOf = (at: number): string => isoTime(at).slice(0, 10)
