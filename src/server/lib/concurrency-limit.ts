import { networkOf } from './ip-address.ts'

/** Limits what is open at the same time in this process, by client address and in total. */
export interface ConcurrencyLimit {
  /** Returns a function that ends the use; null where a limit is reached. Without a known address only the total counts. */
  enter(address: string | null): (() => void) | null
}

export function createConcurrencyLimit(limits: { perAddress: number; total: number }): ConcurrencyLimit {
  const open = new Map<string, number>()
  let total = 0
  return {
    enter(address) {
      const key = address === null ? null : networkOf(address)
      const count = key === null ? 0 : (open.get(key) ?? 0)
      if (total >= limits.total || count >= limits.perAddress) return null
      total += 1
      if (key !== null) open.set(key, count + 1)
      return () => {
        total -= 1
        if (key === null) return
        const left = (open.get(key) ?? 1) - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      }
    },
  }
}
