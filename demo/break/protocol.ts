import type { Step } from '../../test/simulator/crowd.ts'
import type { Settings } from './settings.ts'

/** `paused`: nothing moves. `shown`: at a speed that can be followed. `fast`: as fast as it can. */
export type Pace = 'paused' | 'shown' | 'fast'

/** A worker is paused until it receives another pace. */
export type ToWorker = { type: 'run'; settings: Settings } | { type: 'pace'; pace: Pace }

export type FromWorker = { type: 'steps'; steps: Step[] } | { type: 'failed'; message: string }
