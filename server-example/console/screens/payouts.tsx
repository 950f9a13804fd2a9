import { PayoutStatus, type PayoutView } from 'paypane/contract'
import { EntryList, type Kind } from '../parts/entry-list.tsx'
import { Badge, Heading, Moment, ReviewBadge, Sum } from '../parts/small.tsx'
import { hashOf, type Narrowing } from '../route.ts'
import type { Session } from '../session.ts'

/** Every payout there is. */
export function Payouts({ session, at }: { session: Session; at: Narrowing }) {
  const kind: Kind<PayoutView> = {
    page: 'payouts',
    statuses: PayoutStatus.options,
    searchHint: 'reference, externalTransactionId or externalId',
    async load(wish, stop) {
      const { payouts, next } = await session.api.payouts(wish, stop)
      return { rows: payouts, next }
    },
    table: (rows, caption) => <PayoutTable rows={rows} caption={caption} />,
  }
  return (
    <>
      <div class="head">
        <Heading title="Payouts">Payouts</Heading>
        {session.pipelines.some(({ profile }) => profile === 'payout') && (
          <a class="main" href={hashOf({ page: 'new-payout' })}>
            Make a payout
          </a>
        )}
      </div>
      <EntryList kind={kind} at={at} />
    </>
  )
}

function PayoutTable({ rows, caption }: { rows: PayoutView[]; caption: string }) {
  return (
    <table class="list">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th class="name long">Reference</th>
          <th class="state">Status</th>
          <th class="number">Asked</th>
          <th class="number wide">Paid out</th>
          <th class="wide when-column">Created</th>
          <th class="widest when-column">Changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line) => (
          <tr key={line.reference}>
            <td>
              <a href={hashOf({ page: 'payout', reference: line.reference })}>{line.reference}</a>
              {line.externalId !== null && <small class="id-line">{line.externalId}</small>}
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
