import type { Attempt, Entry } from './model.ts'
import { refundViews } from './refund.ts'

/** When lookups were made, and when the next one is due. No page shows it. */
const bookkeeping = {
  nextLookupAt: null,
  failedLookups: 0,
  unansweredSince: null,
  notFoundCount: 0,
  foundAt: null,
  historyComplete: false,
  activity: [],
} satisfies Partial<Attempt>

const shown = (entry: Entry): string =>
  JSON.stringify({
    ...entry,
    ...{ version: 0, updatedAt: 0, seenAt: 0 },
    attempts: entry.attempts.map((attempt) => ({ ...attempt, ...bookkeeping })),
    ...(entry.kind === 'checkout' && { refunds: refundViews(entry) }),
  })

/** Whether a page can show the difference, so that long polls read the view again. Most lookups change nothing of it. */
export const changesPage = (before: Entry, after: Entry): boolean => shown(before) !== shown(after)
