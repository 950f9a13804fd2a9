import { memoryStore } from '../../../src/server/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import type { Store } from '../../../src/server/store/store.ts'

/** A store where another process acts just before an attempt is stored as the nth of its entry, once: that save conflicts. */
export function interruptedStore(n: number, act: (entry: Entry) => Promise<unknown>): Store {
  const inner = memoryStore()
  let hasActed = false
  return {
    ...inner,
    async save(entry, write) {
      if (hasActed || entry.attempts.length !== n) return await inner.save(entry, write)
      hasActed = true
      await act(entry)
      return 'conflict'
    },
  }
}
