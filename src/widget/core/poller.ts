import type { Environment } from './environment.ts'
import type { Next } from './pace.ts'

export interface Poller {
  /** Gives up the question in hand and asks at once; where the server named a time, only then. */
  ask(): void
  /** Gives up the question in hand, and asks nothing until told. */
  pause(): void
  /** Follows the plan, once what interrupted it is over. */
  follow(next: Next | null): void
}

/**
 * Asks one question at a time: the next is planned when the last has its answer, so that questions never overlap,
 * and an answer that was given up is never heard.
 */
export function createPoller(
  { after, now }: Environment,
  question: (hold: boolean, signal: AbortSignal) => Promise<Next | null>,
): Poller {
  let controller = new AbortController()
  let cancelTimer: () => void = () => undefined
  let notBefore = 0

  async function ask(hold = false) {
    pause()
    const { signal } = controller
    const next = await question(hold, signal)
    if (!signal.aborted) follow(next)
  }

  function pause() {
    cancelTimer()
    controller.abort()
    controller = new AbortController()
  }

  function follow(next: Next | null) {
    cancelTimer()
    if (!next) return
    if (next.fixed) notBefore = now() + next.afterMs
    cancelTimer = after(next.afterMs, () => void ask(next.hold))
  }

  return {
    ask: () => {
      const wait = notBefore - now()
      if (wait <= 0) void ask()
      else follow({ afterMs: wait, fixed: true })
    },
    pause,
    follow,
  }
}
