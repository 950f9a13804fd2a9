import { refundViews } from './checkout/view.ts'
import type { Attempt, Checkout, Entry } from './model.ts'

/** Of an attempt: when lookups were made, and when the next one is due. No page shows it. */
const bookkeeping = new Set<string>([
  'nextLookupAt',
  'failedLookups',
  'unansweredSince',
  'notFoundCount',
  'foundAt',
  'historyComplete',
  'activity',
] satisfies (keyof Attempt)[])

/** Of an entry; `attempts` and `refunds` are compared by themselves. */
const notShown = new Set<string>(['version', 'updatedAt', 'seenAt', 'attempts', 'refunds'] satisfies (
  | keyof Entry
  | keyof Checkout
)[])

type Members = Readonly<Record<string, unknown>>

/** Whether they are the same as JSON, but for members of these names. */
function isSame(before: Members, after: Members, except: ReadonlySet<string>): boolean {
  const isSameMember = (name: string): boolean =>
    before[name] === after[name] || JSON.stringify(before[name]) === JSON.stringify(after[name])
  return Object.keys({ ...before, ...after }).every((name) => except.has(name) || isSameMember(name))
}

const refundsOf = (entry: Entry): string =>
  entry.kind === 'checkout' ? JSON.stringify(refundViews(entry)) : ''

/**
 * Whether a page can show the difference, so that long polls read the view again. Most lookups change nothing of it, and
 * what no page shows is neither counted in reports nor searched for.
 */
export const changesPage = (before: Entry, after: Entry): boolean =>
  before.attempts.length !== after.attempts.length ||
  !after.attempts.every((attempt, index) => isSame(before.attempts[index] ?? {}, attempt, bookkeeping)) ||
  !isSame(before, after, notShown) ||
  refundsOf(before) !== refundsOf(after)
