/** One measurement. Its labels are never ids. */
export type Metric =
  | {
      type: 'create'
      /** Of the pipeline. */
      profile: string
      /** What the response says. */
      outcome: 'placed' | 'refused' | 'unknown'
      /** How long the request took. */
      seconds: number
    }
  | {
      type: 'lookup'
      /** Of the pipeline. */
      profile: string
      /** What the response says. */
      outcome: 'found' | 'not_found' | 'unknown'
      /** How long the request took. */
      seconds: number
    }
  | {
      type: 'callback'
      /** What was received; `signature`: an invalid one. */
      result: 'new' | 'duplicate' | 'malformed' | 'signature'
    }
  | {
      type: 'claim'
      /** What has become of it. */
      result: 'open' | 'accepted' | 'declined'
    }
  | {
      type: 'event'
      /** `postponed`: it is delivered again later. */
      result: 'delivered' | 'postponed'
    }
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
  /** Attempts whose outcome is unknown. */
  unknownCount: number
  /** The age of the oldest of them. */
  oldestUnknownSeconds: number
  /** How late the oldest due lookup is. */
  oldestDueSeconds: number
  /** Checkouts and payouts that wait for an operator. */
  needsReview: number
  /** Claims that wait for a decision. */
  openClaims: number
  /** The age of the oldest of them. */
  oldestClaimSeconds: number
  /** Events that are not delivered. */
  pendingEvents: number
  /** The age of the oldest event that was never delivered. */
  oldestEventSeconds: number
  /** Deliveries that have failed in this process since one was accepted. */
  eventFailures: number
  /** Long polls that wait for a change in this process. */
  openLongPolls: number
  /** How many lookups this process runs at the same time at most; adapts to the service. */
  lookupLimit: number
}
