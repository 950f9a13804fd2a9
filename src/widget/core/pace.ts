import type { Answer } from './answer.ts'
import { isClaimed, type SessionState } from './machine.ts'

/** How long the server may hold a question, in seconds. */
export const holdSeconds = 25

/** The next question: when, and whether a return to the page may bring it forward. */
export interface Next {
  afterMs: number
  /** The server may hold it, where it names versions of the view. */
  hold?: boolean
  /** The server named the time itself (`Retry-After`). */
  fixed?: boolean
}

const firstBackoffMs = 500
const longestBackoffMs = 20_000
/** Nothing that a server does makes us ask more often than this. */
const shortestMs = 500

/** A question as it was asked, and what came of it. */
export interface Heard {
  answer: Answer
  /** Asked with `wait`: the server might have held it until the view changed. */
  held: boolean
  tookMs: number
  /** The view says something else than before. */
  changed: boolean
  /** The server names versions of the view, so that it can be asked to wait for another one. */
  versioned: boolean
}

/** When to ask again, computed from what is known; null is never. */
export function nextQuestion(state: SessionState, heard: Heard, random: number): Next | null {
  const { answer, held, tookMs } = heard
  if (state.trouble || state.view?.pollAfter === null) return null
  if (answer.type === 'later') {
    const backoff = Math.min(firstBackoffMs * 2 ** (state.failures - 1), longestBackoffMs)
    return {
      afterMs: answer.retryAfter ?? backoff * (0.75 + random / 2),
      fixed: answer.retryAfter !== null,
    }
  }
  let afterMs = rest(state) * (1 + random / 5)
  if (isHeldWell(state, heard)) afterMs = held && tookMs < shortestMs ? shortestMs : 0
  return { afterMs, hold: true }
}

/** The next question may follow at once: the server has just told something new, or holds questions as asked. */
function isHeldWell({ view }: SessionState, { held, tookMs, changed, versioned }: Heard): boolean {
  if (!versioned || changed || !held) return versioned
  const isLive = view?.status === 'preparing' || view?.status === 'pending'
  return isLive && tookMs > holdSeconds * 800
}

/** The server's own pace; twice as quick once the payer says that the money is on its way. */
function rest(state: SessionState): number {
  const restMs = (state.view?.pollAfter ?? 1) * 1000
  return Math.max(isClaimed(state) ? restMs / 2 : restMs, shortestMs)
}
