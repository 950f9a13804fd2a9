import type { Attempts } from '../attempt/attempts.ts'
import type { CallbackUrlParam } from '../attempt/callback-url.ts'
import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { TransactionIdFor } from '../attempt/transaction-id.ts'
import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Sealer } from '../lib/seal.ts'
import type { Pipelines } from '../pipelines.ts'
import type { Payout } from '../rules/model.ts'
import type { AmountsByCurrency, PayoutApproval } from '../rules/payout-approval.ts'
import type { Store } from '../store/store.ts'
import { type Creator, createPayout } from './create-payout.ts'
import { decidePayout, type PayoutDecision } from './decide-payout.ts'
import type { ReceivedPayout } from './parse-request.ts'

/** Payouts by the merchant's reference. */
export interface Payouts {
  /** The payout of a reference, created if there is none. Throws `payout_conflict` if it has other content. */
  create(request: ReceivedPayout, creator?: Creator): Promise<{ payout: Payout; created: boolean }>
  /** A second operator's decision. Throws `payout_unknown` or what `decidePayout` throws. */
  decide(reference: string, decision: PayoutDecision): Promise<Payout>
  /** Throws `payout_unknown`. */
  byReference(reference: string): Promise<Payout>
}

export interface PayoutServices {
  store: Pick<Store, 'insertPayout' | 'entryByRef'>
  entries: EntryUpdater
  sealer: Sealer
  pipelines: Pipelines
  attempts: Attempts
  background: BackgroundTasks
  callbackUrlParam: CallbackUrlParam
  transactionIdFor: TransactionIdFor
  /** Which payouts need a second operator. */
  approval: PayoutApproval
  /** What may be paid out on a day; null: anything. */
  dailyLimits: AmountsByCurrency | null
  clock: Clock
  log: Log
  wake(): void
}

export function createPayouts(services: PayoutServices): Payouts {
  async function byReference(reference: string): Promise<Payout> {
    const entry = await services.store.entryByRef('payout', reference)
    if (entry?.kind !== 'payout') throw new ProblemError('payout_unknown')
    return entry
  }
  return {
    create: (request, creator) => createPayout(services, request, creator ?? null),
    decide: async (reference, decision) =>
      await decidePayout(services, await byReference(reference), decision),
    byReference,
  }
}
