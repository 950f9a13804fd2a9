import type { ReportSent } from '../../contract/requests.ts'
import type { Context } from '../context.ts'
import { newClaimNumber } from '../lib/ids.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { reportSent as applyReport } from '../rules/checkout/checkout.ts'
import { claim, opensClaim } from '../rules/claim.ts'
import type { Authorized, Payer } from './proof.ts'
import { updateCheckout } from './stored-checkout.ts'

/**
 * `POST /checkouts/{id}/attempts/{n}/sent`. Opens a claim where the attempt is failed, expired or underpaid. Throws
 * `order_expired`, `not_found` if there is no attempt `n`, or `rate_limited`.
 */
export async function reportSent(
  context: Context,
  { checkout, proof }: Authorized,
  n: number,
  { sent }: ReportSent,
  { address }: Payer,
): Promise<Authorized> {
  const { guard, clock, policy } = context
  // A claim starts and shows nothing, so an order token that has expired makes one, too.
  const isClaim = sent && opensClaim(checkout, n, clock.now(), policy)
  if (proof.access !== 'pay' && !isClaim) throw new ProblemError('order_expired')
  await guard.sentReports.reserve({ order: checkout.order, address })
  const updated = await updateCheckout(context, checkout.id, (stored) => {
    const at = clock.now()
    const reported = orProblem(applyReport(stored, n, sent, at), 'not_found')
    if (!sent || !opensClaim(stored, n, at, policy)) return reported
    const made = { number: newClaimNumber(), content: null, receipts: [] }
    return claim(reported, n, made, at, policy) ?? reported
  })
  return { checkout: updated, proof }
}
