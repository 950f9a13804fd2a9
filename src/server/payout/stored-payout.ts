import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Payout } from '../rules/model.ts'

/** Throws `payout_unknown`. */
export async function payoutByReference({ store }: Context, reference: string): Promise<Payout> {
  const entry = await store.entryByRef('payout', reference)
  if (entry?.kind !== 'payout') throw new ProblemError('payout_unknown')
  return entry
}
