import { type Clock, hasPassed } from '../clock.ts'
import { networkOf } from '../ip-address.ts'

/** What arrives needs less; what takes longer stalls. */
const stalledAfterMs = 1000

interface Use {
  since: number
  /** Null: only the total counts. */
  network: string | null
  size: number
  giveUp?: (() => void) | undefined
}

export interface UseOptions {
  /** How much of the limits it takes. Default: 1. */
  size?: number
  /** A lower limit for this address. */
  perAddress?: number
  /** Called when a later use takes the room of this one. Without it, this use neither takes nor makes room. */
  giveUp?: () => void
}

/** Limits what is held at the same time in this process, by client address and in total. */
export function createConcurrencyLimit(clock: Clock, limits: { perAddress: number; total: number }) {
  /** Oldest first. */
  const uses = new Set<Use>()
  const held = new Map<string, number>()
  let total = 0

  const heldBy = (network: string | null): number => (network === null ? 0 : (held.get(network) ?? 0))
  const count = ({ network, size }: Use, sign: 1 | -1): void => {
    total += sign * size
    if (network === null) return
    const left = heldBy(network) + sign * size
    if (left === 0) held.delete(network)
    else held.set(network, left)
  }
  const end = (use: Use): void => {
    if (uses.delete(use)) count(use, -1)
  }

  return {
    /**
     * Returns a function that ends the use; null where a limit is reached. Where both can give up, the oldest use that
     * stalls makes room instead.
     */
    enter(
      address: string | null,
      { size = 1, perAddress = limits.perAddress, giveUp }: UseOptions = {},
    ): (() => void) | null {
      const network = address === null ? null : networkOf(address)
      if (size > Math.min(perAddress, limits.total)) return null
      const since = clock.now()
      for (;;) {
        const isAddressFull = heldBy(network) + size > perAddress
        if (!isAddressFull && total + size <= limits.total) break
        const oldest = uses
          .values()
          .find((one) => one.giveUp !== undefined && (!isAddressFull || one.network === network))
        if (giveUp === undefined || oldest === undefined) return null
        if (!hasPassed(oldest.since, stalledAfterMs, since)) return null
        end(oldest)
        oldest.giveUp?.()
      }
      const use: Use = { since, network, size, giveUp }
      uses.add(use)
      count(use, 1)
      return () => end(use)
    },
  }
}
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>
