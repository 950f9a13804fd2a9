import type { Environment } from './environment.ts'
import type { NextPoll } from './poll-schedule.ts'

/**
 * Sends one request at a time: the next is scheduled when the previous one has finished. Aborted responses are ignored. None
 * is sent once `stopped` is aborted.
 */
export function createPoller(
  { setTimer, now }: Environment,
  stopped: AbortSignal,
  request: (signal: AbortSignal, longPoll: boolean) => Promise<NextPoll | null>,
) {
  let controller = new AbortController()
  let cancelTimer: () => void = () => undefined
  let notBefore = 0

  async function poll(longPoll = false) {
    pause()
    // Once the device's clock is set back, a past time would be in the future again.
    notBefore = 0
    if (stopped.aborted) return
    const { signal } = controller
    const next = await request(signal, longPoll)
    if (!signal.aborted) schedule(next)
  }

  /** Aborts the current request. Polling stops until `pollNow` or `schedule`. */
  function pause() {
    cancelTimer()
    controller.abort()
    controller = new AbortController()
  }

  /** Schedules the next request; null schedules nothing. */
  function schedule(next: NextPoll | null) {
    cancelTimer()
    if (!next) return
    if (next.fromRetryAfter) notBefore = now() + next.delayMs
    cancelTimer = setTimer(next.delayMs, () => void poll(next.longPoll))
  }

  return {
    /** Aborts the current request and sends a new one, at once or when `Retry-After` permits it. */
    pollNow: () => {
      const waitMs = notBefore - now()
      if (waitMs <= 0) void poll()
      else schedule({ delayMs: waitMs, fromRetryAfter: true })
    },
    pause,
    schedule,
  }
}
