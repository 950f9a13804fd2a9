import type { PayoutView } from '../../contract/payout.ts'
import { type CsvValue, csvLine } from '../../service/csv-line.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { paidAttempt } from '../rules/checkout/checkout.ts'
import type { Payout } from '../rules/model.ts'
import { payoutViewOf } from '../rules/payout/view.ts'
import { isoTime, isoTimeOrNull } from '../rules/time.ts'
import { type ListQuery, maxPrefixMatches } from '../store/entries.ts'
import type { EntryEvent, EventQuery, ListedEvent } from '../store/events.ts'
import { pagesOf } from '../store/page.ts'
import { listCheckouts } from './entry-detail.ts'

/** What is exported, and the filters of its list. */
export type CsvExport =
  | { what: 'checkouts' | 'payouts'; query: EntryFilters }
  | { what: 'events'; query: EventFilters }
type EntryFilters = Omit<ListQuery, 'kind' | 'after' | 'limit'>
type EventFilters = Omit<EventQuery, 'after' | 'limit'>

/**
 * An entry takes ten times the memory of its line. What is in memory when the young generation of V8 is collected makes
 * that grow, so few entries are read at a time.
 */
const pageSize = 3

/** Characters of a part of the response. Other requests are served between two parts. */
const partLength = 5_000

/** The columns of a file, each with its value in a row. */
type Columns<T> = Readonly<Record<string, (row: T) => CsvValue>>

interface Page<T> {
  entries: T[]
  /** The ids of those that cannot be read. */
  unreadable: string[]
}

/** The file as text, part by part, newest first: what is stored meanwhile is not in it. */
export function exportAsCsv(context: Context, { what, query }: CsvExport): AsyncGenerator<string> {
  switch (what) {
    case 'checkouts':
      return toCsv(checkoutColumns, checkoutRows(context, query), ['checkout', 'status'])
    case 'payouts':
      return toCsv(payoutColumns, payoutRows(context, query), ['payout', 'status'])
    case 'events':
      return toCsv(eventColumns, eventRows(context, query), ['event', 'type'])
  }
}

/** Throws `malformed` for a search that would leave out rows. */
export async function requireComplete({ store }: Context, { what, query }: CsvExport): Promise<void> {
  if (what === 'events' || query.search === undefined) return
  const kind = what === 'checkouts' ? 'checkout' : 'payout'
  const { truncated } = await store.list({ kind, search: query.search, limit: 1 })
  if (truncated)
    throw new ProblemError('malformed', `search: more than ${maxPrefixMatches} names begin with it`)
}

/** A row that cannot be read is not left out: it has its id in `idColumn`, and `unreadable` in `stateColumn`. */
async function* toCsv<T>(
  columns: Columns<T>,
  pages: AsyncIterable<Page<T>>,
  [idColumn, stateColumn]: readonly [id: string, state: string],
): AsyncGenerator<string> {
  const names = Object.keys(columns)
  let part = `${csvLine(names)}\r\n`
  const readers = Object.values(columns)
  for await (const { entries, unreadable } of pages) {
    for (const entry of entries) part += `${csvLine(readers.map((read) => read(entry)))}\r\n`
    for (const id of unreadable) {
      const cells = new Map([
        [idColumn, id],
        [stateColumn, 'unreadable'],
      ])
      part += `${csvLine(names.map((name) => cells.get(name) ?? null))}\r\n`
    }
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

const checkoutRows = (context: Context, filters: EntryFilters): AsyncGenerator<Page<CheckoutRow>> =>
  pagesOf(pageSize, (page) => listCheckouts(context, { ...filters, ...page }))

const payoutRows = ({ store }: Context, filters: EntryFilters): AsyncGenerator<Page<PayoutRow>> =>
  pagesOf(pageSize, async (page) => {
    const { entries, ...end } = await store.list({ kind: 'payout', ...filters, ...page })
    return { entries: entries.map((payout) => ({ payout, view: payoutViewOf(payout) })), ...end }
  })

const eventRows = ({ store }: Context, filters: EventFilters): AsyncGenerator<Page<ListedEvent>> =>
  pagesOf(pageSize, async (page) => {
    const { events, ...end } = await store.listEvents({ ...filters, ...page })
    return { entries: events, ...end }
  })

type CheckoutRow = Awaited<ReturnType<typeof listCheckouts>>['entries'][number]

/** The attempt that was paid, or the last one. */
const shownAttempt = ({ checkout }: CheckoutRow) => paidAttempt(checkout) ?? checkout.attempts.at(-1)

const checkoutColumns: Columns<CheckoutRow> = {
  order: ({ checkout }) => checkout.order,
  checkout: ({ checkout }) => checkout.id,
  status: ({ summary }) => summary.status,
  final: ({ summary }) => summary.final,
  needs_review: ({ summary }) => summary.needsReview,
  amount: ({ summary }) => summary.amount.value,
  currency: ({ summary }) => summary.amount.currency,
  // The order had another currency before: no program may add it to the others.
  paid: ({ summary: { paid, amount } }) =>
    paid && (paid.currency === amount.currency ? paid.value : `${paid.value} ${paid.currency}`),
  method: ({ summary }) => summary.method,
  attempts: ({ checkout }) => checkout.attempts.length,
  succeeded_attempts: ({ checkout }) => checkout.attempts.filter(({ state }) => state === 'succeeded').length,
  pipeline: (row) => shownAttempt(row)?.pipeline ?? null,
  external_transaction_id: (row) => shownAttempt(row)?.externalTransactionId ?? null,
  external_id: (row) => shownAttempt(row)?.externalId ?? null,
  created_at: ({ summary }) => summary.createdAt,
  updated_at: ({ summary }) => summary.updatedAt,
  expires_at: ({ checkout }) => isoTime(checkout.expiresAt),
}

interface PayoutRow {
  payout: Payout
  view: PayoutView
}

const payoutColumns: Columns<PayoutRow> = {
  reference: ({ view }) => view.reference,
  payout: ({ payout }) => payout.id,
  status: ({ view }) => view.status,
  needs_review: ({ view }) => view.needsReview,
  amount: ({ view }) => view.amount.value,
  currency: ({ view }) => view.amount.currency,
  paid: ({ view }) => view.paid?.value ?? null,
  pipeline: ({ payout }) => payout.attempts[0]?.pipeline ?? null,
  external_transaction_id: ({ view }) => view.externalTransactionId,
  external_id: ({ view }) => view.externalId,
  created_at: ({ view }) => view.createdAt,
  updated_at: ({ view }) => view.updatedAt,
  checkout: ({ payout }) => payout.refundOf,
}

/** Null: of a callback, which has no attempt. */
const entryEvent = ({ event }: ListedEvent): EntryEvent | null =>
  event.type === 'callback.unmatched' ? null : event

const eventColumns: Columns<ListedEvent> = {
  event: ({ event }) => event.id,
  type: ({ event }) => event.type,
  at: ({ event }) => isoTime(event.at),
  ref: ({ event }) => event.ref,
  entry: ({ event }) => event.entryId,
  attempt: (row) => entryEvent(row)?.attempt ?? null,
  external_transaction_id: (row) => entryEvent(row)?.externalTransactionId ?? null,
  external_id: ({ event }) => event.externalId,
  requested: (row) => entryEvent(row)?.requested.value ?? null,
  paid: ({ event }) => (event.type === 'callback.unmatched' ? event.amount : (event.paid?.value ?? null)),
  currency: (row) => entryEvent(row)?.requested.currency ?? null,
  tries: ({ tries }) => tries,
  resends: ({ resends }) => resends,
  delivered_at: ({ deliveredAt }) => isoTimeOrNull(deliveredAt),
  error: ({ error }) => error,
  refund: (row) => entryEvent(row)?.refund?.id ?? null,
}
