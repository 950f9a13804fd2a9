import type { Entry } from '../../rules/model.ts'
import { paidTwiceTerm, termsFor } from '../../rules/search-terms.ts'
import { type EntryPage, type ListQuery, maxPrefixMatches, type NameSearch } from '../entries.ts'
import { columns, parseRow } from './entries.ts'
import { type Operation, query, readable } from './statement.ts'

/** Each kind of name by its own index, joined first: otherwise a planner may scan all entries. */
const wholeNames = `
  SELECT id AS named FROM entries WHERE id = ? UNION
  SELECT id FROM entries WHERE kind = ? AND ref = ? UNION
  SELECT entry_id FROM attempts WHERE external_transaction_id = ? UNION
  SELECT entry_id FROM attempts WHERE external_id = ?`

/** Of the entries with a term, the newest. */
const termRange = 'SELECT entry_id AS named FROM terms WHERE term = ? ORDER BY created_at DESC, entry_id DESC'
const termPrefixRange = 'SELECT entry_id AS named FROM terms WHERE term >= ? AND term < ? ORDER BY term DESC'

/** Names from a text to the last one that begins with it. */
const prefixRanges: readonly string[] = [
  'SELECT id AS named FROM entries WHERE id >= ? AND id < ? ORDER BY id DESC',
  'SELECT id AS named FROM entries WHERE kind = ? AND ref >= ? AND ref < ? ORDER BY ref DESC',
  'SELECT entry_id AS named FROM attempts WHERE external_transaction_id >= ? AND external_transaction_id < ? ORDER BY external_transaction_id DESC',
  'SELECT entry_id AS named FROM attempts WHERE external_id >= ? AND external_id < ? ORDER BY external_id DESC',
]
const limited = (ranges: readonly string[], limit: string): string =>
  ranges.map((range, index) => `SELECT named FROM (${range} ${limit}) AS range_${index}`).join(' UNION ')

/** Every text that begins with another is below that one and the last character there is. */
const rangeOf = (text: string): string[] => [text, `${text}\u{10FFFF}`]

/** The searches of many entries, each of which is limited: whole terms, and what begins with the text. */
function rangesOf({ text, prefix }: NameSearch, kind: Entry['kind']): { sql: string[]; values: string[] } {
  const terms = termsFor(text)
  const range = rangeOf(text)
  return {
    sql: [...terms.whole.map(() => termRange), ...(prefix ? [...prefixRanges, termPrefixRange] : [])],
    values: [
      ...terms.whole,
      ...(prefix ? [...range, kind, ...range, ...range, ...range, ...rangeOf(terms.prefix)] : []),
    ],
  }
}

function searchJoin(search: NameSearch, kind: Entry['kind']): { sql: string; values: readonly string[] } {
  const { text } = search
  const ranges = rangesOf(search, kind)
  return {
    sql: `(${wholeNames} UNION ${limited(ranges.sql, `LIMIT ${maxPrefixMatches}`)}) AS names CROSS JOIN`,
    values: [text, kind, text, text, text, ...ranges.values],
  }
}

function* isTruncated(search: NameSearch | undefined, kind: Entry['kind']): Operation<boolean> {
  if (search === undefined) return false
  const ranges = rangesOf(search, kind)
  return (
    (yield* query(limited(ranges.sql, `LIMIT 1 OFFSET ${maxPrefixMatches}`), ...ranges.values)).length > 0
  )
}

const customerJoin = `(
  SELECT id AS owned FROM entries WHERE customer = ? UNION
  SELECT entry_id FROM attempts WHERE customer = ?
) AS customers CROSS JOIN`

export function* listEntries({
  kind,
  needsReview: review,
  status,
  customer,
  destinations,
  paidTwice,
  search,
  since,
  until,
  after,
  limit,
}: ListQuery): Operation<EntryPage> {
  const where = ['kind = ?']
  const values: (string | number)[] = [kind]
  const joins: string[] = []
  if (search !== undefined) {
    const join = searchJoin(search, kind)
    joins.push(join.sql)
    where.push('id = named')
    values.unshift(...join.values)
  }
  if (customer !== undefined) {
    joins.unshift(customerJoin)
    where.push('id = owned')
    values.unshift(customer, customer)
  }
  if (paidTwice) {
    joins.unshift('(SELECT entry_id AS twice FROM terms WHERE term = ?) AS doubled CROSS JOIN')
    where.push('id = twice')
    values.unshift(paidTwiceTerm)
  }
  if (review !== undefined) where.push(`needs_review = ${review ? 1 : 0}`)
  if (status !== undefined) {
    // Few entries need review: the index of all with this status is not used then.
    where.push(review === true ? "COALESCE(status, '') = ?" : 'status = ?')
    values.push(status)
  }
  if (since !== undefined) {
    where.push('created_at >= ?')
    values.push(since)
  }
  if (until !== undefined) {
    where.push('created_at < ?')
    values.push(until)
  }
  if (destinations !== undefined) {
    where.push(`destination IN (${destinations.map(() => '?').join(', ')})`)
    values.push(...destinations)
  }
  if (after !== undefined) {
    where.push('(created_at, id) < (SELECT created_at, id FROM entries WHERE id = ?)')
    values.push(after)
  }
  const rows = yield* query(
    `SELECT ${columns} FROM ${joins.join(' ')} entries WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...values,
    limit + 1,
  )
  const page = rows
    .slice(0, limit)
    .map((row) => ({ id: String(row['id']), entries: readable(parseRow, row) }))
  return {
    entries: page.flatMap((row) => row.entries),
    unreadable: page.flatMap((row) => (row.entries.length === 0 ? [row.id] : [])),
    after: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    truncated: yield* isTruncated(search, kind),
  }
}
