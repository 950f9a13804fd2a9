import type { Attempt } from '../../src/server/rules/model.ts'
import { addAmounts, isLessThan } from '../../src/service/amount.ts'

/** It counts as paid: it has succeeded, with enough. */
export const isPaid = ({ state, underpaid }: Attempt): boolean => state === 'succeeded' && !underpaid

/** Less was reported than was asked for and the shop accepts. */
export const isShort = ({ reported, tolerance, amount }: Attempt): boolean =>
  reported !== null && isLessThan(addAmounts(reported, tolerance), amount.value)
