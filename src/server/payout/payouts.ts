import type { Attempts } from '../attempt/attempts.ts'
import type { CallbackUrlParam } from '../attempt/callback-url.ts'
import type { TransactionIdFor } from '../attempt/transaction-id.ts'
import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Sealer } from '../lib/seal.ts'
import type { Pipelines } from '../pipelines.ts'
import type { Payout } from '../rules/model.ts'
import type { Store } from '../store/store.ts'
import { createPayout } from './create-payout.ts'
import type { ReceivedPayout } from './parse-request.ts'

/** Payouts by the merchant's reference. */
export interface Payouts {
  /** The payout of a reference, created if there is none. Throws `payout_conflict` if it has other content. */
  create(request: ReceivedPayout): Promise<{ payout: Payout; created: boolean }>
  /** Throws `payout_unknown`. */
  byReference(reference: string): Promise<Payout>
}

export interface PayoutServices {
  store: Pick<Store, 'insert' | 'entryByRef'>
  sealer: Sealer
  pipelines: Pipelines
  attempts: Attempts
  background: BackgroundTasks
  callbackUrlParam: CallbackUrlParam
  transactionIdFor: TransactionIdFor
  clock: Clock
  log: Log
}

export const createPayouts = (services: PayoutServices): Payouts => ({
  create: (request) => createPayout(services, request),
  async byReference(reference) {
    const entry = await services.store.entryByRef('payout', reference)
    if (entry?.kind !== 'payout') throw new ProblemError('payout_unknown')
    return entry
  },
})
