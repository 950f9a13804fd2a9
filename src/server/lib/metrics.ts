/** One measurement. Its labels are never ids. */
export type Metric =
  | { type: 'create'; profile: string; outcome: 'placed' | 'refused' | 'unknown'; seconds: number }
  | { type: 'lookup'; profile: string; outcome: 'found' | 'not_found' | 'unknown'; seconds: number }
  | { type: 'callback'; result: 'new' | 'duplicate' | 'malformed' | 'signature' }
  | { type: 'claim'; result: 'open' | 'accepted' | 'declined' }
  | { type: 'event'; result: 'delivered' | 'postponed' }
  /** A use beyond its limit was refused; a long poll was answered at once. */
  | { type: 'rate_limited'; purpose: LimitedPurpose }

/** What is limited per minute or, for long polls, at the same time. */
export type LimitedPurpose =
  | 'order_starts'
  | 'address_starts'
  | 'sent_reports'
  | 'unknown_orders'
  | 'client_secrets'
  | 'admin_tokens'
  | 'malformed_bodies'
  | 'callbacks'
  | 'long_polls'

/** Gauges of the current state. */
export interface Stats {
  unknownCount: number
  oldestUnknownSeconds: number
  oldestDueSeconds: number
  needsReview: number
  /** Claims that wait for a decision, and the age of the oldest. */
  openClaims: number
  oldestClaimSeconds: number
  pendingEvents: number
  /** The age of the oldest event that was never delivered. */
  oldestEventSeconds: number
  /** Deliveries that have failed in this process since one was accepted. */
  eventFailures: number
  openLongPolls: number
  /** How many lookups this process runs at the same time at most; adapts to the service. */
  lookupLimit: number
}
