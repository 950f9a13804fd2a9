import type { CheckoutDetail } from '../../contract/index.ts'
import { CopyLink } from '../parts/copy-link.tsx'
import { DetailPage } from '../parts/detail-page.tsx'
import { FieldRow } from '../parts/field-row.tsx'
import { Id } from '../parts/id.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { mayDo, type Session } from '../session.ts'
import { checkoutSentence } from '../texts/status.ts'

/** Final checkouts seldom change. */
const intervalSeconds = ({ final, needsReview }: CheckoutDetail): number => (final && !needsReview ? 30 : 3)

/** The page of a checkout. */
export function Checkout({ session, id }: { session: Session; id: string }) {
  return (
    <DetailPage<CheckoutDetail>
      kind="checkout"
      list={{ page: 'checkouts', name: 'Checkouts' }}
      title={(detail) => (detail === null ? 'Checkout' : `Order ${detail.order}`)}
      load={(abortSignal) => session.api.checkout(id, abortSignal)}
      intervalSeconds={intervalSeconds}
      resolve={mayDo(session, 'resolve') ? (action) => session.api.resolveCheckout(id, action) : null}
      sentence={checkoutSentence}
      paidLabel="Paid"
      hint={({ final }) =>
        final ? 'Final: nothing can change any more.' : 'Not final: Paypane still watches it.'
      }
      extraFields={({ expiresAt, seenAt, payTo, id: checkout, linkable }) => (
        <>
          <FieldRow label="Expires">
            <Timestamp time={expiresAt} />
          </FieldRow>
          <FieldRow label="Payment page last open">
            <Timestamp time={seenAt} />
          </FieldRow>
          {payTo !== null && (
            <FieldRow label="Payable to">
              {[payTo.destination, payTo.recipient, payTo.bank].filter((part) => part !== null).join(', ')}
            </FieldRow>
          )}
          <FieldRow label="Checkout">
            <Id>{checkout}</Id>
          </FieldRow>
          {linkable && mayDo(session, 'resolve') && (
            <FieldRow label="Payment link">
              <CopyLink createLink={async () => (await session.api.payLink(checkout)).url} />
            </FieldRow>
          )}
        </>
      )}
    />
  )
}
