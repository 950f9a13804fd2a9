import { MakeClaim, maxReceiptBytes, maxReceipts } from '../../contract/claim.ts'
import type { Authorized, Payer } from '../checkout/proof.ts'
import { makeClaim } from '../claim/make-claim.ts'
import { storeReceipt } from '../claim/receipts.ts'
import { typedClaim } from '../claim/typed-claim.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { canClaim } from '../rules/claim.ts'
import { readPayerFiles } from './payer-bodies.ts'

export const isClaimForm = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/**
 * A claim with its receipts, from the form of a browser that runs no script. Throws `not_claimable` before the form is read,
 * or what a claim by two requests throws.
 */
export async function submitClaim(context: Context, authorized: Authorized, payer: Payer): Promise<void> {
  const { checkout } = authorized
  const n = checkout.attempts.length
  if (!canClaim(checkout, n, context.clock.now(), context.policy)) throw new ProblemError('not_claimable')
  const form = await readPayerFiles(context, payer.request, payer.address)
  if (form.get('act') !== 'claim' || form.get('after') !== String(n)) throw new ProblemError('malformed')
  const parsed = MakeClaim.safeParse(typedClaim(form))
  if (!parsed.success) throw new ProblemError('malformed')
  const files = form
    .getAll('receipt')
    .flatMap((file) => (typeof file !== 'string' && file.size > 0 ? [file] : []))
  if (files.length > maxReceipts) throw new ProblemError('malformed')
  if (files.some(({ size }) => size > maxReceiptBytes)) throw new ProblemError('body_too_large')
  const receipts: string[] = []
  for (const file of files) {
    const data = new Uint8Array(await file.arrayBuffer())
    // By content: a form that is sent twice stores its files once.
    const id = await contentId(data)
    await storeReceipt(context, authorized, n, id, payer, async () => data)
    receipts.push(id)
  }
  await makeClaim(context, authorized, n, { ...parsed.data, receipts }, payer)
}

async function contentId(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
