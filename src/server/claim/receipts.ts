import { maxReceipts, type Receipt, ReceiptId, type ReceiptType } from '../../contract/claim.ts'
import type { Authorized, Payer } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import { reencrypt } from '../lib/crypto/seal.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { claimableAttempt } from '../rules/claim.ts'
import type { Claim } from '../rules/model.ts'
import type { SealedReceipt } from '../store/claims.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))

/** What a file is by its first bytes, whatever its name or header says; null: no receipt. */
export function receiptTypeOf(data: Uint8Array): ReceiptType | null {
  const has = (bytes: readonly number[], at = 0): boolean =>
    bytes.every((byte, index) => data[at + index] === byte)
  if (has(jpeg)) return 'image/jpeg'
  if (has(png)) return 'image/png'
  if (has(ascii('RIFF')) && has(ascii('WEBP'), 8)) return 'image/webp'
  return has(ascii('%PDF-')) ? 'application/pdf' : null
}

const extensions: Record<ReceiptType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** The name of a receipt as a file: of the claim's number, never of what a payer has sent. */
const receiptName = (claim: string, index: number, type: ReceiptType): string =>
  `${claim}-${index + 1}.${extensions[type]}`

/**
 * `PUT /checkouts/{id}/attempts/{n}/receipts/{receipt}`: stores a file, once for each id. What it is is read from its
 * content. Every limit counts before any of the body is read, by `readBody`. Throws `not_claimable`, `unsupported_media_type`,
 * `body_too_large`, `malformed` for an id or a fourth receipt, or `rate_limited`.
 */
export async function storeReceipt(
  context: Context,
  { checkout }: Authorized,
  requested: number,
  id: string,
  { address }: Payer,
  readBody: () => Promise<Uint8Array>,
): Promise<{ receipt: Receipt; created: boolean }> {
  const { store, guard, clock, policy, sealer } = context
  if (!ReceiptId.safeParse(id).success)
    throw new ProblemError('malformed', 'The id of a receipt has 1 to 64 letters, digits, "-" and "_".')
  const attempt = orProblem(claimableAttempt(checkout, requested, clock.now(), policy), 'not_claimable')
  const { n } = attempt
  await guard.sentReports.reserve({ order: checkout.order, address })
  const known = (await store.receiptsOf(checkout.id, n)).find((receipt) => receipt.id === id)
  if (known !== undefined) return { receipt: known, created: false }

  const data = await readBody()
  const type = orProblem(receiptTypeOf(data), 'unsupported_media_type', 'Send a JPEG, PNG, WebP or PDF file.')
  const receipt = { id, type, size: data.length }
  const associatedData = { purpose: 'receipt', entry: checkout.id, attempt: n, receipt: id } as const
  const sealed = await sealer.encrypt(associatedData, data)
  // An open claim is the one that this receipt is for.
  const decided = attempt.claims.filter(({ resolved }) => resolved !== null).length
  const stored = { ...receipt, entryId: checkout.id, attempt: n, createdAt: clock.now(), sealed }
  const result = await store.saveReceipt(stored, maxReceipts * (decided + 1))
  if (result === 'full') throw new ProblemError('malformed', `A claim has at most ${maxReceipts} receipts.`)
  if (result === 'gone') throw new ProblemError('not_claimable')
  return { receipt, created: result === 'saved' }
}

/** A receipt with its decrypted bytes. */
interface OpenReceipt extends Receipt {
  /** A file name of our own. */
  name: string
  data: Uint8Array<ArrayBuffer>
}

/** A receipt of the claim with this number. Throws `claim_unknown`, or `not_found` also where it cannot be decrypted. */
export async function readReceipt(context: Context, number: string, id: string): Promise<OpenReceipt> {
  const { entryId, attempt } = orProblem(await context.store.claimByNumber(number), 'claim_unknown')
  const entry = await context.store.entry(entryId)
  const claims = entry?.attempts.flatMap((each) => each.claims)
  const claim = orProblem(
    claims?.find((candidate) => candidate.number === number),
    'claim_unknown',
  )
  const receipts = await openReceipts(context, entryId, attempt, claim)
  return orProblem(
    receipts.find((receipt) => receipt.id === id),
    'not_found',
  )
}

/** The receipts of a claim that can be decrypted. */
export async function openReceipts(
  { store, sealer, log }: Context,
  entry: string,
  attempt: number,
  { number, receipts }: Claim,
): Promise<OpenReceipt[]> {
  const open: OpenReceipt[] = []
  for (const [index, { id, type, size }] of receipts.entries()) {
    const stored = await store.receipt(entry, attempt, id)
    const associatedData = { purpose: 'receipt', entry, attempt, receipt: id } as const
    const data = stored === null ? null : await sealer.decryptBytes(associatedData, stored.sealed)
    if (data !== null) open.push({ id, type, size, name: receiptName(number, index, type), data })
    else if (stored !== null)
      log({
        level: 'error',
        message: 'a receipt cannot be decrypted: is its seal key missing?',
        checkout: entry,
      })
  }
  return open
}

/** Receipts are large. */
const batchSize = 2

/**
 * Re-encrypts receipts of a retired seal key, a few of those after `from`. Those that no key decrypts are left as they
 * are. `count`: how many were re-encrypted. `after`: where the next call goes on; null if there are no others.
 */
export async function reencryptReceipts({ store, sealer }: Context, from: SealedReceipt | null) {
  const batch = await store.receiptsSealedBy(await sealer.retiredPrefixes(), from, batchSize)
  let count = 0
  for (const receipt of batch) {
    const { entryId: entry, attempt, id } = receipt
    const associatedData = { purpose: 'receipt', entry, attempt, receipt: id } as const
    const sealed = await reencrypt(sealer, associatedData, receipt.sealed)
    if (sealed === receipt.sealed) continue
    await store.replaceReceipt(receipt, sealed)
    count += 1
  }
  return { count, after: batch.length === batchSize ? (batch.at(-1) ?? null) : null }
}
