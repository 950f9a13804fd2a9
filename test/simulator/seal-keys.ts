import { generateSealKey } from '../../src/server/index.ts'
import type { Scheduler } from './scheduler.ts'

/** The seal keys that instances are started with. A rotation may go wrong: some lack those before the newest for a time. */
export interface SealKeys {
  /** Of the instance with this index: the one that seals first. */
  of(instance: number): string[]
  /** All instances get a new one, and keep the others. */
  rotate(): void
  /** All instances or this one get a new one, and lack the others until `ms` later. */
  rotateWrongly(which: number | 'all', ms: number): void
  /** Some instances lack a key. */
  areMissing(): boolean
  /** All instances have all keys from now on. */
  end(): void
}

export function createSealKeys(
  { after }: Pick<Scheduler, 'after'>,
  /** They have changed for all instances, or this one. */
  restart: (which: number | 'all', areMissing: boolean) => void,
): SealKeys {
  const keys = [generateSealKey()]
  let without: number | 'all' | null = null
  let hasEnded = false

  function putBack(): void {
    if (without === null) return
    without = null
    restart('all', false)
  }

  return {
    of: (instance) => (without === 'all' || without === instance ? keys.slice(0, 1) : [...keys]),
    rotate() {
      if (hasEnded) return
      keys.unshift(generateSealKey())
      restart('all', without !== null)
    },
    rotateWrongly(which, ms) {
      if (without !== null || hasEnded) return
      keys.unshift(generateSealKey())
      without = which
      restart(which, true)
      after(ms, putBack)
    },
    areMissing: () => without !== null,
    end() {
      putBack()
      hasEnded = true
    },
  }
}
