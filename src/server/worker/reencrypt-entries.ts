import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { reencrypt, type Sealer } from '../lib/crypto/seal.ts'
import type { Attempt, Entry, Payout, Refund } from '../rules/model.ts'

const batchSize = 100

/** `count`: how many entries were re-encrypted. `more`: the next batch may have others. */
type ReencryptEntries = () => Promise<{ count: number; more: boolean }>

/**
 * Re-encrypts the texts of a retired key, a batch of entries at each call. Texts of an unknown key are left as they are.
 */
export function createEntryReencrypter(context: Context): ReencryptEntries {
  const { store, sealer } = context
  let after = ''
  return async () => {
    const batch = await store.entriesNotSealedBy(await sealer.currentPrefix(), after, batchSize)
    let count = 0
    for (const { id, version } of batch) {
      const updated = await updateEntry(context, id, (stored) => reencryptEntry(sealer, stored))
      if (updated !== null && updated.version > version) count += 1
    }
    const more = batch.length === batchSize
    after = more ? (batch.at(-1)?.id ?? '') : ''
    return { count, more }
  }
}

/** Null if nothing has changed. */
async function reencryptEntry(sealer: Sealer, entry: Entry): Promise<Entry | null> {
  const attempts = await Promise.all(
    entry.attempts.map((attempt) => reencryptAttempt(sealer, entry.id, attempt)),
  )
  const areSame = attempts.every((attempt, index) => attempt === entry.attempts[index])
  if (entry.kind === 'payout') {
    const request = await reencryptRequest(sealer, entry)
    return areSame && request === entry.request ? null : { ...entry, attempts, request }
  }
  const associatedData = { purpose: 'terms', entry: entry.id } as const
  const terms = entry.terms === null ? null : await reencrypt(sealer, associatedData, entry.terms)
  const refunds = await Promise.all(entry.refunds.map((refund) => reencryptRefund(sealer, entry.id, refund)))
  const areRefundsSame = refunds.every((refund, index) => refund === entry.refunds[index])
  return areSame && areRefundsSame && terms === entry.terms ? null : { ...entry, attempts, terms, refunds }
}

async function reencryptRefund(sealer: Sealer, entry: string, refund: Refund): Promise<Refund> {
  if (refund.destination === null) return refund
  const associatedData = { purpose: 'refund', entry, refund: refund.id } as const
  const destination = await reencrypt(sealer, associatedData, refund.destination)
  return destination === refund.destination ? refund : { ...refund, destination }
}

async function reencryptRequest(sealer: Sealer, { id, request }: Payout): Promise<Payout['request']> {
  if (request === null || request.body === null) return request
  const { externalTransactionId } = request
  const body = await reencrypt(sealer, { purpose: 'body', entry: id, externalTransactionId }, request.body)
  return body === request.body ? request : { ...request, body }
}

async function reencryptAttempt(sealer: Sealer, entry: string, attempt: Attempt): Promise<Attempt> {
  const { externalTransactionId, ...sealed } = attempt
  const reencryptText = async (purpose: 'body' | 'paymentDetails'): Promise<string | null> =>
    sealed[purpose] === null
      ? null
      : reencrypt(sealer, { purpose, entry, externalTransactionId }, sealed[purpose])
  const [body, paymentDetails] = [await reencryptText('body'), await reencryptText('paymentDetails')]
  const claims = await Promise.all(
    attempt.claims.map(async (claim) => {
      const associatedData = { purpose: 'claim', entry, claim: claim.number } as const
      const content = claim.content === null ? null : await reencrypt(sealer, associatedData, claim.content)
      return content === claim.content ? claim : { ...claim, content }
    }),
  )
  const areSame = claims.every((claim, index) => claim === attempt.claims[index])
  const isSame = areSame && body === attempt.body && paymentDetails === attempt.paymentDetails
  return isSame ? attempt : { ...attempt, body, paymentDetails, claims }
}
