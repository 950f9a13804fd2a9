import { memoryStore } from '../../../src/server/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import type { Store } from '../../../src/server/store/store.ts'

/** A store where another process acts just before an attempt is stored as the nth of its entry: that save conflicts. */
export function interruptedStore(n: number, act: (entry: Entry) => Promise<unknown>, times = 1): Store {
  const inner = memoryStore()
  let left = times
  return {
    ...inner,
    async save(entry, write) {
      if (left === 0 || entry.attempts.length !== n) return await inner.save(entry, write)
      left -= 1
      await act(entry)
      return 'conflict'
    },
  }
}
