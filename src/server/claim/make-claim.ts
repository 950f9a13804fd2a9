import type { ClaimContent, MakeClaim, Receipt } from '../../contract/claim.ts'
import { redact } from '../../service/error-message.ts'
import type { Authorized, Payer } from '../checkout/proof.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { newClaimNumber } from '../lib/ids.ts'
import { orProblem } from '../lib/problem.ts'
import { claim, claimableAttempt } from '../rules/claim.ts'
import { openClaim } from '../rules/model.ts'
import { sealContent } from './content.ts'

/**
 * `POST /checkouts/{id}/attempts/{n}/claim`. Also where the order's page has expired: nothing is started or shown. Throws
 * `not_claimable`, `malformed` for a receipt that was not uploaded, or `rate_limited`.
 */
export async function makeClaim(
  context: Context,
  { checkout, proof }: Authorized,
  requested: number,
  request: MakeClaim,
  { address }: Payer,
): Promise<Authorized> {
  const { guard, clock, policy, log } = context
  await guard.sentReports.reserve({ order: checkout.order, address })
  const { n } = orProblem(claimableAttempt(checkout, requested, clock.now(), policy), 'not_claimable')
  const receipts = await uploadedReceipts(context, checkout.id, n, request.receipts ?? [])
  const content = contentOf(request)
  const newNumber = newClaimNumber()
  const updated = await updateCheckout(context, checkout.id, async (stored) => {
    const attempt = stored.attempts.find((candidate) => candidate.n === n)
    const number = (attempt && openClaim(attempt)?.number) ?? newNumber
    const sealed = content === null ? null : await sealContent(context, stored.id, number, content)
    const made = claim(stored, n, { number, content: sealed, receipts }, clock.now(), policy)
    return orProblem(made, 'not_claimable')
  })
  log({ level: 'info', message: 'claim made', checkout: checkout.id, attempt: n })
  return { checkout: updated, proof }
}

/** The receipts with these ids. Throws `malformed`. */
async function uploadedReceipts(
  { store }: Context,
  checkoutId: string,
  n: number,
  ids: readonly string[],
): Promise<Receipt[]> {
  const uploaded = await store.receiptsOf(checkoutId, n)
  return [...new Set(ids)].map((id) => {
    const receipt = uploaded.find((candidate) => candidate.id === id)
    return orProblem(receipt, 'malformed', `receipts: ${id} was not uploaded`)
  })
}

/** Without digits of whole card or account numbers. Null: the payer says nothing. */
function contentOf({ amount, sentAt, bank, lastDigits, note }: MakeClaim): ClaimContent | null {
  const textOf = (text: string | undefined): string | null => redact(text?.trim() ?? '') || null
  const content = {
    amount: amount ?? null,
    sentAt: sentAt ?? null,
    bank: textOf(bank),
    lastDigits: lastDigits ?? null,
    note: textOf(note),
  }
  return Object.values(content).every((value) => value === null) ? null : content
}
