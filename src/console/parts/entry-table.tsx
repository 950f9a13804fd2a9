import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import type { CheckoutSummary, PayoutView } from '../../contract/index.ts'
import { hashOf, type Route } from '../route.ts'
import { Amount } from './amount.tsx'
import { Badge, Mark, ReviewBadge } from './badge.tsx'
import { Timestamp } from './timestamp.tsx'

export type Entry = z.infer<typeof CheckoutSummary> | PayoutView

/** What differs between the tables of checkouts and payouts. */
export interface Columns<T> {
  /** The first column: a reference, with an id below it. */
  name: { heading: string; className: string; text(entry: T): string; id(entry: T): string | null }
  route(entry: T): Route
  /** The label of the amount that was paid. */
  paidLabel: string
  /** Labels beside the status, such as `paid late`. */
  marks?(entry: T): readonly string[]
  extraColumns: readonly { heading: string; className: string; cell(entry: T): ComponentChildren }[]
}

/** Checkouts or payouts as rows. */
export function EntryTable<T extends Entry>({
  columns: { name, route, paidLabel, marks, extraColumns },
  rows,
  caption,
}: {
  columns: Columns<T>
  rows: readonly T[]
  caption: string
}) {
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
                <Badge status={entry.status} /> {entry.needsReview && <ReviewBadge />}
                {marks?.(entry).map((mark) => (
                  <Mark key={mark}>{mark}</Mark>
                ))}
              </td>
              <td class="number">
                <Amount amount={entry.amount} />
              </td>
              <td class="number wide">
                <Amount amount={entry.paid} />
              </td>
              {extraColumns.map(({ heading, className, cell }) => (
                <td key={heading} class={className}>
                  {cell(entry)}
                </td>
              ))}
              <td class="wide">
                <Timestamp time={entry.createdAt} />
              </td>
              <td class="widest">
                <Timestamp time={entry.updatedAt} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
