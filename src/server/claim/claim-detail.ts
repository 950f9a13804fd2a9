import type { ClaimDetail } from '../../contract/claim.ts'
import type { Context } from '../context.ts'
import { stateOf } from '../rules/claim.ts'
import type { Checkout, Claim } from '../rules/model.ts'
import { isoTime } from '../rules/time.ts'
import { openContent } from './content.ts'

/** A claim as an operator sees it. */
export async function claimDetail(
  context: Context,
  entry: string,
  attempt: number,
  claim: Claim,
): Promise<ClaimDetail> {
  const { number, at, receipts, resolved } = claim
  return {
    number,
    attempt,
    state: stateOf(claim),
    at: isoTime(at),
    content: await openContent(context, entry, claim),
    receipts,
    resolved: resolved && {
      at: isoTime(resolved.at),
      by: resolved.state === 'declined' ? 'operator' : 'automatic',
      operator: resolved.state === 'declined' ? resolved.operator : null,
      reason: resolved.state === 'declined' ? resolved.reason : null,
      text: resolved.state === 'declined' ? resolved.text : null,
    },
  }
}

/** The claims of a checkout, in the order in which they were made. */
export const claimDetails = (context: Context, { id, attempts }: Checkout): Promise<ClaimDetail[]> =>
  Promise.all(
    attempts
      .flatMap(({ n, claims }) => claims.map((claim) => ({ n, claim })))
      .sort((a, b) => a.claim.at - b.claim.at)
      .map(({ n, claim }) => claimDetail(context, id, n, claim)),
  )
