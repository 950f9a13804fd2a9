import type { ResolveReview } from '../../contract/admin.ts'
import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Entry, Payout } from '../rules/model.ts'
import { applyOperatorDecision } from '../rules/operator-decision.ts'
import { needsApproval, type PayoutApproval, pendingApproval } from '../rules/payout-approval.ts'
import type { AuditRecord } from '../store/store.ts'

export interface ReviewServices {
  entries: EntryUpdater
  /** Which payouts need a second operator. */
  approval: PayoutApproval
  clock: Clock
  log: Log
  wake(): void
}

/**
 * Applies an operator's decision, which the attempt's log records. To discard a payout that needed an approval, or would
 * need one, takes a second operator: it then awaits its approval. Throws `not_resolvable`.
 */
export async function resolveReview(
  { entries, approval, clock, log, wake }: ReviewServices,
  entry: Entry,
  request: ResolveReview,
  audit: AuditRecord,
): Promise<Entry> {
  const decision = { ...request, operator: audit.operator }
  const updated = await entries.update(
    entry.id,
    (stored) => {
      const resolved = applyOperatorDecision(stored, decision, clock.now())
      if (resolved === null) throw new ProblemError('not_resolvable')
      return stored.kind === 'payout' && request.act === 'discard' && needsSecond(stored, approval)
        ? awaitingDiscard(stored, request, audit)
        : resolved
    },
    { audit },
  )
  log({
    level: 'info',
    message: `operator: ${request.act}`,
    [entry.kind]: entry.id,
    attempt: request.attempt,
  })
  wake()
  return updated ?? entry
}

const needsSecond = ({ amount, approvals }: Payout, policy: PayoutApproval): boolean =>
  approvals.length > 0 || needsApproval(amount, policy)

function awaitingDiscard(payout: Payout, { attempt, note }: ResolveReview, audit: AuditRecord): Payout {
  if (pendingApproval(payout) !== null)
    throw new ProblemError('not_resolvable', 'To discard it awaits an approval already.')
  const { operator: by, at } = audit
  return {
    ...payout,
    approvals: [...payout.approvals, { act: 'discard', attempt, by, at, note, decided: null }],
  }
}
