import type { CheckoutDetail } from '../../contract/index.ts'
import { FieldRow, Id, Timestamp } from '../parts/common.tsx'
import { DetailPage } from '../parts/detail-page.tsx'
import type { Session } from '../session.ts'
import { checkoutSentence } from '../words/status.ts'

/** What is over seldom changes. */
const intervalSeconds = ({ final, needsReview }: CheckoutDetail): number => (final && !needsReview ? 30 : 3)

/** One checkout's whole story. */
export function Checkout({ session, id }: { session: Session; id: string }) {
  return (
    <DetailPage<CheckoutDetail>
      kind="checkout"
      list={{ page: 'checkouts', name: 'Checkouts' }}
      title={(story) => (story === null ? 'Checkout' : `Order ${story.order}`)}
      load={(stop) => session.api.checkout(id, stop)}
      intervalSeconds={intervalSeconds}
      resolve={(act) => session.api.resolveCheckout(id, act)}
      sentence={checkoutSentence}
      paidLabel="Paid"
      hint={({ final }) =>
        final ? 'Final: nothing can change any more.' : 'Not final: it is being watched.'
      }
      extraFields={({ expiresAt, id: checkout }) => (
        <>
          <FieldRow label="Payer's time until">
            <Timestamp time={expiresAt} />
          </FieldRow>
          <FieldRow label="Checkout">
            <Id>{checkout}</Id>
          </FieldRow>
        </>
      )}
    />
  )
}
