import { maxReceiptBytes, maxReceipts } from '../../contract/claim.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Authorized, Payer } from '../checkout/proof.ts'
import { makeClaim } from '../claim/make-claim.ts'
import { receiptTypeOf, storeReceipt } from '../claim/receipts.ts'
import { invalidTyped, typedClaim } from '../claim/typed-claim.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { PayerProgress } from '../pages.ts'
import { canClaim } from '../rules/claim.ts'
import { fieldsOf, readPayerFiles } from './payer-bodies.ts'

type FieldErrors = NonNullable<Problem['fields']>

export const isClaimForm = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** A claim with its receipts, of a browser that runs no script. Throws `not_claimable` before anything is read. */
export async function readClaimForm(
  context: Context,
  { checkout }: Authorized,
  payer: Payer,
): Promise<FormData> {
  const { clock, policy } = context
  if (!canClaim(checkout, checkout.attempts.length, clock.now(), policy))
    throw new ProblemError('not_claimable')
  return await readPayerFiles(context, payer)
}

/** Throws `fields_invalid`, or what a claim by two requests throws. */
export async function submitClaim(
  context: Context,
  authorized: Authorized,
  form: FormData,
  payer: Payer,
): Promise<void> {
  const { attempts, amount } = authorized.checkout
  const n = attempts.length
  const asked = (attempts.at(-1)?.amount ?? amount).value
  if (form.get('act') !== 'claim' || form.get('after') !== String(n)) throw new ProblemError('malformed')
  const typed = fieldsOf(form)
  const files = await Promise.all(filesOf(form).map(async (file) => new Uint8Array(await file.arrayBuffer())))
  const invalid = [...invalidTyped(typed), ...invalidFiles(files)]
  if (invalid.length > 0) throw new ProblemError('fields_invalid', undefined, {}, invalid)
  const receipts: string[] = []
  for (const file of files) {
    // By content: a form that is sent twice stores its files once.
    const id = await contentId(file)
    await storeReceipt(context, authorized, n, id, payer, async () => file)
    receipts.push(id)
  }
  await makeClaim(context, authorized, n, { ...typedClaim(typed, asked), receipts }, payer)
}

/** No field of the form takes as much. */
const maxTypedLength = 2000

/** What the payer sees of a form that was refused: what was typed, and that files have to be chosen again. */
export function refusedClaim(form: FormData, { fields = [] }: ProblemError): Partial<PayerProgress> {
  const typed = Object.entries(fieldsOf(form)).map(([key, value]) => [key, value.slice(0, maxTypedLength)])
  const isLost = filesOf(form).length > 0 && fields.every(({ key }) => key !== 'receipt')
  return {
    claiming: Object.fromEntries(typed),
    fieldErrors: isLost ? [...fields, { key: 'receipt', rule: 'required' }] : fields,
  }
}

const filesOf = (form: FormData): File[] =>
  form.getAll('receipt').flatMap((file) => (typeof file !== 'string' && file.size > 0 ? [file] : []))

function invalidFiles(files: readonly Uint8Array[]): FieldErrors {
  if (files.length > maxReceipts) return [{ key: 'receipt', rule: 'too_long' }]
  const isReceipt = (data: Uint8Array): boolean =>
    data.length <= maxReceiptBytes && receiptTypeOf(data) !== null
  return files.every(isReceipt) ? [] : [{ key: 'receipt', rule: 'kind' }]
}

async function contentId(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
