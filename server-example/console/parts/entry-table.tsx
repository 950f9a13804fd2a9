import type { CheckoutLine, PayoutView } from 'paypane/contract'
import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import { hashOf, type Route } from '../route.ts'
import { Badge, Moment, ReviewBadge, Sum } from './small.tsx'

export type Line = z.infer<typeof CheckoutLine> | PayoutView

/** What is a table's own. */
export interface Columns<T> {
  /** The first column: the name of a thing, its heading's look, and an id below the name. */
  name: { heading: string; look: string; of(line: T): string; id(line: T): string | null }
  route(line: T): Route
  /** How the money is called that has moved. */
  paid: string
  more: readonly { heading: string; look: string; cell(line: T): ComponentChildren }[]
}

/** Checkouts or payouts as rows. */
export function EntryTable<T extends Line>({
  columns: { name, route, paid, more },
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
          <th class={name.look}>{name.heading}</th>
          <th class="state">Status</th>
          <th class="number">Asked</th>
          <th class="number wide">{paid}</th>
          {more.map(({ heading, look }) => (
            <th key={heading} class={look}>
              {heading}
            </th>
          ))}
          <th class="wide when-column">Created</th>
          <th class="widest when-column">Changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line) => {
          const where = hashOf(route(line))
          const id = name.id(line)
          return (
            <tr key={where}>
              <td>
                <a href={where}>{name.of(line)}</a>
                {id !== null && <small class="id-line">{id}</small>}
              </td>
              <td>
                <Badge status={line.status} /> {line.needsReview && <ReviewBadge />}
              </td>
              <td class="number">
                <Sum of={line.amount} />
              </td>
              <td class="number wide">
                <Sum of={line.paid} />
              </td>
              {more.map(({ heading, look, cell }) => (
                <td key={heading} class={look}>
                  {cell(line)}
                </td>
              ))}
              <td class="wide">
                <Moment at={line.createdAt} />
              </td>
              <td class="widest">
                <Moment at={line.updatedAt} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
