import type { RequestResult } from './client.ts'
import { isReportedSent, type SessionState } from './reducer.ts'

/** How long the server may hold a question, in seconds. */
export const longPollSeconds = 25

/** The next question: when, and whether a return to the page may bring it forward. */
export interface NextPoll {
  delayMs: number
  /** The server may hold it, where it names versions of the view. */
  longPoll?: boolean
  /** The server named the time itself (`Retry-After`). */
  fromRetryAfter?: boolean
}

const initialBackoffMs = 500
const maxBackoffMs = 20_000
/** Nothing that a server does makes us ask more often than this. */
const minIntervalMs = 500

/** A question as it was asked, and what came of it. */
export interface PollResult {
  result: RequestResult
  /** Asked with `wait`: the server might have held it until the view changed. */
  longPolled: boolean
  durationMs: number
  /** The view says something else than before. */
  changed: boolean
  /** The server names versions of the view, so that it can be asked to wait for another one. */
  hasEtag: boolean
}

/** When to ask again, computed from what is known; null is never. */
export function nextPoll(state: SessionState, pollResult: PollResult, random: number): NextPoll | null {
  const { result, longPolled, durationMs } = pollResult
  if (state.blockingError || state.view?.pollAfter === null) return null
  if (result.type === 'failed') {
    const backoff = Math.min(initialBackoffMs * 2 ** (state.failureCount - 1), maxBackoffMs)
    return {
      delayMs: result.retryAfter ?? backoff * (0.75 + random / 2),
      fromRetryAfter: result.retryAfter !== null,
    }
  }
  let delayMs = intervalFor(state) * (1 + random / 5)
  if (canPollImmediately(state, pollResult))
    delayMs = longPolled && durationMs < minIntervalMs ? minIntervalMs : 0
  return { delayMs, longPoll: true }
}

/** The next question may follow at once: the server has just told something new, or holds questions as asked. */
function canPollImmediately(
  { view }: SessionState,
  { longPolled, durationMs, changed, hasEtag }: PollResult,
): boolean {
  if (!hasEtag || changed || !longPolled) return hasEtag
  const isLive = view?.status === 'preparing' || view?.status === 'pending'
  return isLive && durationMs > longPollSeconds * 800
}

/** The server's own pace; twice as quick once the payer says that the money is on its way. */
function intervalFor(state: SessionState): number {
  const intervalMs = (state.view?.pollAfter ?? 1) * 1000
  return Math.max(isReportedSent(state) ? intervalMs / 2 : intervalMs, minIntervalMs)
}
