/** One measurement. Its labels are never ids. */
export type Metric =
  | { type: 'create'; profile: string; outcome: 'placed' | 'refused' | 'unknown'; seconds: number }
  | { type: 'lookup'; profile: string; outcome: 'found' | 'not_found' | 'unknown'; seconds: number }
  | { type: 'callback'; result: 'new' | 'duplicate' | 'malformed' | 'signature' }
  | { type: 'event'; result: 'delivered' | 'postponed' }

/** Gauges of the current state. */
export interface Stats {
  unknownCount: number
  oldestUnknownSeconds: number
  oldestDueSeconds: number
  needsReview: number
  pendingEvents: number
  openLongPolls: number
}
