import type { Clock } from './clock.ts'

/**
 * Keeps look-ups from hammering a service that does not answer: after so many silences in a row only one
 * question is let through per pause, and the first answer closes the circuit. Creates are never held back:
 * a payer is waiting for those.
 */
export interface Circuit {
  /** A question may go out now. */
  allows(): boolean
  answered(): void
  silent(): void
}

const silencesToOpen = 8
const pauseMs = 2000

export function createCircuit(clock: Clock): Circuit {
  let silences = 0
  let nextProbe = 0
  return {
    allows() {
      if (silences < silencesToOpen) return true
      if (clock.now() < nextProbe) return false
      nextProbe = clock.now() + pauseMs
      return true
    },
    answered() {
      silences = 0
    },
    silent() {
      silences += 1
      if (silences === silencesToOpen) nextProbe = clock.now() + pauseMs
    },
  }
}
