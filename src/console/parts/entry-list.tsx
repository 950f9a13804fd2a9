import type { ComponentChildren } from 'preact'
import type { CheckoutSummary, PayoutStatus, PayoutView } from '../../contract/index.ts'
import type { ApiError, ListQuery } from '../api.ts'
import { usePolling } from '../polling.ts'
import { type Filters, hashOf, type ListPage, noFilters, type Route } from '../route.ts'
import { failureOf, lastOf, withoutPart } from '../settled.ts'
import { receivedOf, statusLabel } from '../texts/status.ts'
import { Badge, Mark, ReviewBadge } from './badge.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { FilterForm } from './filters.tsx'
import { Pager } from './pager.tsx'
import { Polled } from './polled.tsx'
import { type Column, Table } from './table.tsx'
import { type Decisions, ToDecide } from './to-decide.tsx'
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
  /** What waits for a decision, in place of the entries that need review, where nothing is filtered. */
  loadToDecide?: (abortSignal: AbortSignal, before: Decisions | null) => Promise<Decisions>
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

/** The parts of a page; null: not loaded. */
interface Loaded<T> {
  toDecide: Decisions | null
  review: ComponentChildren
  awaiting: ComponentChildren
  page: Page<T> | null
  /** Why a part is missing or as it was before. */
  failure: ApiError | null
}

const refreshSeconds = 15

/** A list in pages, newest first. Entries that need review come before the rest. */
export function EntryList<T extends Entry>({ options, filters }: ListProps<T>) {
  return (
    <>
      <FilterForm page={options.page} filters={filters} searchHint={options.searchHint} />
      <Entries key={hashOf({ page: options.page, ...filters })} options={options} filters={filters} />
    </>
  )
}

/** Everything is loaded together: what comes first would otherwise move the rest down under a pointer. */
function Entries<T extends Entry>({ options, filters }: ListProps<T>) {
  const { search, review, status, after } = filters
  const separateReview = search === '' && !review
  const loadToDecide = isUnfiltered(options.page, filters) ? options.loadToDecide : undefined
  const firstStatus = separateReview && status === null ? (options.firstStatus ?? null) : null

  async function loadSection(title: string, only: Partial<Filters>, abortSignal: AbortSignal) {
    const query = { ...filters, ...only }
    const page = await options.load(query, abortSignal)
    return <FirstSection title={title} options={options} filters={query} page={page} />
  }
  const polling = usePolling<Loaded<T>>(async (abortSignal, before) => {
    const [toDecide, review, awaiting, page] = await Promise.allSettled([
      loadToDecide?.(abortSignal, before?.toDecide ?? null) ?? null,
      loadToDecide === undefined &&
        separateReview &&
        after === null &&
        loadSection('Needs review', { review: true }, abortSignal),
      firstStatus !== null &&
        after === null &&
        loadSection('Awaiting approval', { status: firstStatus }, abortSignal),
      options.load({ ...filters, withoutReview: separateReview }, abortSignal),
    ])
    const notDecided = failureOf(review) ?? failureOf(awaiting)
    const decisions = lastOf(toDecide, before?.toDecide)
    return {
      toDecide: decisions,
      review: lastOf(review, before?.review),
      awaiting: lastOf(awaiting, before?.awaiting),
      page: lastOf(page, before?.page),
      failure:
        failureOf(page) ??
        decisions?.failure ??
        (notDecided && withoutPart('What waits for a decision', notDecided)),
    }
  }, refreshSeconds)
  const loaded = polling.value.value
  return (
    <>
      {loaded?.toDecide && <ToDecide {...loaded.toDecide} />}
      {loaded?.review}
      {loaded?.awaiting}
      <section
        class="card rows"
        aria-label={separateReview ? 'All others' : 'Found'}
        aria-busy={loaded === null}
      >
        <Polled polling={polling}>
          {({ page, failure }) => {
            const { rows = [], unreadable, truncated } = page ?? {}
            const others = rows
              .filter((entry) => entry.status !== firstStatus)
              .sort((a, b) => Number(b.needsReview) - Number(a.needsReview))
            return (
              <>
                <ErrorAlert failure={failure} onRetry={polling.refresh} />
                {others.length > 0 ? (
                  <EntryTable options={options} rows={others} caption="Newest first" />
                ) : (
                  !unreadable && failure === null && <p class="empty">{emptyMessage(filters)}</p>
                )}
                <PutAside ids={unreadable} />
                {truncated && <p class="empty">Not all that match are found. Enter more characters.</p>}
              </>
            )
          }}
        </Polled>
        <Pager
          routeOf={(to) => ({ page: options.page, ...filters, after: to })}
          after={after}
          next={loaded?.page?.next}
        />
      </section>
    </>
  )
}

const isUnfiltered = (page: ListPage, filters: Filters): boolean =>
  hashOf({ page, ...filters }) === hashOf({ page, ...noFilters })

interface SectionProps<T> extends ListProps<T> {
  title: string
  page: Page<T>
}

/** Entries that need an operator's decision. */
function FirstSection<T extends Entry>({ title, options, filters, page }: SectionProps<T>) {
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
