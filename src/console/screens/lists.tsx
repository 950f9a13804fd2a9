import type { CheckoutSummary, PayoutView } from '../../contract/index.ts'
import { EntryList, type ListOptions } from '../parts/entry-list.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Head } from '../parts/layout.tsx'
import { loadToDecide } from '../parts/to-decide.tsx'
import { Today } from '../parts/today.tsx'
import { type Filters, hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { marksOf } from '../texts/status.ts'

export function Checkouts({ session, filters }: { session: Session; filters: Filters }) {
  const options: ListOptions<CheckoutSummary> = {
    page: 'checkouts',
    searchHint: 'order, id, amount, recipient or last four digits',
    async load(query, abortSignal) {
      const { checkouts, ...page } = await session.api.checkouts(query, abortSignal)
      return { rows: checkouts, ...page }
    },
    name: { heading: 'Order', className: 'name', text: ({ order }) => order, id: ({ id }) => id },
    route: ({ id }) => ({ page: 'checkout', id }),
    paidLabel: 'Paid',
    loadToDecide: (abortSignal, before) => loadToDecide(session, abortSignal, before),
    marks: marksOf,
    extraColumns: [
      [
        'Method',
        'widest method',
        ({ method }) => method?.replace('-', ' ') ?? <span class="placeholder">–</span>,
      ],
      ['Attempts', 'number widest attempts', ({ attemptCount }) => attemptCount],
    ],
  }
  return (
    <>
      <Head title="Checkouts">
        <ExportButton session={session} what="checkouts" filters={filters} />
      </Head>
      <Today session={session} />
      <EntryList options={options} filters={filters} />
    </>
  )
}

export function Payouts({ session, filters }: { session: Session; filters: Filters }) {
  const options: ListOptions<PayoutView> = {
    page: 'payouts',
    firstStatus: 'awaiting_approval',
    searchHint: 'reference, id, amount or last four digits',
    async load(query, abortSignal) {
      const { payouts, ...page } = await session.api.payouts(query, abortSignal)
      return { rows: payouts, ...page }
    },
    name: {
      heading: 'Reference',
      className: 'name with-id',
      text: ({ reference }) => reference,
      id: ({ externalId }) => externalId,
    },
    route: ({ reference }) => ({ page: 'payout', reference }),
    paidLabel: 'Paid out',
    extraColumns: [],
  }
  return (
    <>
      <Head title="Payouts">
        {mayDo(session, 'payout:create') && session.pipelines.some(({ profile }) => profile === 'payout') && (
          <a class="button-primary" href={hashOf({ page: 'new-payout' })}>
            Make a payout
          </a>
        )}
        <ExportButton session={session} what="payouts" filters={filters} />
      </Head>
      <EntryList options={options} filters={filters} />
    </>
  )
}
