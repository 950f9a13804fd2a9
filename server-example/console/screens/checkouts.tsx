import { type CheckoutLine, Status } from 'paypane/contract'
import type { z } from 'zod'
import { EntryList, type Kind } from '../parts/entry-list.tsx'
import { Heading } from '../parts/small.tsx'
import type { Narrowing } from '../route.ts'
import type { Session } from '../session.ts'

/** Every checkout there is. */
export function Checkouts({ session, at }: { session: Session; at: Narrowing }) {
  const kind: Kind<z.infer<typeof CheckoutLine>> = {
    page: 'checkouts',
    statuses: Status.options,
    searchHint: 'order, checkout id, externalTransactionId or externalId',
    async load(wish, stop) {
      const { checkouts, next } = await session.api.checkouts(wish, stop)
      return { rows: checkouts, next }
    },
    name: { heading: 'Order', look: 'name', of: ({ order }) => order, id: ({ id }) => id },
    route: ({ id }) => ({ page: 'checkout', id }),
    paid: 'Paid',
    more: [
      {
        heading: 'By',
        look: 'wide way',
        cell: ({ method }) => method?.replace('-', ' ') ?? <span class="none">–</span>,
      },
      { heading: 'Attempts', look: 'number widest tally', cell: ({ attempt }) => attempt },
    ],
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
