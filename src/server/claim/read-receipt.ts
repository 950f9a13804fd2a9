import type { Receipt } from '../../contract/claim.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Claim } from '../rules/model.ts'
import { receiptName } from './receipt-type.ts'

/** A receipt with its decrypted bytes. */
export interface OpenReceipt extends Receipt {
  /** A file name of our own. */
  name: string
  data: Uint8Array<ArrayBuffer>
}

/** A receipt of the claim with this number. Throws `claim_unknown`, or `not_found` also where it cannot be decrypted. */
export async function readReceipt(context: Context, number: string, id: string): Promise<OpenReceipt> {
  const row = await context.store.claimByNumber(number)
  const entry = row === null ? null : await context.store.entry(row.entryId)
  const claim = entry?.attempts
    .flatMap(({ claims }) => claims)
    .find((candidate) => candidate.number === number)
  if (row === null || claim === undefined) throw new ProblemError('claim_unknown')
  const receipts = await openReceipts(context, row.entryId, row.attempt, claim)
  const receipt = receipts.find((candidate) => candidate.id === id)
  if (receipt === undefined) throw new ProblemError('not_found')
  return receipt
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
