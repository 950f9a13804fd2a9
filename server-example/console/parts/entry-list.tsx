import type { ListWish } from '../api.ts'
import { useFeed } from '../feed.ts'
import { everything, hashOf, type Narrowing } from '../route.ts'
import { type Columns, EntryTable, type Line } from './entry-table.tsx'
import { NarrowingForm } from './narrowing.tsx'
import { Trouble } from './small.tsx'

interface Page<T> {
  rows: T[]
  next: string | null
}

/** What is a list's own; the rest checkouts and payouts have in common. */
export interface Kind<T> extends Columns<T> {
  page: 'checkouts' | 'payouts'
  statuses: readonly string[]
  searchHint: string
  load(wish: ListWish, stop: AbortSignal): Promise<Page<T>>
}

/** Seconds between two looks at a list. */
const pace = () => 15

/** What needs a human first, then all the rest, newest first, a page at a time. */
export function EntryList<T extends Line>({ kind, at }: { kind: Kind<T>; at: Narrowing }) {
  const apart = at.search === '' && !at.review
  const where = hashOf({ page: kind.page, ...at })
  return (
    <>
      <NarrowingForm page={kind.page} at={at} statuses={kind.statuses} searchHint={kind.searchHint} />
      {apart && at.after === null && <ForReview key={`review ${where}`} kind={kind} at={at} />}
      <Rows key={where} kind={kind} at={at} apart={apart} />
    </>
  )
}

/** Those that need a human. */
function ForReview<T extends Line>({ kind, at }: { kind: Kind<T>; at: Narrowing }) {
  const feed = useFeed((stop) => kind.load({ ...at, review: true }, stop), pace)
  const page = feed.value.value
  if (page === null || page.rows.length === 0) return null
  return (
    <section class="card for-review" aria-labelledby="for-review">
      <h2 id="for-review">
        Needs review{' '}
        <span class="count">{page.next === null ? page.rows.length : `${page.rows.length}+`}</span>
      </h2>
      <EntryTable columns={kind} rows={page.rows} caption="What needs review" />
      {page.next !== null && (
        <p class="pager">
          <a href={hashOf({ page: kind.page, ...at, review: true, after: page.next })}>
            More that need review
          </a>
        </p>
      )}
    </section>
  )
}

function Rows<T extends Line>({ kind, at, apart }: { kind: Kind<T>; at: Narrowing; apart: boolean }) {
  const feed = useFeed((stop) => kind.load({ ...at, calm: apart }, stop), pace)
  const page = feed.value.value
  const rows = page?.rows.toSorted((a, b) => Number(b.needsReview) - Number(a.needsReview)) ?? []
  return (
    <section class="card rows" aria-label={apart ? 'All others' : 'Found'} aria-busy={page === null}>
      <Trouble failure={feed.failure.value} again={feed.refresh} />
      {page === null ? (
        <p class="quiet-line">Loading…</p>
      ) : rows.length === 0 ? (
        <p class="quiet-line">{emptyWords(at)}</p>
      ) : (
        <EntryTable columns={kind} rows={rows} caption="Newest first" />
      )}
      <p class="pager">
        {at.after !== null && <a href={hashOf({ page: kind.page, ...at, after: null })}>Newest</a>}
        {page !== null && page.next !== null && (
          <a href={hashOf({ page: kind.page, ...at, after: page.next })}>Older</a>
        )}
      </p>
    </section>
  )
}

function emptyWords(at: Narrowing): string {
  if (at.search !== '') return 'Nothing has this name. A name is found whole, letter for letter.'
  if (at.review) return 'Nothing needs review.'
  return at.status === everything.status && at.after === null ? 'Nothing here yet.' : 'Nothing here.'
}
