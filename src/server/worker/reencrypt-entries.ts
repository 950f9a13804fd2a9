import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { type AssociatedData, reencrypt, type Sealer } from '../lib/crypto/seal.ts'
import { logOnce } from '../lib/log.ts'
import type { Attempt, Claim, Entry, Refund } from '../rules/model.ts'

const batchSize = 100

/**
 * Re-encrypts the texts of a retired key, a batch of the entries after `from`. Texts of an unknown key are left as they
 * are, which is logged once. `count`: how many entries were re-encrypted. `after`: where the next call goes on; null if
 * there are no others.
 */
export async function reencryptEntries(context: Context, from: string | null) {
  const { store, sealer } = context
  const batch = await store.entriesNotSealedBy(await sealer.currentPrefix(), from ?? '', batchSize)
  let count = 0
  for (const { id, kind, version } of batch) {
    const updated = await updateEntry(context, id, (stored) => reencryptEntry(sealer, stored))
    if (updated.version > version) count += 1
    else
      logOnce(context, 'unknown seal key', {
        level: 'error',
        message:
          'checkouts or payouts are sealed with a key that is not among the seal keys: their payment details are not shown, and an unknown create is not sent again, until it is',
        [kind]: id,
      })
  }
  return { count, after: batch.length === batchSize ? (batch.at(-1)?.id ?? null) : null }
}

/** Null if nothing has changed. */
async function reencryptEntry(sealer: Sealer, entry: Entry): Promise<Entry | null> {
  let isChanged = false
  async function reencryptText(associatedData: AssociatedData, text: string | null): Promise<string | null> {
    const reencrypted = text && (await reencrypt(sealer, associatedData, text))
    isChanged ||= reencrypted !== text
    return reencrypted
  }
  const { id } = entry
  const attempts: Attempt[] = []
  for (const attempt of entry.attempts) {
    const { externalTransactionId } = attempt
    const claims: Claim[] = []
    for (const claim of attempt.claims) {
      const content = await reencryptText({ purpose: 'claim', entry: id, claim: claim.number }, claim.content)
      claims.push({ ...claim, content })
    }
    const reencryptOf = (purpose: 'body' | 'paymentDetails') =>
      reencryptText({ purpose, entry: id, externalTransactionId }, attempt[purpose])
    const body = await reencryptOf('body')
    attempts.push({ ...attempt, body, paymentDetails: await reencryptOf('paymentDetails'), claims })
  }
  if (entry.kind === 'payout') {
    const { request } = entry
    const { externalTransactionId } = request
    const body = await reencryptText({ purpose: 'body', entry: id, externalTransactionId }, request.body)
    return isChanged ? { ...entry, attempts, request: { ...request, body } } : null
  }
  const terms = await reencryptText({ purpose: 'terms', entry: id }, entry.terms)
  const refunds: Refund[] = []
  for (const refund of entry.refunds) {
    const destination = await reencryptText(
      { purpose: 'refund', entry: id, refund: refund.id },
      refund.destination,
    )
    refunds.push({ ...refund, destination })
  }
  return isChanged ? { ...entry, attempts, terms, refunds } : null
}
