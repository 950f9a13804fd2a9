import { type CheckoutLine, Status } from 'paypane/contract'
import type { z } from 'zod'
import { EntryList, type Kind } from '../parts/entry-list.tsx'
import { Badge, Heading, Moment, ReviewBadge, Sum } from '../parts/small.tsx'
import { hashOf, type Narrowing } from '../route.ts'
import type { Session } from '../session.ts'

type Line = z.infer<typeof CheckoutLine>

/** Every checkout there is. */
export function Checkouts({ session, at }: { session: Session; at: Narrowing }) {
  const kind: Kind<Line> = {
    page: 'checkouts',
    statuses: Status.options,
    searchHint: 'order, checkout id, externalTransactionId or externalId',
    async load(wish, stop) {
      const { checkouts, next } = await session.api.checkouts(wish, stop)
      return { rows: checkouts, next }
    },
    table: (rows, caption) => <CheckoutTable rows={rows} caption={caption} />,
  }
  return (
    <>
      <div class="head">
        <Heading title="Checkouts">Checkouts</Heading>
      </div>
      <EntryList kind={kind} at={at} />
    </>
  )
}

function CheckoutTable({ rows, caption }: { rows: Line[]; caption: string }) {
  return (
    <table class="list">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th class="name">Order</th>
          <th class="state">Status</th>
          <th class="number">Asked</th>
          <th class="number wide">Paid</th>
          <th class="wide way">By</th>
          <th class="number widest tally">Attempts</th>
          <th class="wide when-column">Created</th>
          <th class="widest when-column">Changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line) => (
          <tr key={line.id}>
            <td>
              <a href={hashOf({ page: 'checkout', id: line.id })}>{line.order}</a>
              <small class="id-line">{line.id}</small>
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
            <td class="wide">
              {line.method === null ? <span class="none">–</span> : line.method.replace('-', ' ')}
            </td>
            <td class="number widest">{line.attempt}</td>
            <td class="wide">
              <Moment at={line.createdAt} />
            </td>
            <td class="widest">
              <Moment at={line.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
