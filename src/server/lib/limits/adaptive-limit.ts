/** Few enough that their latency is the service's own. */
export const lowestLimit = 10
const initialLimit = 20
export const highestLimit = 200

/** A round with a larger share of failures is overloaded. */
const toleratedFailures = 0.1
/** A round is slow if its median is above twice the usual latency, and this much more. */
const toleratedMs = 20

interface Round {
  readonly latencies: number[]
  failures: number
  /** The most requests that ran at the same time. */
  peak: number
}

const newRound = (): Round => ({ latencies: [], failures: 0, peak: 0 })

/**
 * How many requests to the service run at the same time. A round is as many requests as the limit. After a round at the
 * service's usual latency the limit grows by one; after a slow round, or one with many failures, it is halved.
 */
export function createAdaptiveLimit(clock: { now(): number }) {
  let limit = initialLimit
  let running = 0
  let round = newRound()
  /** Requests started before the limit was halved show the load of before. */
  let halvings = 0
  /** The lowest median of a round since the limit was lowest. */
  let usualMs = Number.POSITIVE_INFINITY

  function endRound({ latencies, failures, peak }: Round): void {
    round = newRound()
    const medianMs = median(latencies)
    // At the lowest limit a slower service has become slower by itself.
    if (medianMs !== null) usualMs = limit === lowestLimit ? medianMs : Math.min(usualMs, medianMs)
    const isSlow = medianMs !== null && medianMs > 2 * usualMs + toleratedMs
    if (isSlow || failures > toleratedFailures * limit) {
      limit = Math.max(lowestLimit, Math.floor(limit / 2))
      halvings += 1
    } else if (2 * peak >= limit) limit = Math.min(highestLimit, limit + 1)
  }

  return {
    current: () => limit,
    /** Counts a request as running. Returns what records its end: `overloaded` is a failure that load can cause. */
    start() {
      const startedAt = clock.now()
      const halvingsBefore = halvings
      running += 1
      round.peak = Math.max(round.peak, running)
      return (result: 'answered' | 'overloaded'): void => {
        running -= 1
        if (halvings !== halvingsBefore) return
        if (result === 'overloaded') round.failures += 1
        else round.latencies.push(clock.now() - startedAt)
        if (round.latencies.length + round.failures >= limit) endRound(round)
      }
    },
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
