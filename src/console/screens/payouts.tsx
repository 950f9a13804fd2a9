import { PayoutStatus, type PayoutView } from '../../contract/index.ts'
import { Heading } from '../parts/common.tsx'
import { EntryList, type ListOptions } from '../parts/entry-list.tsx'
import { type Filters, hashOf } from '../route.ts'
import type { Session } from '../session.ts'

/** Every payout there is. */
export function Payouts({ session, filters }: { session: Session; filters: Filters }) {
  const options: ListOptions<PayoutView> = {
    page: 'payouts',
    statuses: PayoutStatus.options,
    searchHint: 'reference, externalTransactionId or externalId',
    async load(query, abortSignal) {
      const { payouts, next } = await session.api.payouts(query, abortSignal)
      return { rows: payouts, next }
    },
    name: {
      heading: 'Reference',
      className: 'name long',
      text: ({ reference }) => reference,
      id: ({ externalId }) => externalId,
    },
    route: ({ reference }) => ({ page: 'payout', reference }),
    paidLabel: 'Paid out',
    extraColumns: [],
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
      <EntryList options={options} filters={filters} />
    </>
  )
}
