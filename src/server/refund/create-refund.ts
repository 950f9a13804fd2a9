import type { CreateRefund, RefundDetail, RefundLink } from '../../contract/refund.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import type { Checkout, Refund } from '../rules/model.ts'
import { refundable } from '../rules/received.ts'
import { issueAddress, requestRefund, sameRequest, withdrawRefund as withdraw } from '../rules/refund.ts'
import { isoTime } from '../rules/time.ts'
import type { AuditRecord } from '../store/audit.ts'
import { issueRefundToken } from './refund-token.ts'

/**
 * `POST /admin/checkouts/{id}/refunds`. The amount is reserved until the refund has failed or is withdrawn. Throws
 * `checkout_unknown`, `refund_exceeds`, `pipeline_unknown`, or `not_found` without refund pages.
 */
export async function createRefund(
  context: Context,
  checkoutId: string,
  { amount, note }: CreateRefund,
  audit: AuditRecord,
): Promise<RefundLink> {
  const { pages, site, publicUrl, basePath, pipelines, clock, log } = context
  if (pages === null || site.publicUrl === undefined)
    throw new ProblemError('not_found', 'Refunds need the options pages and publicUrl.')
  const newRefundId = newId('rf')
  let id = newRefundId
  const updated = await updateCheckout(
    context,
    checkoutId,
    (stored) => {
      const same = sameRequest(stored, amount, note)
      id = same?.id ?? newRefundId
      // Written even if nothing changes, with its audit record: by the new address its operator can direct the money, too.
      if (same !== undefined) return issueAddress(stored, same, audit.operator)
      if (pipelines.forPayout(amount, stored.amount.currency).length === 0)
        throw new ProblemError('pipeline_unknown', 'No payout pipeline serves this currency and amount.')
      const requested = requestRefund(stored, { id, amount, note, by: audit.operator, at: clock.now() })
      if (requested !== null) return requested
      const { value, currency } = refundable(stored)
      throw new ProblemError('refund_exceeds', `${value} ${currency} can be refunded.`)
    },
    { audit },
  )
  const refund = orProblem(
    updated.refunds.find((candidate) => candidate.id === id),
    'refund_unknown',
  )
  const { token, expiresAt } = await issueRefundToken(context, checkoutId, refund.id)
  log({ level: 'info', message: 'refund requested', checkout: checkoutId, refund: refund.id })
  return {
    refund: refundDetail(refund),
    url: publicUrl(`${basePath}/refund/${token}`).href,
    expiresAt: isoTime(expiresAt),
  }
}

/** A refund as an operator sees it. */
export const refundDetail = ({ id, amount, state, contradicted, note, by, at }: Refund): RefundDetail => ({
  ...{ id, amount, state, note },
  ...(contradicted ? { contradicted } : {}),
  operator: by,
  at: isoTime(at),
})

/** An operator takes a refund back whose payer has given no destination. Throws `checkout_unknown`, `refund_unknown` or `not_withdrawable`. */
export async function withdrawRefund(
  context: Context,
  checkoutId: string,
  refundId: string,
  audit: AuditRecord,
): Promise<Checkout> {
  return await updateCheckout(
    context,
    checkoutId,
    (stored) => {
      if (stored.refunds.every(({ id }) => id !== refundId)) throw new ProblemError('refund_unknown')
      return orProblem(withdraw(stored, refundId), 'not_withdrawable')
    },
    { audit },
  )
}
