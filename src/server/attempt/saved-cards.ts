import type { SavedCard } from '../../contract/view.ts'
import type { Clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import type { Place, Sealer } from '../lib/seal.ts'
import type { AttemptUpdate } from '../rules/attempt.ts'
import type { Attempt } from '../rules/model.ts'
import type { Store, StoredCard, Write } from '../store/store.ts'

/** A card to save with the update that reports it. */
export type ReportedCard = Required<Pick<Write, 'card' | 'cardSource'>>

/** The cards saved for proven customers, their tokens sealed. */
export interface SavedCards {
  /** Null without a customer. */
  list(customer: string | null): Promise<SavedCard[] | null>
  /** The card's token; null if the customer has no such card or it cannot be decrypted. */
  token(customer: string | null, id: string | undefined): Promise<string | null>
  /** False if the customer has no such card. It stays removed until an attempt that starts later reports it. */
  remove(customer: string, id: string): Promise<boolean>
  /**
   * The card to save with an update: the first storage token that a lookup reports, for the customer of the attempt.
   * Whether the order is ours is decided by the write.
   */
  fromUpdate(attempt: Attempt, update: AttemptUpdate): Promise<ReportedCard | null>
  /** Re-encrypts a batch of cards sealed with a retired key. Returns how many; 0 once none are left. */
  reseal(): Promise<number>
}

interface SavedCardsServices {
  store: Pick<Store, 'cardsOf' | 'deleteCard' | 'cardsSealedBy' | 'replaceCards'>
  sealer: Sealer
  clock: Clock
}

const resealBatchSize = 500

export function createSavedCards({ store, sealer, clock }: SavedCardsServices): SavedCards {
  const fingerprintsOf = (customer: string, token: string): Promise<[string, ...string[]]> =>
    sealer.fingerprints(`${customer}\n${token}`)

  return {
    async list(customer) {
      if (customer === null) return null
      return (await store.cardsOf(customer)).map(({ id, label }) => ({ id, label }))
    },
    async token(customer, id) {
      const cards = customer === null ? [] : await store.cardsOf(customer)
      const card = cards.find((candidate) => candidate.id === id)
      return card === undefined ? null : await sealer.open(placeOf(card), card.token)
    },
    remove: (customer, id) => store.deleteCard(customer, id, clock.now()),
    async fromUpdate(attempt, update) {
      if (update.type !== 'lookup_found' || attempt.cardReported) return null
      const { customer } = attempt
      const { externalParams: params } = update.order
      const token = params?.cardStorageToken ?? null
      if (token === null || customer === null) return null
      const fingerprints = await fingerprintsOf(customer, token)
      const [fingerprint, ...retired] = fingerprints
      // The store compares the newest fingerprint only; the card may be saved under a retired key.
      const saved = retired.length === 0 ? [] : await store.cardsOf(customer)
      if (saved.some((card) => retired.includes(card.fingerprint))) return null
      const id = newId('card')
      const card: StoredCard = {
        id,
        customer,
        label: maskedLabel(params?.cardNumber ?? null),
        token: await sealer.seal(placeOf({ id, customer }), token),
        fingerprint,
        createdAt: clock.now(),
      }
      return { card, cardSource: { startedAt: attempt.firstSentAt, fingerprints } }
    },
    async reseal() {
      const cards = await store.cardsSealedBy(await sealer.retiredPrefixes(), resealBatchSize)
      const changed = await Promise.all(
        cards.map(async (from) => {
          const token = await sealer.open(placeOf(from), from.token)
          // The stored token was changed: no key opens it.
          if (token === null) return []
          const [fingerprint] = await fingerprintsOf(from.customer, token)
          return [{ from, to: { ...from, token: await sealer.seal(placeOf(from), token), fingerprint } }]
        }),
      )
      if (changed.flat().length > 0) await store.replaceCards(changed.flat())
      return changed.flat().length
    },
  }
}

const placeOf = ({ customer, id }: Pick<StoredCard, 'customer' | 'id'>): Place => ({
  purpose: 'card',
  customer,
  card: id,
})

/** Shows at most the last four digits, whatever mask the service returns. */
function maskedLabel(cardNumber: string | null): string {
  const last = cardNumber?.replaceAll(/\s/g, '').match(/\d{4}$/)?.[0]
  return last === undefined ? '••••' : `•••• ${last}`
}
