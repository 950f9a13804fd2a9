import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { reseal, type Sealer } from '../lib/crypto/seal.ts'
import type { Attempt, Entry, Payout } from '../rules/model.ts'

const batchSize = 100

/** `count`: how many entries were re-encrypted. `more`: the next batch may have others. */
export type ResealEntries = () => Promise<{ count: number; more: boolean }>

/**
 * Re-encrypts entries with texts sealed with a retired key, a batch at each call. Texts that no
 * configured key opens are left as they are.
 */
export function createEntryResealer(context: Context): ResealEntries {
  const { store, sealer } = context
  let after = ''
  return async () => {
    const batch = await store.entriesNotSealedBy(await sealer.currentPrefix(), after, batchSize)
    let count = 0
    for (const { id, version } of batch) {
      const updated = await updateEntry(context, id, (stored) => resealEntry(sealer, stored))
      if (updated !== null && updated.version > version) count += 1
    }
    const more = batch.length === batchSize
    after = more ? (batch.at(-1)?.id ?? '') : ''
    return { count, more }
  }
}

/** Null if nothing has changed. */
async function resealEntry(sealer: Sealer, entry: Entry): Promise<Entry | null> {
  const attempts = await Promise.all(
    entry.attempts.map((attempt) => resealAttempt(sealer, entry.id, attempt)),
  )
  const areSame = attempts.every((attempt, index) => attempt === entry.attempts[index])
  if (entry.kind === 'payout') {
    const request = await resealRequest(sealer, entry)
    return areSame && request === entry.request ? null : { ...entry, attempts, request }
  }
  if (entry.terms === null) return areSame ? null : { ...entry, attempts }
  const terms = await reseal(sealer, { purpose: 'terms', entry: entry.id }, entry.terms)
  return areSame && terms === entry.terms ? null : { ...entry, attempts, terms }
}

async function resealRequest(sealer: Sealer, { id, request }: Payout): Promise<Payout['request']> {
  if (request === null || request.body === null) return request
  const { externalTransactionId } = request
  const body = await reseal(sealer, { purpose: 'body', entry: id, externalTransactionId }, request.body)
  return body === request.body ? request : { ...request, body }
}

async function resealAttempt(sealer: Sealer, entry: string, attempt: Attempt): Promise<Attempt> {
  const { externalTransactionId, ...sealed } = attempt
  const resealText = async (purpose: 'body' | 'paymentDetails'): Promise<string | null> =>
    sealed[purpose] === null
      ? null
      : reseal(sealer, { purpose, entry, externalTransactionId }, sealed[purpose])
  const [body, paymentDetails] = [await resealText('body'), await resealText('paymentDetails')]
  const isSame = body === attempt.body && paymentDetails === attempt.paymentDetails
  return isSame ? attempt : { ...attempt, body, paymentDetails }
}
