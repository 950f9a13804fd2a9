import type { ClaimList, DeclineClaim } from '../../contract/claim.ts'
import { readableCheckout, updateCheckout } from '../checkout/stored-checkout.ts'
import { claimDetail } from '../claim/claim-detail.ts'
import type { Context } from '../context.ts'
import { orProblem } from '../lib/problem.ts'
import { statusOf } from '../rules/checkout/view.ts'
import { declineClaim as decline } from '../rules/claim.ts'
import { type Checkout, openClaim } from '../rules/model.ts'
import type { AuditRecord } from '../store/audit.ts'
import type { PageQuery } from '../store/page.ts'

/** `GET /admin/claims`: open claims, the oldest first. */
export async function listClaims(context: Context, page: PageQuery): Promise<ClaimList> {
  const { store, clock } = context
  const { claims, after } = await store.openClaims(page)
  const listed = await Promise.all(
    claims.map(async ({ number, entryId }) => {
      const checkout = await readableCheckout(context, entryId)
      if (checkout === null) return []
      // None if it was decided since the page was read.
      const open = checkout.attempts.flatMap((attempt) => {
        const claim = openClaim(attempt)
        return claim?.number === number ? [{ attempt, claim }] : []
      })
      return await Promise.all(
        open.map(async ({ attempt, claim }) => ({
          checkout: checkout.id,
          order: checkout.order,
          status: statusOf(checkout, clock.now()),
          requested: attempt.amount,
          claim: await claimDetail(context, checkout.id, attempt.n, claim),
        })),
      )
    }),
  )
  return { claims: listed.flat(), next: after }
}

/** An operator decides that the money has not arrived. Throws `claim_unknown`, or `not_resolvable` if it is decided already. */
export async function declineClaim(
  context: Context,
  number: string,
  { reason, text }: DeclineClaim,
  audit: AuditRecord,
): Promise<Checkout> {
  const { store, clock, log } = context
  const row = orProblem(await store.claimByNumber(number), 'claim_unknown')
  const declined = await updateCheckout(
    context,
    row.entryId,
    (stored) => {
      const after = decline(stored, number, { operator: audit.operator, reason, text }, clock.now())
      return orProblem(after, 'not_resolvable', 'The claim is decided already.')
    },
    { audit },
  )
  log({ level: 'info', message: 'operator: claim declined', checkout: row.entryId, attempt: row.attempt })
  return declined
}
