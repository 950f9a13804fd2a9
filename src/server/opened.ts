import type { Clock } from './clock.ts'

/**
 * Sealed texts that were opened lately. A payer's page asks again and again, and opening the same text at each question
 * costs more than all the rest of the answer. What lies in the database stays sealed; here it is kept while it is looked
 * at: a minute at most, of so many entries at most, and not beyond its wiping.
 */
export interface Opened {
  /** What this sealed text of an entry says: as it was opened last, or else as `open` gives it now. */
  text(entryId: string, sealed: string, open: () => Promise<string | null>): Promise<string | null>
  /** It is wiped. */
  forget(entryId: string): void
  /** Forgets what was opened long ago. */
  sweep(): void
}

const keptMs = 60_000
const mostEntries = 2000

export function createOpened(clock: Clock): Opened {
  /** In the order in which they were opened. */
  const kept = new Map<string, { sealed: string; text: string; at: number }>()

  function sweep(): void {
    for (const [entryId, { at }] of kept) {
      if (kept.size <= mostEntries && clock.now() - at < keptMs) return
      kept.delete(entryId)
    }
  }

  return {
    async text(entryId, sealed, open) {
      sweep()
      const last = kept.get(entryId)
      if (last?.sealed === sealed) return last.text
      const text = await open()
      kept.delete(entryId)
      if (text !== null) kept.set(entryId, { sealed, text, at: clock.now() })
      return text
    },
    forget: (entryId) => void kept.delete(entryId),
    sweep,
  }
}
