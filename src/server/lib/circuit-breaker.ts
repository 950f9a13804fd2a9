import type { Clock } from './clock.ts'

/**
 * Keeps look-ups from hammering a service that does not answer: after so many silences in a row only one
 * question is let through per pause, and the first answer closes the circuit. Creates are never held back:
 * a payer is waiting for those.
 */
export interface CircuitBreaker {
  /** A question may go out now. */
  allowsRequest(): boolean
  recordSuccess(): void
  recordFailure(): void
}

const failureThreshold = 8
const probeIntervalMs = 2000

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let nextProbeAt = 0
  return {
    allowsRequest() {
      if (failures < failureThreshold) return true
      if (clock.now() < nextProbeAt) return false
      nextProbeAt = clock.now() + probeIntervalMs
      return true
    },
    recordSuccess() {
      failures = 0
    },
    recordFailure() {
      failures += 1
      if (failures === failureThreshold) nextProbeAt = clock.now() + probeIntervalMs
    },
  }
}
