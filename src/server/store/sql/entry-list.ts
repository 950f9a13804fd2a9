import { type EntryOf, isOfKind, type Kind } from '../../rules/model.ts'
import { paidTwiceTerm, termsFor } from '../../rules/search-terms.ts'
import { type EntryPage, type ListQuery, maxPrefixMatches, type NameSearch } from '../entries.ts'
import { pageOf } from '../page.ts'
import { cursorOf, positionAt } from '../position.ts'
import { columns, parseRow } from './entry-row.ts'
import { joined, type Operation, query, raw, readable, type Statement, sql } from './statement.ts'

/** Each kind of name by its own index, joined first: otherwise a planner may scan all entries. */
const wholeNames = (text: string, kind: Kind): Statement => sql`
  SELECT id AS named FROM entries WHERE id = ${text} UNION
  SELECT id FROM entries WHERE kind = ${kind} AND ref = ${text} UNION
  SELECT entry_id FROM attempts WHERE external_transaction_id = ${text} UNION
  SELECT entry_id FROM attempts WHERE external_id = ${text}`

/** Of the entries with a term, the newest. */
const termRange = (term: string): Statement =>
  sql`SELECT entry_id AS named FROM terms WHERE term = ${term} ORDER BY created_at DESC, entry_id DESC`

/** Names from a text to the last one that begins with it: below that one and the last character there is. */
function prefixRange(named: string, column: string, from: Statement, text: string): Statement {
  const name = raw(column)
  return sql`SELECT ${raw(named)} AS named FROM ${from}
    ${name} >= ${text} AND ${name} < ${`${text}\u{10FFFF}`} ORDER BY ${name} DESC`
}

/** The searches of many entries, each of which is limited: whole terms, and what begins with the text. */
function rangesOf({ text, prefix }: NameSearch, kind: Kind): Statement[] {
  const terms = termsFor(text)
  const whole = terms.whole.map(termRange)
  if (!prefix) return whole
  return [
    ...whole,
    prefixRange('id', 'id', sql`entries WHERE`, text),
    prefixRange('id', 'ref', sql`entries WHERE kind = ${kind} AND`, text),
    prefixRange('entry_id', 'external_transaction_id', sql`attempts WHERE`, text),
    prefixRange('entry_id', 'external_id', sql`attempts WHERE`, text),
    prefixRange('entry_id', 'term', sql`terms WHERE`, terms.prefix),
  ]
}

const limited = (ranges: readonly Statement[], limit: string): Statement =>
  joined(
    ranges.map((range, index) => sql`SELECT named FROM (${range} ${raw(limit)}) AS ${raw(`range_${index}`)}`),
    ' UNION ',
  )

function* isTruncated(search: NameSearch | undefined, kind: Kind): Operation<boolean> {
  if (search === undefined) return false
  return (yield* query`${limited(rangesOf(search, kind), `LIMIT 1 OFFSET ${maxPrefixMatches}`)}`).length > 0
}

export function* listEntries<K extends Kind>({
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
}: ListQuery<K>): Operation<EntryPage<EntryOf<K>>> {
  const where = [sql`kind = ${kind}`]
  const joins: Statement[] = []
  if (search !== undefined) {
    const ranges = limited(rangesOf(search, kind), `LIMIT ${maxPrefixMatches}`)
    joins.push(sql`(${wholeNames(search.text, kind)} UNION ${ranges}) AS names CROSS JOIN`)
    where.push(sql`id = named`)
  }
  if (customer !== undefined) {
    joins.unshift(sql`(
      SELECT id AS owned FROM entries WHERE customer = ${customer} UNION
      SELECT entry_id FROM attempts WHERE customer = ${customer}
    ) AS customers CROSS JOIN`)
    where.push(sql`id = owned`)
  }
  if (paidTwice) {
    joins.unshift(
      sql`(SELECT entry_id AS twice FROM terms WHERE term = ${paidTwiceTerm}) AS doubled CROSS JOIN`,
    )
    where.push(sql`id = twice`)
  }
  if (review !== undefined) where.push(review ? sql`needs_review = 1` : sql`needs_review = 0`)
  // Few entries need review: the index of all with this status is not used then.
  if (status !== undefined)
    where.push(review === true ? sql`COALESCE(status, '') = ${status}` : sql`status = ${status}`)
  if (since !== undefined) where.push(sql`created_at >= ${since}`)
  if (until !== undefined) where.push(sql`created_at < ${until}`)
  if (destinations !== undefined) where.push(sql`destination IN (${joined(destinations)})`)
  if (after !== undefined) {
    const { at, id } = positionAt(after)
    where.push(sql`(created_at, id) < (${at}, ${id})`)
  }
  const rows = yield* query`
    SELECT created_at, ${columns} FROM ${joined(joins, ' ')} entries WHERE ${joined(where, ' AND ')}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`
  const found = rows.map((row) => ({
    at: Number(row['created_at']),
    id: String(row['id']),
    entries: readable(parseRow, row),
  }))
  const { page, after: next } = pageOf(found, limit, cursorOf)
  return {
    entries: page.flatMap((row) => row.entries).filter((entry) => isOfKind(entry, kind)),
    unreadable: page.flatMap((row) => (row.entries.length === 0 ? [row.id] : [])),
    after: next,
    truncated: yield* isTruncated(search, kind),
  }
}
