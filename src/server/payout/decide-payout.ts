import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Approval, Payout } from '../rules/model.ts'
import { applyOperatorDecision } from '../rules/operator-decision.ts'
import { decided, isOwnRequest, pendingApproval } from '../rules/payout/approval.ts'
import { isOverdrawn } from '../rules/received.ts'
import { mayHaveDirected } from '../rules/refund.ts'
import type { AuditRecord } from '../store/audit.ts'
import { payoutByReference, payoutOf, reservationOf, sendPayout, withAttempt } from './create-payout.ts'

/** A second operator's decision about what awaits an approval, with the record of the act. */
interface PayoutDecision {
  approved: boolean
  audit: AuditRecord
  /** The id of the operator's request, for the log. */
  requestId: string
}

/**
 * Approves or rejects what awaits a second operator. However requests race, one decision is written. Throws
 * `not_awaiting`, `own_payout`, `payout_limit`, `refund_exceeds`, `pipeline_unknown`, `payout_unreadable`, or
 * `not_resolvable` for a discard that fits no longer.
 */
export async function decidePayout(
  context: Context,
  reference: string,
  { approved, audit, requestId }: PayoutDecision,
): Promise<Payout> {
  const { log } = context
  const payout = await payoutByReference(context, reference)
  const { action } = pendingFor(payout, audit.operator)
  const sends = approved && action === 'create'
  const body = sends ? await openBody(context, payout) : null
  const written = await updateEntry(
    context,
    payout.id,
    async (entry) => {
      const stored = payoutOf(entry)
      const pending = pendingFor(stored, audit.operator)
      // Another act has come to await its approval since the operator looked.
      if (pending.action !== action) throw new ProblemError('not_awaiting')
      if (sends) await requireRefund(context, stored, audit.operator)
      const { operator: by, at, note } = audit
      const after = decided(stored, pending, { approved, by, at, note })
      return approved ? carriedOut(context, after, pending, at) : after
    },
    { audit, ...(sends ? { reservation: reservationOf(context, payout) } : {}) },
  )
  const updated = payoutOf(written)
  log({
    level: 'info',
    message: `payout ${action} ${approved ? 'approved' : 'rejected'}`,
    payout: payout.id,
    externalTransactionId: payout.request.externalTransactionId,
    request: requestId,
  })
  return body === null ? updated : await sendPayout(context, updated, body)
}

/** Throws `not_awaiting` or `own_payout`. */
function pendingFor(payout: Payout, operator: string): Approval {
  const pending = pendingApproval(payout)
  if (pending === null) throw new ProblemError('not_awaiting')
  if (isOwnRequest(pending, operator)) throw new ProblemError('own_payout')
  return pending
}

/**
 * Throws `own_payout` for a refund whose destination the operator may have given, or `refund_exceeds` for one of money that
 * is not there any more.
 */
async function requireRefund(
  { store }: Context,
  { refundOf, reference }: Payout,
  operator: string,
): Promise<void> {
  const checkout = refundOf === null ? null : await store.entry(refundOf)
  if (checkout?.kind !== 'checkout') return
  if (mayHaveDirected(checkout, reference, operator)) throw new ProblemError('own_payout')
  if (isOverdrawn(checkout)) throw new ProblemError('refund_exceeds')
}

/** The approved act, in the same write as the decision. */
function carriedOut(context: Context, payout: Payout, pending: Approval, at: number): Payout {
  if (pending.action === 'create') return withAttempt(context, payout)
  if (hasNewDoubt(payout, pending))
    throw new ProblemError('not_resolvable', 'Its order may have turned up since: reject it, and look again.')
  const discarded = applyOperatorDecision(
    payout,
    {
      action: 'discard',
      attempt: pending.attempt ?? 1,
      note: pending.note ?? '',
      ...(pending.by === null ? {} : { operator: pending.by }),
    },
    at,
  )
  if (discarded?.kind !== 'payout') throw new ProblemError('not_resolvable')
  return discarded
}

/** A lookup or a callback has come since the discard was requested that says something else of the order. */
const hasNewDoubt = ({ attempts }: Payout, { attempt: n, at }: Approval): boolean =>
  attempts.some(
    (attempt) => attempt.n === n && Math.max(attempt.review?.at ?? 0, attempt.doubtedAt ?? 0) > at,
  )

/** The exact bytes that were requested. Throws `pipeline_unknown` or `payout_unreadable`. */
async function openBody({ sealer, pipelines }: Context, { id, request }: Payout): Promise<string> {
  if (request.body === null) throw new ProblemError('not_awaiting')
  const { externalTransactionId, pipeline } = request
  if (pipelines.byName(pipeline) === null) throw new ProblemError('pipeline_unknown')
  const body = await sealer.decrypt({ purpose: 'body', entry: id, externalTransactionId }, request.body)
  if (body === null)
    throw new ProblemError(
      'payout_unreadable',
      'None of the seal keys decrypts it. Nothing was sent, and it still awaits its approval. Add the seal key that it was created with, or reject it.',
    )
  return body
}
