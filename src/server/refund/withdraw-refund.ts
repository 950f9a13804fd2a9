import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import { withdrawRefund as withdraw } from '../rules/refund.ts'
import type { AuditRecord } from '../store/audit.ts'

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
      const withdrawn = withdraw(stored, refundId)
      if (withdrawn === null) throw new ProblemError('not_withdrawable')
      return withdrawn
    },
    { audit },
  )
}
