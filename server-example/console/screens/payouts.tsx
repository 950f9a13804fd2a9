import { PayoutStatus, type PayoutView } from 'paypane/contract'
import { EntryList, type Kind } from '../parts/entry-list.tsx'
import { Heading } from '../parts/small.tsx'
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
    name: {
      heading: 'Reference',
      look: 'name long',
      of: ({ reference }) => reference,
      id: ({ externalId }) => externalId,
    },
    route: ({ reference }) => ({ page: 'payout', reference }),
    paid: 'Paid out',
    more: [],
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
