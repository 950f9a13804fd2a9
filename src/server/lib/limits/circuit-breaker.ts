import { type Clock, hasPassed } from '../clock.ts'

const failureThreshold = 8
const probeIntervalMs = 2000

type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * A circuit breaker for each pipeline, by its name: payouts may be down and deposits not, and a service may limit each key,
 * so what one pipeline's lookups meet must not delay another's.
 */
export function createCircuitBreakers(clock: Clock): (pipeline: string) => CircuitBreaker {
  const breakers = new Map<string, CircuitBreaker>()
  return (pipeline) => {
    const breaker = breakers.get(pipeline) ?? createCircuitBreaker(clock)
    breakers.set(pipeline, breaker)
    return breaker
  }
}

/**
 * Limits lookups while the service does not respond: after 8 consecutive failures one probe is allowed per pause, and
 * the first response closes the circuit. Creates are never limited, since a payer is waiting for them.
 */
function createCircuitBreaker(clock: Clock) {
  let failures = 0
  let pausedAt = 0
  return {
    allowsRequest(): boolean {
      if (failures < failureThreshold) return true
      if (!hasPassed(pausedAt, probeIntervalMs, clock.now())) return false
      pausedAt = clock.now()
      return true
    },
    recordSuccess(): void {
      failures = 0
    },
    recordFailure(): void {
      failures += 1
      if (failures === failureThreshold) pausedAt = clock.now()
    },
  }
}
