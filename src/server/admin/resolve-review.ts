import type { ResolveReview } from '../../contract/review.ts'
import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import type { Entry, Payout } from '../rules/model.ts'
import { applyOperatorDecision } from '../rules/operator-decision.ts'
import { needsApproval, type PayoutApproval, pendingApproval } from '../rules/payout/approval.ts'
import type { AuditRecord } from '../store/audit.ts'

/**
 * Applies an operator's decision, which the attempt's log records. To discard a payout that needed an approval, or would
 * need one, takes a second operator: it then awaits its approval. Throws `not_resolvable`.
 */
export async function resolveReview(
  context: Context,
  entry: Entry,
  request: ResolveReview,
  audit: AuditRecord,
): Promise<Entry> {
  const { payoutApproval, clock, log } = context
  const decision = { ...request, operator: audit.operator }
  const updated = await updateEntry(
    context,
    entry.id,
    (stored) => {
      const resolved = orProblem(applyOperatorDecision(stored, decision, clock.now()), 'not_resolvable')
      return stored.kind === 'payout' && request.action === 'discard' && needsSecond(stored, payoutApproval)
        ? awaitingDiscard(stored, request, audit)
        : resolved
    },
    { audit },
  )
  log({
    level: 'info',
    message: `operator: ${request.action}`,
    [entry.kind]: entry.id,
    attempt: request.attempt,
  })
  return updated
}

const needsSecond = ({ amount, approvals }: Payout, policy: PayoutApproval): boolean =>
  approvals.length > 0 || needsApproval(amount, policy)

function awaitingDiscard(payout: Payout, { attempt, note }: ResolveReview, audit: AuditRecord): Payout {
  if (pendingApproval(payout) !== null)
    throw new ProblemError('not_resolvable', 'To discard it awaits an approval already.')
  const { operator: by, at } = audit
  return {
    ...payout,
    approvals: [...payout.approvals, { action: 'discard', attempt, by, at, note, decided: null }],
  }
}
