import type { Entry } from '../../rules/model.ts'
import type { TermChanges } from '../../rules/search-terms.ts'
import { type Operation, query } from './statement.ts'

/** `created_at` is the entry's: of very many entries with a term, a search finds the newest ones. */
export function* changeTerms({ id, createdAt }: Entry, { added, removed }: TermChanges): Operation<void> {
  for (const term of removed)
    yield* query('DELETE FROM terms WHERE term = ? AND created_at = ? AND entry_id = ?', term, createdAt, id)
  if (added.length > 0)
    yield* query(
      `INSERT INTO terms (term, created_at, entry_id) VALUES ${added.map(() => '(?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      ...added.flatMap((term) => [term, createdAt, id]),
    )
}
