/** What is worth counting; a label is never an id. */
export type Metric =
  | { type: 'create'; profile: string; outcome: 'placed' | 'refused' | 'unknown'; seconds: number }
  | { type: 'lookup'; profile: string; outcome: 'found' | 'not_found' | 'unknown'; seconds: number }
  | { type: 'callback'; result: 'new' | 'duplicate' | 'malformed' | 'signature' }
  | { type: 'event'; result: 'delivered' | 'postponed' }

/** Figures of this moment. Times are in seconds. */
export interface Stats {
  unknownCount: number
  oldestUnknownSeconds: number
  oldestDueSeconds: number
  needsReview: number
  pendingEvents: number
  openLongPolls: number
}
