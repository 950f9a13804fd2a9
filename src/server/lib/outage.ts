import type { Clock } from './clock.ts'
import { type Log, messageOf } from './log.ts'

/** A time in which the store or the worker fails: logged once at its start and once at its end. */
export interface Outage {
  /** Logs the first failure. */
  failed(what: string, error: unknown): void
  /** Logs the end, if something has failed. */
  ended(): void
  isOpen(): boolean
}

export function createOutage(log: Log, clock: Clock): Outage {
  let since: number | null = null
  return {
    failed(what, error) {
      if (since !== null) return
      since = clock.now()
      log({
        level: 'error',
        message: `${what}: ${messageOf(error)} (retried; the end is logged)`,
      })
    },
    ended() {
      if (since === null) return
      const seconds = Math.round((clock.now() - since) / 1000)
      since = null
      log({ level: 'info', message: `the failure is over, after ${seconds} seconds` })
    },
    isOpen: () => since !== null,
  }
}
