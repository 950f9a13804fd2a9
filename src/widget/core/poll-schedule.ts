import type { RequestResult } from './client.ts'
import { isReportedSent, type SessionState } from './reducer.ts'

/** How long the server may hold a long poll: 21 to 25 seconds, so that pages that began together renew at other times. */
export const longPollSeconds = (random: number): number => 25 - Math.floor(random * 5)
/** A long poll that took longer was held to its end. */
const heldMs = 20_000

/** When and how to send the next request. */
export interface NextPoll {
  delayMs: number
  /** The server may hold the request, provided that it sends an ETag. */
  longPoll?: boolean
  /** The delay comes from `Retry-After`: a return to the page must not shorten it. */
  fromRetryAfter?: boolean
}

const initialBackoffMs = 500
const maxBackoffMs = 20_000
/** A lower limit, whatever `pollAfter` says. */
const minIntervalMs = 500

export interface PollResult {
  result: RequestResult
  /** Sent with `wait`: the server may have held it until the view changed. */
  longPolled: boolean
  durationMs: number
  changed: boolean
  /** The server sends ETags, which long polling requires. */
  hasEtag: boolean
}

/** Schedules the next request; null ends polling. */
export function nextPoll(state: SessionState, pollResult: PollResult, random: number): NextPoll | null {
  const { result, longPolled, durationMs, changed, hasEtag } = pollResult
  const { view } = state
  if (state.blockingError || view?.pollAfter === null) return null
  if (result.type === 'failed') return retryOf(result.retryAfter, state.failureCount, random)
  let delayMs = intervalFor(state) * (1 + random / 5)
  const isLive = view?.status === 'preparing' || view?.status === 'pending'
  // A long poll may follow at once if the view has just changed, or if the server held the last one to its end.
  if (hasEtag && (changed || !longPolled || (isLive && durationMs > heldMs)))
    delayMs = longPolled && durationMs < minIntervalMs ? minIntervalMs : 0
  return { delayMs, longPoll: true }
}

/** When to send a failed request again: after `Retry-After`, else with a delay that grows with the failures in a row. */
export function retryOf(retryAfter: number | null, failureCount: number, random: number): NextPoll {
  const backoff = Math.min(initialBackoffMs * 2 ** (failureCount - 1), maxBackoffMs)
  return { delayMs: retryAfter ?? backoff * (0.75 + random / 2), fromRetryAfter: retryAfter !== null }
}

/** The server's `pollAfter`, halved once the payer reported sending the money. */
function intervalFor(state: SessionState): number {
  const intervalMs = (state.view?.pollAfter ?? 1) * 1000
  return Math.max(isReportedSent(state) ? intervalMs / 2 : intervalMs, minIntervalMs)
}
