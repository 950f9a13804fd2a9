import type { Attempt } from '../../../src/server/rules/model.ts'
import type { StoredCard } from '../../../src/server/store/cards.ts'
import { type Customer, customerOf, customers } from '../customers.ts'
import type { Order } from '../service.ts'
import type { Observed } from './observed.ts'

/** Rule 18: a card is its customer's. */
export function createCardInvariants(observed: Observed) {
  const { denied, erased, everReversed, everSuccess, expectRule, isIn, now, skewMs, stale, stored, tokens } =
    observed
  /** By id. */
  const everSavedCards = new Map<string, Customer>()
  /** By customer: the attempts that existed when the card was last deleted. None of them may save it again. */
  const beforeDeletion = new Map<Customer, { at: number; attempts: ReadonlySet<string> }>()

  const isOf =
    (id: string) =>
    ({ externalTransactionId }: Attempt): boolean =>
      externalTransactionId === id
  const attemptOf = (id: string): Attempt | undefined =>
    [...stored.values()].flatMap(({ attempts }) => attempts).find(isOf(id))

  /** The customer whose checkout it is; undefined: no checkout's. */
  function payerOf(id: string): Customer | undefined {
    const entry = [...stored.values()].find(({ attempts }) => attempts.some(isOf(id)))
    return entry?.kind === 'checkout' ? customerOf(entry.order) : undefined
  }

  const paidByCard = (orders: readonly Order[], customer: Customer): string[] =>
    orders.flatMap(({ profile, externalTransactionId: id }) =>
      (profile === 'form' || profile === 'token') && everSuccess.has(id) && payerOf(id) === customer
        ? [id]
        : [],
    )

  function checkCards(stored: StoredCard[], orders: readonly Order[]): void {
    for (const customer of customers) {
      const cards = stored.filter((card) => card.customer === customer)
      // The service has one token per card.
      const isOne = cards.length <= 1 || observed.keysMissingUntil > now()
      expectRule(isOne, `a card of ${customer} is stored twice`)
      for (const { id, label } of cards)
        expectRule(label.endsWith('1111'), `the card ${id} is called ${label}`)
      const isNew = cards.some(({ id }) => !everSavedCards.has(id))
      for (const { id } of cards) everSavedCards.set(id, customer)
      const mayBeNew = paidByCard(orders, customer).some(
        (id) => !beforeDeletion.get(customer)?.attempts.has(id),
      )
      expectRule(
        !isNew || mayBeNew,
        `a card of ${customer} was saved that no payment of ours since its deletion has reported`,
      )
    }
  }

  /** Callbacks name no card, and lookups have said what was so earlier. */
  function isUnnamed(id: string): boolean {
    const attempt = attemptOf(id)
    const review = attempt?.review
    const isUnconfirmed = review?.reason === 'unconfirmed' && review.resolved?.by !== 'automatic'
    return isUnconfirmed || (attempt !== undefined && isIn(stale, attempt))
  }

  /** Each payment by a card has saved it. */
  function checkSaved(orders: readonly Order[]): void {
    const isExempt = (id: string): boolean => everReversed.has(id) || denied.has(id) || isUnnamed(id)
    for (const customer of customers) {
      const isSaved = [...everSavedCards.values()].includes(customer)
      const mayLack = erased.has(customer) || paidByCard(orders, customer).every(isExempt)
      // A token may prove no customer.
      expectRule(
        isSaved || mayLack || observed.wasErased || tokens > 0,
        `the card of ${customer} was not saved`,
      )
    }
  }

  return {
    checkCards,
    checkSaved,
    /** The page of a customer has deleted a card; the request began at this time. */
    onCardDeleted(card: string, customer: Customer, at: number): void {
      const owner = everSavedCards.get(card) ?? customer
      // Another key does not recognize it.
      if (observed.keysMissingUntil > now()) return
      expectRule(owner === customer, `${customer} has deleted a card of ${owner}`)
      const attempts = [...stored.values()].flatMap((entry) => entry.attempts)
      const before = attempts.filter(({ firstSentAt }) => firstSentAt < at - 2 * skewMs)
      const ids = before.map(({ externalTransactionId: id }) => id)
      beforeDeletion.set(customer, { at: now(), attempts: new Set(ids) })
    },
    /** A page's card is called unknown; `left`: those of its customer. A token may prove none. */
    onCardUnknown(card: string, left: readonly StoredCard[], mayLackProof: boolean): void {
      const isStored = left.some(({ id }) => id === card)
      expectRule(!isStored || mayLackProof, `${card} was not deleted, although it exists`)
    },
    /** A card that was deleted since then is there again. */
    forgetDeletions(since: number): void {
      for (const [customer, { at }] of beforeDeletion) if (at >= since) beforeDeletion.delete(customer)
    },
    onErasure: (customer: Customer): Set<Customer> => erased.add(customer),
  }
}
