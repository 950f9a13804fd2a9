import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

interface OutageOptions {
  log: Log
  clock: Clock
  /** How long the failures have to last. Default: one failure is enough. */
  minMs?: number
  /** How many different messages are logged, since the cause may change. Default: 1, the first. */
  maxMessages?: number
  endMessage: string
}

/** Failures in a row, logged once at the start and once at the end. */
export function createOutage({ log, clock, minMs = 0, maxMessages = 1, endMessage }: OutageOptions) {
  let failures = 0
  let since = 0
  let isOpen = false
  const logged = new Set<string>()
  // What fails may be that the clock was set.
  const now = (): number => clock.elapsed?.() ?? clock.now()
  const extent = () => ({ failures, seconds: Math.round((now() - since) / 1000) })
  return {
    /** `minFailures`: how many there have to be in a row. Default: 1. */
    failed(message: string, { minFailures = 1 }: { minFailures?: number } = {}): void {
      if (failures === 0) since = now()
      failures += 1
      if (!isOpen && (failures < minFailures || now() - since < minMs)) return
      isOpen = true
      if (logged.has(message) || logged.size === maxMessages) return
      logged.add(message)
      log({ level: 'error', message: `${message} (retried; the end is logged)`, ...extent() })
    },
    ended(): void {
      if (isOpen) log({ level: 'info', message: endMessage, ...extent() })
      failures = 0
      isOpen = false
      logged.clear()
    },
    /** Whether its start is logged. */
    isOpen: () => isOpen,
    /** The number of failures since the last success. */
    failures: () => failures,
  }
}
export type Outage = ReturnType<typeof createOutage>
