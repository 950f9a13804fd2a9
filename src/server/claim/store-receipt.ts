import { maxReceipts, type Receipt, ReceiptId } from '../../contract/claim.ts'
import type { Authorized, Payer } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { canClaim } from '../rules/claim.ts'
import { receiptTypeOf } from './receipt-type.ts'

/**
 * `PUT /checkouts/{id}/attempts/{n}/receipts/{receipt}`: stores a file, once for each id. What it is is read from its
 * content. Every limit counts before any of the body is read, by `readBody`. Throws `not_claimable`, `unsupported_media_type`,
 * `body_too_large`, `malformed` for an id or a fourth receipt, or `rate_limited`.
 */
export async function storeReceipt(
  context: Context,
  { checkout }: Authorized,
  n: number,
  id: string,
  { address }: Pick<Payer, 'address'>,
  readBody: () => Promise<Uint8Array>,
): Promise<{ receipt: Receipt; created: boolean }> {
  const { store, guard, clock, policy, sealer } = context
  if (!ReceiptId.safeParse(id).success)
    throw new ProblemError('malformed', 'The id of a receipt has 1 to 64 letters, digits, "-" and "_".')
  if (!canClaim(checkout, n, clock.now(), policy)) throw new ProblemError('not_claimable')
  await guard.sentReports.reserve({ order: checkout.order, address })
  const known = (await store.receiptsOf(checkout.id, n)).find((receipt) => receipt.id === id)
  if (known !== undefined) return { receipt: known, created: false }

  const data = await readBody()
  const type = receiptTypeOf(data)
  if (type === null) throw new ProblemError('unsupported_media_type', 'Send a JPEG, PNG, WebP or PDF file.')
  const receipt = { id, type, size: data.length }
  const associatedData = { purpose: 'receipt', entry: checkout.id, attempt: n, receipt: id } as const
  const sealed = await sealer.encrypt(associatedData, data)
  const claimed = checkout.attempts.find((attempt) => attempt.n === n)?.claims.length ?? 0
  const stored = { ...receipt, entryId: checkout.id, attempt: n, createdAt: clock.now(), sealed }
  const result = await store.saveReceipt(stored, maxReceipts * (claimed + 1))
  if (result === 'full') throw new ProblemError('malformed', `A claim has at most ${maxReceipts} receipts.`)
  if (result === 'gone') throw new ProblemError('not_claimable')
  return { receipt, created: result === 'saved' }
}
