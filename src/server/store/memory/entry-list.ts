import { isPaidTwice } from '../../rules/checkout/paid-twice.ts'
import { customersOf } from '../../rules/customers.ts'
import { type Entry, type EntryOf, isOfKind, type Kind } from '../../rules/model.ts'
import { statusAtWrite } from '../../rules/payout/view.ts'
import { termsFor, termsOf } from '../../rules/search-terms.ts'
import { type EntryPage, type ListQuery, maxPrefixMatches, type NameSearch, refOf } from '../entries.ts'
import { pageOf } from '../page.ts'
import { comparePositions, cursorOf, type Position, positionAt } from '../position.ts'
import { entriesOf, isReviewed, type Tables } from './tables.ts'

/** All that entries can be searched by, a function for each kind of name. */
const namesOf: readonly ((entry: Entry, kind: Kind) => string[])[] = [
  ({ id }) => [id],
  (entry, kind) => (entry.kind === kind ? [refOf(entry)] : []),
  ({ attempts }) => attempts.map(({ externalTransactionId }) => externalTransactionId),
  ({ attempts }) => attempts.flatMap(({ externalId }) => externalId ?? []),
]

/** The entries that a search finds. */
function namedBy(
  entries: readonly Entry[],
  { text, prefix }: NameSearch,
  kind: Kind,
): { ids: Set<string>; truncated: boolean } {
  const ids = new Set<string>()
  let truncated = false
  const add = (found: readonly { id: string }[]): void => {
    for (const { id } of found.slice(0, maxPrefixMatches)) ids.add(id)
    truncated ||= found.length > maxPrefixMatches
  }
  const terms = termsFor(text)
  for (const term of terms.whole) add(entries.filter((entry) => termsOf(entry).includes(term)))
  for (const names of namesOf) {
    const named = entries.flatMap((entry) => names(entry, kind).map((name) => ({ id: entry.id, name })))
    for (const { id, name } of named) if (name === text) ids.add(id)
    if (!prefix) continue
    const matches = named.filter(({ name }) => name.startsWith(text))
    add(matches.sort((a, b) => (a.name < b.name ? 1 : -1)))
  }
  if (prefix) add(entries.filter((entry) => termsOf(entry).some((term) => term.startsWith(terms.prefix))))
  return { ids, truncated }
}

const positionOf = ({ createdAt: at, id }: Entry): Position => ({ at, seq: 0, id })

const hasDestination = (entry: Entry, fingerprints: readonly string[]): boolean =>
  entry.kind === 'payout' && fingerprints.includes(entry.destination?.fingerprints[0] ?? '')

export function listEntries<K extends Kind>(tables: Tables, query: ListQuery<K>): EntryPage<EntryOf<K>> {
  const { kind, needsReview, status, customer, destinations, paidTwice, search, since, until, after, limit } =
    query
  const ordered = entriesOf(tables).sort((a, b) => comparePositions(positionOf(b), positionOf(a)))
  const found = search === undefined ? null : namedBy(ordered, search, kind)
  const listed = ordered
    .filter((entry) => after === undefined || comparePositions(positionOf(entry), positionAt(after)) < 0)
    .filter((entry) => isOfKind(entry, kind))
    .filter(({ id }) => needsReview === undefined || isReviewed(tables, id) === needsReview)
    .filter((entry) => status === undefined || statusAtWrite(entry) === status)
    .filter((entry) => customer === undefined || customersOf(entry).includes(customer))
    .filter((entry) => destinations === undefined || hasDestination(entry, destinations))
    .filter((entry) => paidTwice !== true || isPaidTwice(entry))
    .filter((entry) => found === null || found.ids.has(entry.id))
    .filter(
      ({ createdAt }) => createdAt >= (since ?? createdAt) && (until === undefined || createdAt < until),
    )
  const { page, after: next } = pageOf(listed, limit, (entry) => cursorOf(positionOf(entry)))
  return { entries: page, unreadable: [], after: next, truncated: found?.truncated ?? false }
}
