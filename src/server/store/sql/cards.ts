import { keyPrefixLength } from '../../lib/crypto/seal.ts'
import { type CardStore, type ReportedCard, StoredCard } from '../cards.ts'
import { pageOf } from '../page.ts'
import { camelRow, joined, type Operation, parsed, query, raw, readable, rowOf } from './statement.ts'

const parseRow = parsed('cards', (row): StoredCard => StoredCard.parse(camelRow(row)))

/** Saves a card, unless its customer has removed it since the attempt that reports it was started. */
export function* saveReportedCard({ card, startedAt, fingerprints }: ReportedCard): Operation<void> {
  yield* query`INSERT INTO cards ${rowOf(card)} ON CONFLICT (customer, fingerprint) DO NOTHING`
  // After the insert, which waits for a removal that is being committed.
  yield* query`
    DELETE FROM cards WHERE id = ${card.id} AND EXISTS (
      SELECT 1 FROM removed_cards WHERE customer = ${card.customer} AND removed_at >= ${startedAt}
      AND fingerprint IN (${joined(fingerprints)})
    )`
}

export function* cardsOf(customer: string): Operation<StoredCard[]> {
  const rows = yield* query`SELECT * FROM cards WHERE customer = ${customer} ORDER BY created_at`
  return rows.flatMap((row) => readable(parseRow, row))
}

export function* deleteCard(customer: string, id: string, now: number): Operation<boolean> {
  const [row] =
    yield* query`DELETE FROM cards WHERE customer = ${customer} AND id = ${id} RETURNING fingerprint`
  if (row === undefined) return false
  const removed = { customer, fingerprint: String(row['fingerprint']), removedAt: now }
  yield* query`
    INSERT INTO removed_cards ${rowOf(removed)}
     ON CONFLICT (customer, fingerprint) DO UPDATE SET removed_at = excluded.removed_at`
  return true
}

export function* deleteRemovedCards(before: number): Operation<number> {
  return (yield* query`DELETE FROM removed_cards WHERE removed_at < ${before} RETURNING removed_at`).length
}

export function* deleteCards(customer: string): Operation<number> {
  yield* query`DELETE FROM removed_cards WHERE customer = ${customer}`
  return (yield* query`DELETE FROM cards WHERE customer = ${customer} RETURNING id`).length
}

export function* cardsSealedBy(
  ...[prefixes, after, limit]: Parameters<CardStore['cardsSealedBy']>
): Operation<{ cards: StoredCard[]; after: string | null }> {
  if (prefixes.length === 0) return { cards: [], after: null }
  // Always in the same order, so that two processes replacing the same cards do not deadlock.
  const rows = yield* query`
    SELECT * FROM cards WHERE substr(token, 1, ${raw(String(keyPrefixLength))}) IN (${joined(prefixes)})
    AND id > ${after} ORDER BY id LIMIT ${limit + 1}`
  const { page, after: next } = pageOf(rows, limit, (row) => String(row['id']))
  return { cards: page.flatMap((row) => readable(parseRow, row)), after: next }
}

export function* replaceCards(changed: readonly { from: StoredCard; to: StoredCard }[]): Operation<void> {
  for (const { from, to } of changed) {
    // In place: a removal that waits for this row would miss a new one.
    const replaced = yield* query`
      UPDATE cards SET token = ${to.token}, fingerprint = ${to.fingerprint}
      WHERE id = ${from.id} AND token = ${from.token} AND NOT EXISTS (
        SELECT 1 FROM cards AS other WHERE other.customer = ${to.customer}
        AND other.fingerprint = ${to.fingerprint} AND other.id <> ${from.id}
      ) RETURNING id`
    if (replaced.length === 0) yield* query`DELETE FROM cards WHERE id = ${from.id} AND token = ${from.token}`
  }
}
