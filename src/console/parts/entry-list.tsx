import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { z } from 'zod'
import type { CheckoutSummary, PayoutStatus, PayoutView } from '../../contract/index.ts'
import type { ListQuery } from '../api.ts'
import { usePolling } from '../polling.ts'
import { type Filters, hashOf, noFilters, type Route } from '../route.ts'
import { statusLabel } from '../texts/status.ts'
import { Badge, Mark, ReviewBadge } from './badge.tsx'
import { FilterForm } from './filters.tsx'
import { Pager } from './pager.tsx'
import { Polled } from './polled.tsx'
import { Amount, Timestamp } from './values.tsx'

interface Page<T> {
  rows: T[]
  next: string | null
  /** More entries match than are found. */
  truncated?: true | undefined
  /** Ids that cannot be read. */
  unreadable?: readonly string[] | undefined
}

type Entry = z.infer<typeof CheckoutSummary> | PayoutView

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
  extraColumns: readonly { heading: string; className: string; cell(entry: T): ComponentChildren }[]
}

interface ListProps<T> {
  options: ListOptions<T>
  filters: Filters
}

const refreshSeconds = () => 15

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
  const id = useId()
  const page = polling.value.value
  if (page === null || (page.rows.length === 0 && !page.unreadable)) return null
  return (
    <section class="card for-review" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="count">{page.next === null ? page.rows.length : `${page.rows.length}+`}</span>
      </h2>
      {page.rows.length > 0 && <EntryTable options={options} rows={page.rows} caption={title} />}
      <PutAside ids={page.unreadable} />
      {page.next !== null && (
        <p class="pager">
          <a href={hashOf({ page: options.page, ...filters, after: page.next })}>More</a>
        </p>
      )}
    </section>
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

/** Entries that cannot be read, which are put aside: nothing about them is known but their ids. */
export function PutAside({ ids = [] }: { ids: readonly string[] | undefined }) {
  if (ids.length === 0) return null
  return (
    <div class="empty put-aside">
      <p>
        {ids.length === 1 ? 'One entry' : `${ids.length} entries`} cannot be read and{' '}
        {ids.length === 1 ? 'is' : 'are'} put aside: damaged, or written by a newer version of Paypane.
        Nothing else is delayed. During an upgrade this passes by itself. Otherwise repair the row in the
        database, or restore it from a backup; the log names the reason.
      </p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </div>
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
  return (
    <table class="list">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th class={name.className}>{name.heading}</th>
          <th class="state">Status</th>
          <th class="number">Requested</th>
          <th class="number wide">{paidLabel}</th>
          {extraColumns.map(({ heading, className }) => (
            <th key={heading} class={className}>
              {heading}
            </th>
          ))}
          <th class="wide when-column">Created</th>
          <th class="widest when-column">Changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => {
          const href = hashOf(route(entry))
          const id = name.id(entry)
          return (
            <tr key={href}>
              <td class="main">
                <a href={href}>{name.text(entry)}</a>
                {id !== null && <small class="id-line">{id}</small>}
              </td>
              <td>
                <Badge status={entry.status} {...statusLabel(entry)} /> {entry.needsReview && <ReviewBadge />}
                {marks?.(entry).map((mark) => (
                  <Mark key={mark}>{mark}</Mark>
                ))}
              </td>
              <td class="number">
                <Amount amount={entry.amount} />
              </td>
              <td class="number wide">
                <Amount amount={'received' in entry ? (entry.received ?? entry.paid) : entry.paid} />
              </td>
              {extraColumns.map(({ heading, className, cell }) => (
                <td key={heading} class={className}>
                  {cell(entry)}
                </td>
              ))}
              <td class="wide">
                <Timestamp time={entry.createdAt} relative />
              </td>
              <td class="widest">
                <Timestamp time={entry.updatedAt} relative />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
