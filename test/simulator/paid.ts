import type { Attempt } from '../../src/server/rules/model.ts'

/** It counts as paid: it has succeeded, with enough. */
export const isPaid = ({ state, underpaid }: Attempt): boolean => state === 'succeeded' && !underpaid
