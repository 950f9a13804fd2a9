import type { ClaimList } from '../../contract/claim.ts'
import { claimDetail } from '../claim/claim-detail.ts'
import type { Context } from '../context.ts'
import { statusOf } from '../rules/checkout/view.ts'

/** `GET /admin/claims`: open claims, the oldest first. */
export async function listClaims(
  context: Context,
  page: { after?: string; limit: number },
): Promise<ClaimList> {
  const { store, clock } = context
  const { claims, after } = await store.openClaims(page)
  const listed = await Promise.all(
    claims.map(async ({ number, entryId, attempt: n }): Promise<ClaimList['claims']> => {
      const checkout = await store.entry(entryId)
      const attempt = checkout?.attempts.find((candidate) => candidate.n === n)
      const claim = attempt?.claims.find((candidate) => candidate.number === number)
      // Decided since the page was read.
      if (checkout?.kind !== 'checkout' || attempt === undefined || claim?.resolved !== null) return []
      return [
        {
          checkout: checkout.id,
          order: checkout.order,
          status: statusOf(checkout, clock.now()),
          requested: attempt.amount,
          claim: await claimDetail(context, checkout.id, n, claim),
        },
      ]
    }),
  )
  return { claims: listed.flat(), next: after }
}
