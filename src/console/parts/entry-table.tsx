import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import type { CheckoutSummary, PayoutView } from '../../contract/index.ts'
import { hashOf, type Route } from '../route.ts'
import { Amount, Badge, ReviewBadge, Timestamp } from './common.tsx'

export type Entry = z.infer<typeof CheckoutSummary> | PayoutView

/** What is a table's own. */
export interface Columns<T> {
  /** The first column: the name of a thing, its heading's look, and an id below the name. */
  name: { heading: string; className: string; text(entry: T): string; id(entry: T): string | null }
  route(entry: T): Route
  /** How the money is called that has moved. */
  paidLabel: string
  extraColumns: readonly { heading: string; className: string; cell(entry: T): ComponentChildren }[]
}

/** Checkouts or payouts as rows. */
export function EntryTable<T extends Entry>({
  columns: { name, route, paidLabel, extraColumns },
  rows,
  caption,
}: {
  columns: Columns<T>
  rows: readonly T[]
  caption: string
}) {
  return (
    <table class="list">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th class={name.className}>{name.heading}</th>
          <th class="state">Status</th>
          <th class="number">Asked</th>
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
              <td>
                <a href={href}>{name.text(entry)}</a>
                {id !== null && <small class="id-line">{id}</small>}
              </td>
              <td>
                <Badge status={entry.status} /> {entry.needsReview && <ReviewBadge />}
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
