/** A time as RFC 3339 in UTC. */
export const isoTime = (at: number): string => new Date(at).toISOString()

/** The day of a time in UTC: `2026-01-31`. */
export const dayOf = (at: number): string => isoTime(at).slice(0, 10)
