import type { SavedCard } from '../../contract/view.ts'
import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import type { AttemptUpdate } from '../rules/attempt.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import type { StoredCard } from '../store/store.ts'

/**
 * The card that the *status endpoint* reported for a known customer's order, to be kept, once; null: none. Only the
 * service's own storage token is kept, sealed; the bank's token is not. Another order than ours has no card of ours.
 */
export async function cardToSave(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  update: AttemptUpdate,
): Promise<StoredCard | null> {
  if (update.type !== 'lookup_found' || attempt.cardReported) return null
  if (attempt.externalId !== null && attempt.externalId !== update.order.externalId) return null
  const { externalParams: params } = update.order
  const token = params?.cardStorageToken ?? null
  if (token === null || entry.kind !== 'checkout' || entry.customer === null) return null
  const [fingerprint, ...retired] = await context.sealer.fingerprints(`${entry.customer}\n${token}`)
  // Kept before under a seal key that no longer seals: the store tells the newest fingerprint from others only.
  const saved = retired.length === 0 ? [] : await context.store.cardsOf(entry.customer)
  if (saved.some((card) => retired.includes(card.fingerprint))) return null
  return {
    id: newId('card'),
    customer: entry.customer,
    label: maskedLabel(params?.cardNumber ?? null),
    token: await context.sealer.seal('card', token),
    fingerprint,
    createdAt: context.clock.now(),
  }
}

/** So many cards are sealed anew in one step. */
const resealBatchSize = 500

/** Seals cards anew that a key sealed which seals no longer, so that it may go. Returns how many; 0: there are none. */
export async function resealCards(context: Context): Promise<number> {
  const prefixes = await context.sealer.retiredKeyPrefixes()
  if (prefixes.length === 0) return 0
  const cards = await context.store.cardsSealedBy(prefixes, resealBatchSize)
  if (cards.length === 0) return 0
  const changed = await Promise.all(
    cards.map(async (from) => {
      const token = await context.sealer.open('card', from.token)
      // Tampered with: no key will ever open it.
      if (token === null) return []
      const [fingerprint] = await context.sealer.fingerprints(`${from.customer}\n${token}`)
      return [{ from, to: { ...from, token: await context.sealer.seal('card', token), fingerprint } }]
    }),
  )
  await context.store.replaceCards(changed.flat())
  return changed.flat().length
}

/** The last four digits only, whatever the service masks. */
export function maskedLabel(cardNumber: string | null): string {
  const last = cardNumber?.replaceAll(/\s/g, '').match(/\d{4}$/)?.[0]
  return last === undefined ? '••••' : `•••• ${last}`
}

/** What a known customer may choose from. */
export async function savedCardsOf(context: Context, customer: string | null): Promise<SavedCard[] | null> {
  if (customer === null) return null
  return (await context.store.cardsOf(customer)).map(({ id, label }) => ({ id, label }))
}
