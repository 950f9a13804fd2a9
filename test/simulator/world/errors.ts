import { settle } from '../determinism.ts'
import { StoreFailure } from '../gate.ts'
import type { World } from '../world.ts'

/** An error over a clock that was set, a row that was damaged, commits that were lost, or a key that a payout is recognized by. */
export const isExcused = ({ failover, sealKeys, clocks, damage }: World, text: string): boolean =>
  failover.excuses(text) ||
  (sealKeys.areMissing() && text.includes('payout with this reference and other content')) ||
  (clocks.changes() > 0 && text.includes('The clock of this machine')) ||
  (damage.changes() > 0 && text.includes('cannot be read'))

export function reportError(world: World, error: unknown): void {
  if (!(error instanceof StoreFailure) && !isExcused(world, String(error))) world.invariants.onError(error)
}

/** The result; null on an error, and once the work waits for the clock or its instance has stopped. */
export async function orWaiting<T>(world: World, work: Promise<T>): Promise<T | null> {
  const result = work.catch((error: unknown) => {
    if (!(error instanceof TypeError)) reportError(world, error)
    return null
  })
  return await Promise.race([result, settle().then(() => null)])
}
