import type { PayoutView } from '../../contract/index.ts'
import { EntryList, type ListOptions } from '../parts/entry-list.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Heading } from '../parts/layout.tsx'
import { type Filters, hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'

/** The list of payouts. */
export function Payouts({ session, filters }: { session: Session; filters: Filters }) {
  const options: ListOptions<PayoutView> = {
    page: 'payouts',
    firstStatus: 'awaiting_approval',
    searchHint: 'start of a reference, externalTransactionId or externalId',
    async load(query, abortSignal) {
      const { payouts, ...page } = await session.api.payouts(query, abortSignal)
      return { rows: payouts, ...page }
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
        {mayDo(session, 'payout:create') && session.pipelines.some(({ profile }) => profile === 'payout') && (
          <a class="button-primary" href={hashOf({ page: 'new-payout' })}>
            Make a payout
          </a>
        )}
        <ExportButton session={session} what="payouts" filters={filters} />
      </div>
      <EntryList options={options} filters={filters} />
    </>
  )
}
