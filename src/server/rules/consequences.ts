import { flagPaidTwice, markSurplus } from './checkout/paid-twice.ts'
import { acceptClaims } from './claim.ts'
import { settleUnderpaid } from './entry.ts'
import type { Entry } from './model.ts'

/** The entry with what follows from a change in the same write. */
export const withConsequences = (before: Entry, decided: Entry, at: number): Entry =>
  flagPaidTwice(acceptClaims(markSurplus(before, settleUnderpaid(before, decided, at)), at), at)
