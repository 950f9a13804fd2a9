import type { ComponentChildren } from 'preact'
import type { CheckoutSummary, PayoutStatus, PayoutView } from '../../contract/index.ts'
import type { ListQuery } from '../api.ts'
import { usePolling } from '../polling.ts'
import { type Filters, hashOf, noFilters, type Route } from '../route.ts'
import { receivedOf, statusLabel } from '../texts/status.ts'
import { Badge, Mark, ReviewBadge } from './badge.tsx'
import { FilterForm } from './filters.tsx'
import { Pager } from './pager.tsx'
import { Polled } from './polled.tsx'
import { type Column, Table } from './table.tsx'
import { Amount, Timestamp } from './values.tsx'
import { PutAside, Waiting } from './waiting.tsx'

interface Page<T> {
  rows: T[]
  next: string | null
  /** More entries match than are found. */
  truncated?: true | undefined
  /** Ids that cannot be read. */
  unreadable?: readonly string[] | undefined
}

type Entry = CheckoutSummary | PayoutView

/** What differs between the lists of checkouts and payouts. */
export interface ListOptions<T> {
  page: 'checkouts' | 'payouts'
  /** Entries of this status come before the others. */
  firstStatus?: PayoutStatus
  searchHint: string
  load(query: ListQuery, abortSignal: AbortSignal): Promise<Page<T>>
  /** What waits for a decision, in place of a list of the entries that need review, where nothing is filtered. */
  toDecide?: ComponentChildren
  /** The first column: a reference, with an id below it. */
  name: { heading: string; className: string; text(entry: T): string; id(entry: T): string | null }
  route(entry: T): Route
  /** The label of the amount that was paid. */
  paidLabel: string
  /** Labels beside the status, such as `paid late`. */
  marks?(entry: T): readonly string[]
  extraColumns: readonly Column<T>[]
}

interface ListProps<T> {
  options: ListOptions<T>
  filters: Filters
}

const refreshSeconds = 15

/** A list in pages, newest first. Entries that need review come before the rest. */
export function EntryList<T extends Entry>({ options, filters }: ListProps<T>) {
  const separateReview = filters.search === '' && !filters.review
  const firstStatus = separateReview && filters.status === null ? (options.firstStatus ?? null) : null
  const href = hashOf({ page: options.page, ...filters })
  return (
    <>
      <FilterForm page={options.page} filters={filters} searchHint={options.searchHint} />
      {options.toDecide !== undefined && href === hashOf({ page: options.page, ...noFilters })
        ? options.toDecide
        : separateReview &&
          filters.after === null && (
            <FirstSection
              key={`review ${href}`}
              title="Needs review"
              options={options}
              filters={{ ...filters, review: true }}
            />
          )}
      {firstStatus !== null && filters.after === null && (
        <FirstSection
          key={`first ${href}`}
          title="Awaiting approval"
          options={options}
          filters={{ ...filters, status: firstStatus }}
        />
      )}
      <EntryRows
        key={href}
        options={options}
        filters={filters}
        separateReview={separateReview}
        firstStatus={firstStatus}
      />
    </>
  )
}

/** Entries that need an operator's decision. */
function FirstSection<T extends Entry>({ title, options, filters }: ListProps<T> & { title: string }) {
  const polling = usePolling((abortSignal) => options.load(filters, abortSignal), refreshSeconds)
  const page = polling.value.value
  if (page === null) return null
  return (
    <Waiting
      title={title}
      count={page.rows.length}
      hasMore={page.next !== null}
      unreadable={page.unreadable}
      more={page.next && <a href={hashOf({ page: options.page, ...filters, after: page.next })}>More</a>}
    >
      <EntryTable options={options} rows={page.rows} caption={title} />
    </Waiting>
  )
}

interface RowsProps<T> extends ListProps<T> {
  separateReview: boolean
  firstStatus: string | null
}

function EntryRows<T extends Entry>({ options, filters, separateReview, firstStatus }: RowsProps<T>) {
  const polling = usePolling(
    (abortSignal) => options.load({ ...filters, withoutReview: separateReview }, abortSignal),
    refreshSeconds,
  )
  const page = polling.value.value
  return (
    <section class="card rows" aria-label={separateReview ? 'All others' : 'Found'} aria-busy={page === null}>
      <Polled polling={polling}>
        {({ rows, unreadable, truncated }) => {
          const others = rows
            .filter(({ status }) => status !== firstStatus)
            .sort((a, b) => Number(b.needsReview) - Number(a.needsReview))
          return (
            <>
              {others.length > 0 ? (
                <EntryTable options={options} rows={others} caption="Newest first" />
              ) : (
                !unreadable && <p class="empty">{emptyMessage(filters)}</p>
              )}
              <PutAside ids={unreadable} />
              {truncated && <p class="empty">Not all that match are found. Enter more characters.</p>}
            </>
          )
        }}
      </Polled>
      <Pager
        routeOf={(to) => ({ page: options.page, ...filters, after: to })}
        after={filters.after}
        next={page?.next}
      />
    </section>
  )
}

function emptyMessage({ search, review, status, since, until, after }: Filters): string {
  if (search !== '')
    return 'No match. The search finds references, ids, amounts, recipients and the last four digits.'
  if (review) return 'Nothing needs review.'
  return (status ?? since ?? until ?? after) === null ? 'Nothing here yet.' : 'Nothing here.'
}

interface TableProps<T> {
  options: ListOptions<T>
  rows: readonly T[]
  caption: string
}

function EntryTable<T extends Entry>({ options, rows, caption }: TableProps<T>) {
  const { name, route, paidLabel, marks, extraColumns } = options
  const hrefOf = (entry: T): string => hashOf(route(entry))
  const nameOf = (entry: T) => {
    const id = name.id(entry)
    return (
      <>
        <a href={hrefOf(entry)}>{name.text(entry)}</a>
        {id !== null && <small class="id-line">{id}</small>}
      </>
    )
  }
  const statusOf = (entry: T) => (
    <>
      <Badge status={entry.status} {...statusLabel(entry)} /> {entry.needsReview && <ReviewBadge />}
      {marks?.(entry).map((mark) => (
        <Mark key={mark}>{mark}</Mark>
      ))}
    </>
  )
  return (
    <Table
      class="list"
      rows={rows}
      rowKey={hrefOf}
      caption={caption}
      columns={[
        [name.heading, `main ${name.className}`, nameOf],
        ['Status', 'state', statusOf],
        ['Requested', 'number', ({ amount }) => <Amount amount={amount} />],
        [paidLabel, 'number wide', (entry) => <Amount amount={receivedOf(entry)} />],
        ...extraColumns,
        ['Created', 'wide when-column', ({ createdAt }) => <Timestamp time={createdAt} relative />],
        ['Changed', 'widest when-column', ({ updatedAt }) => <Timestamp time={updatedAt} relative />],
      ]}
    />
  )
}
