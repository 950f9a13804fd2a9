import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Where events go, as this process sees it: one log line when it has been down for a while, one when it is back. */
export interface Destination {
  /** The deliveries that have failed since one was accepted. */
  consecutiveFailures(): number
  accepted(): void
  failed(event: { id: string; type: string }, error: string): void
}

/** Without an accepted delivery for this long after a failure, it is down. */
const downAfterMs = 5 * 60_000

export function createDestination({ clock, log }: { clock: Clock; log: Log }): Destination {
  let failures = 0
  let failingSince = 0
  let isDown = false
  const failingSeconds = (): number => Math.round((clock.now() - failingSince) / 1000)

  return {
    consecutiveFailures: () => failures,
    accepted() {
      if (isDown)
        log({ level: 'info', message: 'events are delivered again', failures, seconds: failingSeconds() })
      failures = 0
      isDown = false
    },
    failed(event, error) {
      if (failures === 0) failingSince = clock.now()
      failures += 1
      if (isDown) return
      isDown = clock.now() - failingSince >= downAfterMs
      if (isDown)
        log({
          level: 'error',
          message: `no event is delivered any more, will be retried: ${error}`,
          failures,
          seconds: failingSeconds(),
        })
      else
        log({
          level: 'warn',
          message: `onEvent() failed, so the event is delivered again later with the same id: ${error}`,
          event: event.id,
          type: event.type,
        })
    },
  }
}
