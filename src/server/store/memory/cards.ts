import type { CardStore, ReportedCard, StoredCard } from '../cards.ts'
import { pageOf } from '../page.ts'
import type { Tables } from './tables.ts'

/** Saves a card, unless its customer has removed it since the attempt that reports it was started. */
export function saveReportedCard(tables: Tables, reported: ReportedCard): void {
  if (!wasRemoved(tables, reported)) insertCard(tables, reported.card)
}

function insertCard({ cards }: Tables, card: StoredCard): void {
  const exists = [...cards.values()].some(
    ({ customer, fingerprint }) => customer === card.customer && fingerprint === card.fingerprint,
  )
  if (!exists) cards.set(card.id, card)
}

const wasRemoved = (
  { removedCards }: Tables,
  { card: { customer }, startedAt, fingerprints }: ReportedCard,
): boolean =>
  fingerprints.some((fingerprint) => {
    const removed = removedCards.get(removedKey(customer, fingerprint))
    return removed !== undefined && removed.at >= startedAt
  })

const removedKey = (customer: string, fingerprint: string): string => JSON.stringify([customer, fingerprint])

export function deleteCardsOf({ cards, removedCards }: Tables, customer: string): number {
  const found = [...cards.values()].filter((card) => card.customer === customer)
  for (const { id } of found) cards.delete(id)
  for (const [key, removed] of removedCards) if (removed.customer === customer) removedCards.delete(key)
  return found.length
}

export function memoryCards(tables: Tables): CardStore {
  const { cards, removedCards } = tables
  return {
    async cardsOf(customer) {
      return [...cards.values()]
        .filter((card) => card.customer === customer)
        .sort((a, b) => a.createdAt - b.createdAt)
    },
    async deleteCard(customer, id, now) {
      const card = cards.get(id)
      if (card?.customer !== customer) return false
      removedCards.set(removedKey(customer, card.fingerprint), { customer, at: now })
      return cards.delete(id)
    },
    async deleteRemovedCards(before) {
      const old = [...removedCards].filter(([, { at }]) => at < before)
      for (const [key] of old) removedCards.delete(key)
      return old.length
    },
    async deleteCards(customer) {
      return deleteCardsOf(tables, customer)
    },
    async cardsSealedBy(prefixes, after, limit) {
      const found = [...cards.values()]
        .filter(({ id, token }) => id > after && prefixes.some((prefix) => token.startsWith(prefix)))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      const { page, after: next } = pageOf(found, limit, ({ id }) => id)
      return { cards: page, after: next }
    },
    async replaceCards(changed) {
      for (const { from, to } of changed) {
        if (cards.get(from.id)?.token !== from.token) continue
        cards.delete(from.id)
        insertCard(tables, to)
      }
    },
  }
}
