import type { SavedCard } from '../contract/view.ts'
import { newId } from './ids.ts'
import type { Kit } from './kit.ts'
import type { News } from './rules/attempt.ts'
import type { Attempt, Entry } from './rules/model.ts'
import type { StoredCard } from './store/store.ts'

/**
 * The card that the *status endpoint* reported for a known customer's order, to be kept, once; null: none. Only the
 * service's own storage token is kept, sealed; the bank's token is not. Another order than ours has no card of ours.
 */
export async function cardToKeep(
  kit: Kit,
  entry: Entry,
  attempt: Attempt,
  news: News,
): Promise<StoredCard | null> {
  if (news.type !== 'found' || attempt.cardReported) return null
  if (attempt.externalId !== null && attempt.externalId !== news.order.externalId) return null
  const { externalParams: params } = news.order
  const token = params?.cardStorageToken ?? null
  if (token === null || entry.kind !== 'checkout' || entry.customer === null) return null
  const [fingerprint, ...older] = await kit.sealer.fingerprints(`${entry.customer}\n${token}`)
  // Kept before under a seal key that no longer seals: the store tells the newest fingerprint from others only.
  const kept = older.length === 0 ? [] : await kit.store.cardsOf(entry.customer)
  if (kept.some((card) => older.includes(card.fingerprint))) return null
  return {
    id: newId('card'),
    customer: entry.customer,
    label: maskedLabel(params?.cardNumber ?? null),
    token: await kit.sealer.seal('card', token),
    fingerprint,
    createdAt: kit.clock.now(),
  }
}

/** So many cards are sealed anew in one step. */
const resealStep = 500

/** Seals cards anew that a key sealed which seals no longer, so that it may go. Returns how many; 0: there are none. */
export async function resealCards(kit: Kit): Promise<number> {
  const older = await kit.sealer.older()
  if (older.length === 0) return 0
  const cards = await kit.store.cardsSealedBy(older, resealStep)
  if (cards.length === 0) return 0
  const changed = await Promise.all(
    cards.map(async (from) => {
      const token = await kit.sealer.open('card', from.token)
      // Tampered with: no key will ever open it.
      if (token === null) return []
      const [fingerprint] = await kit.sealer.fingerprints(`${from.customer}\n${token}`)
      return [{ from, to: { ...from, token: await kit.sealer.seal('card', token), fingerprint } }]
    }),
  )
  await kit.store.replaceCards(changed.flat())
  return changed.flat().length
}

/** The last four digits only, whatever the service masks. */
export function maskedLabel(cardNumber: string | null): string {
  const last = cardNumber?.replaceAll(/\s/g, '').match(/\d{4}$/)?.[0]
  return last === undefined ? '••••' : `•••• ${last}`
}

/** What a known customer may choose from. */
export async function savedCardsOf(kit: Kit, customer: string | null): Promise<SavedCard[] | null> {
  if (customer === null) return null
  return (await kit.store.cardsOf(customer)).map(({ id, label }) => ({ id, label }))
}
