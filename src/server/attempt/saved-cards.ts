import type { SavedCard } from '../../contract/view.ts'
import type { Context } from '../context.ts'
import type { AssociatedData, Sealer } from '../lib/crypto/seal.ts'
import { newId } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import type { AttemptUpdate } from '../rules/attempt/attempt.ts'
import type { Attempt } from '../rules/model.ts'
import { cardSavedMs } from '../rules/policy.ts'
import type { ReportedCard, StoredCard } from '../store/cards.ts'

const reencryptBatchSize = 500

/** The saved cards of a proved customer. Null without a customer. */
export async function listSavedCards(
  { store }: Context,
  customer: string | null,
): Promise<SavedCard[] | null> {
  if (customer === null) return null
  return (await store.cardsOf(customer)).map(({ id, label }) => ({ id, label }))
}

/** The card's token; null if the customer has no such card or it cannot be decrypted. */
export async function savedCardToken(
  { store, sealer, log }: Context,
  customer: string | null,
  id: string | undefined,
): Promise<string | null> {
  const cards = customer === null ? [] : await store.cardsOf(customer)
  const card = cards.find((candidate) => candidate.id === id)
  if (card === undefined) return null
  const token = await sealer.decrypt(associatedDataOf(card), card.token)
  if (token === null)
    log({
      level: 'error',
      message: 'a saved card cannot be decrypted: is its seal key missing?',
      card: card.id,
    })
  return token
}

/** It stays removed until an attempt that starts later reports it. Throws `card_unknown` if the customer has no such card. */
export async function removeSavedCard(
  { store, clock, log }: Context,
  customer: string | null,
  id: string,
): Promise<void> {
  const isRemoved = customer !== null && (await store.deleteCard(customer, id, clock.now()))
  if (!isRemoved) throw new ProblemError('card_unknown')
  log({ level: 'info', message: 'saved card deleted' })
}

/**
 * The card to save with an update: the first storage token that a lookup reports, for the customer of the attempt. Whether
 * the order is ours is decided by the write.
 */
export async function cardFromUpdate(
  { store, sealer, clock, policy }: Context,
  attempt: Attempt,
  update: AttemptUpdate,
): Promise<ReportedCard | null> {
  if (update.type !== 'lookup_found' || attempt.cardReported) return null
  // The customer may have removed it since, and nothing is stored of that any more.
  if (clock.now() - attempt.firstSentAt > cardSavedMs(policy)) return null
  const { customer } = attempt
  const { externalParams: params } = update.order
  const token = params?.cardStorageToken ?? null
  if (token === null || customer === null) return null
  const fingerprints = await fingerprintsOf(sealer, customer, token)
  const [fingerprint, ...retired] = fingerprints
  // The store compares the newest fingerprint only; the card may be saved under a retired key.
  const saved = retired.length === 0 ? [] : await store.cardsOf(customer)
  if (saved.some((card) => retired.includes(card.fingerprint))) return null
  const id = newId('card')
  const card: StoredCard = {
    id,
    customer,
    label: maskedLabel(params?.cardNumber ?? null),
    token: await sealer.encrypt(associatedDataOf({ id, customer }), token),
    fingerprint,
    createdAt: clock.now(),
  }
  return { card, startedAt: attempt.firstSentAt, fingerprints }
}

/**
 * Re-encrypts saved cards of a retired seal key, a batch of those after `from`. Those that no key decrypts are left as
 * they are. `count`: how many were re-encrypted. `after`: where the next call goes on; null if there are no others.
 */
export async function reencryptCards({ store, sealer }: Context, from: string | null) {
  const { cards, after } = await store.cardsSealedBy(
    await sealer.retiredPrefixes(),
    from ?? '',
    reencryptBatchSize,
  )
  const changed = (await Promise.all(cards.map((card) => reencryptCard(sealer, card)))).flat()
  if (changed.length > 0) await store.replaceCards(changed)
  return { count: changed.length, after }
}

async function reencryptCard(
  sealer: Sealer,
  from: StoredCard,
): Promise<[{ from: StoredCard; to: StoredCard }] | []> {
  const token = await sealer.decrypt(associatedDataOf(from), from.token)
  if (token === null) return []
  const [fingerprint] = await fingerprintsOf(sealer, from.customer, token)
  return [{ from, to: { ...from, token: await sealer.encrypt(associatedDataOf(from), token), fingerprint } }]
}

const fingerprintsOf = (sealer: Sealer, customer: string, token: string): Promise<[string, ...string[]]> =>
  sealer.fingerprints(`${customer}\n${token}`)

const associatedDataOf = ({ customer, id }: { customer: string; id: string }): AssociatedData => ({
  purpose: 'card',
  customer,
  card: id,
})

/** Shows at most the last four digits, whatever mask the service returns. */
function maskedLabel(cardNumber: string | null): string {
  const last = cardNumber?.replaceAll(/\s/g, '').match(/\d{4}$/)?.[0]
  return last === undefined ? '••••' : `•••• ${last}`
}
