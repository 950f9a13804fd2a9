import type { Environment } from './environment.ts'
import type { NextPoll } from './poll-schedule.ts'

export interface Poller {
  /** Gives up the question in hand and asks at once; where the server named a time, only then. */
  pollNow(): void
  /** Gives up the question in hand, and asks nothing until told. */
  pause(): void
  /** Follows the plan, once what interrupted it is over. */
  schedule(next: NextPoll | null): void
}

/**
 * Asks one question at a time: the next is planned when the last has its answer, so that questions never overlap,
 * and an answer that was given up is never heard.
 */
export function createPoller(
  { setTimer, now }: Environment,
  request: (hold: boolean, signal: AbortSignal) => Promise<NextPoll | null>,
): Poller {
  let controller = new AbortController()
  let cancelTimer: () => void = () => undefined
  let notBefore = 0

  async function poll(longPoll = false) {
    pause()
    const { signal } = controller
    const next = await request(longPoll, signal)
    if (!signal.aborted) schedule(next)
  }

  function pause() {
    cancelTimer()
    controller.abort()
    controller = new AbortController()
  }

  function schedule(next: NextPoll | null) {
    cancelTimer()
    if (!next) return
    if (next.fromRetryAfter) notBefore = now() + next.delayMs
    cancelTimer = setTimer(next.delayMs, () => void poll(next.longPoll))
  }

  return {
    pollNow: () => {
      const waitMs = notBefore - now()
      if (waitMs <= 0) void poll()
      else schedule({ delayMs: waitMs, fromRetryAfter: true })
    },
    pause,
    schedule,
  }
}
