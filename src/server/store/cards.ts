import { z } from 'zod'

/** A customer's saved card. The token is sealed. */
export const StoredCard = z.object({
  id: z.string(),
  customer: z.string(),
  label: z.string(),
  token: z.string(),
  /** Compares tokens without decrypting them. */
  fingerprint: z.string(),
  createdAt: z.number(),
})
export type StoredCard = z.infer<typeof StoredCard>

/** A card that an attempt reports. One that its customer has removed since the attempt started is not saved again. */
export interface ReportedCard {
  card: StoredCard
  /** When the attempt was started. */
  startedAt: number
  /** The card's fingerprints under every seal key. */
  fingerprints: readonly string[]
}

export interface CardStore {
  cardsOf(customer: string): Promise<StoredCard[]>
  /** Deletes a card, and stores its fingerprint as removed. False: this customer has no such card. */
  deleteCard(customer: string, id: string, now: number): Promise<boolean>
  /** Deletes every card of a customer, and what is stored of removed ones. Returns how many. */
  deleteCards(customer: string): Promise<number>
  /** Deletes what is stored of cards that were removed before `before`. Returns how many. */
  deleteRemovedCards(before: number): Promise<number>
  /**
   * A page of the cards whose sealed token begins with one of these (see `keyPrefixLength` in `seal.ts`), by id from `after`
   * on, and the id of the last one; null if it is the last page.
   */
  cardsSealedBy(
    prefixes: readonly string[],
    after: string,
    limit: number,
  ): Promise<{ cards: StoredCard[]; after: string | null }>
  /**
   * Replaces cards, all or none. One that was changed or deleted meanwhile stays as it is; one whose customer already
   * has the same fingerprint is deleted.
   */
  replaceCards(changed: readonly { from: StoredCard; to: StoredCard }[]): Promise<void>
}
