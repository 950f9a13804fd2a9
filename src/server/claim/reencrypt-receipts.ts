import type { Context } from '../context.ts'
import { reencrypt } from '../lib/crypto/seal.ts'

/** Receipts are large. */
const batchSize = 2

/** Re-encrypts receipts of a retired seal key, a few at each call. Returns how many. */
export async function reencryptReceipts({ store, sealer }: Context): Promise<number> {
  const retired = await sealer.retiredPrefixes()
  let count = 0
  for (const receipt of await store.receiptsSealedBy(retired, batchSize)) {
    const { entryId: entry, attempt, id } = receipt
    const associatedData = { purpose: 'receipt', entry, attempt, receipt: id } as const
    const sealed = await reencrypt(sealer, associatedData, receipt.sealed)
    if (sealed === receipt.sealed) continue
    await store.replaceReceipt(receipt, sealed)
    count += 1
  }
  return count
}
