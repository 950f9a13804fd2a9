import type { Entry } from '../rules/model.ts'

/** Due work, which one worker at a time holds under a lease. */
export interface LeaseStore {
  /**
   * Claims entries whose work is due, each under an exclusive lease. One that cannot be read is put aside: it needs review
   * and is claimed again by `retryPutAside`.
   */
  claim(options: { now: number; until: number; lease: string; limit: number }): Promise<Entry[]>
  /** Releases a lease, if it is still held. */
  release(id: string, lease: string): Promise<void>
  /** Puts an entry aside that cannot be processed: until it is written again it needs review, and is not due before `until`. */
  putAside(id: string, lease: string, until: number): Promise<void>
  /** When the next work of any kind is due, or null. */
  nextDue(): Promise<number | null>
}
