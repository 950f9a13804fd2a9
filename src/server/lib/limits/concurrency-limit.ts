import { networkOf } from '../ip-address.ts'

/** Limits what is held at the same time in this process, by client address and in total. */
export function createConcurrencyLimit(limits: { perAddress: number; total: number }) {
  const held = new Map<string, number>()
  let total = 0
  return {
    /**
     * Returns a function that ends the use; null where a limit is reached. Without a known address only the total counts.
     * `size`: how much of the limits it takes. `perAddress`: a lower limit for this address.
     */
    enter(
      address: string | null,
      { size = 1, perAddress = limits.perAddress }: { size?: number; perAddress?: number } = {},
    ): (() => void) | null {
      const key = address === null ? null : networkOf(address)
      const heldByAddress = key === null ? 0 : (held.get(key) ?? 0)
      if (total + size > limits.total || heldByAddress + size > perAddress) return null
      total += size
      if (key !== null) held.set(key, heldByAddress + size)
      return () => {
        total -= size
        if (key === null) return
        const left = (held.get(key) ?? size) - size
        if (left === 0) held.delete(key)
        else held.set(key, left)
      }
    },
  }
}
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>
