import type { DeclineClaim } from '../../contract/claim.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { declineClaim as decline } from '../rules/claim.ts'
import type { Checkout } from '../rules/model.ts'
import type { AuditRecord } from '../store/audit.ts'

/** An operator decides that the money has not arrived. Throws `claim_unknown`, or `not_resolvable` if it is decided already. */
export async function declineClaim(
  context: Context,
  number: string,
  { reason, text }: DeclineClaim,
  audit: AuditRecord,
): Promise<Checkout> {
  const { store, clock, log } = context
  const row = await store.claimByNumber(number)
  if (row === null) throw new ProblemError('claim_unknown')
  const declined = await updateCheckout(
    context,
    row.entryId,
    (stored) => {
      const after = decline(stored, number, { operator: audit.operator, reason, text }, clock.now())
      if (after === null) throw new ProblemError('not_resolvable', 'The claim is decided already.')
      return after
    },
    { audit },
  )
  log({ level: 'info', message: 'operator: claim declined', checkout: row.entryId, attempt: row.attempt })
  return declined
}
