import { useSignal } from '@preact/signals'
import type { CheckoutDetail } from '../../contract/index.ts'
import { ActionButton } from '../parts/action-form.tsx'
import { CaseFileButton, ClaimCard } from '../parts/claim-card.tsx'
import { DetailPage } from '../parts/detail-page.tsx'
import { Refunds } from '../parts/refunds.tsx'
import { FieldRow, Id, Timestamp, writeToClipboard } from '../parts/values.tsx'
import { mayDo, type Session } from '../session.ts'
import { checkoutSentence } from '../texts/status.ts'

/** Final checkouts seldom change. */
const intervalSeconds = ({ final, needsReview }: CheckoutDetail): number => (final && !needsReview ? 30 : 3)

export function Checkout({ session, id }: { session: Session; id: string }) {
  return (
    <DetailPage<CheckoutDetail>
      kind="checkout"
      title={(detail) => (detail === null ? 'Checkout' : `Order ${detail.order}`)}
      load={(abortSignal) => session.api.checkout(id, abortSignal)}
      intervalSeconds={intervalSeconds}
      resolve={mayDo(session, 'resolve') ? (action) => session.api.resolveCheckout(id, action) : null}
      sentence={checkoutSentence}
      paidLabel="Paid"
      hint={({ final }) =>
        final ? 'Final: its status no longer changes.' : 'Not final: Paypane still watches it.'
      }
      decisions={(detail, decide) => (
        <>
          <Refunds session={session} detail={detail} decide={decide} />
          {detail.claims
            .filter(({ state }) => state === 'open')
            .map((claim) => (
              <ClaimCard
                key={claim.number}
                session={session}
                checkout={id}
                claim={claim}
                title="The payer claims that the money was sent"
                decline={(reason, text) => decide(session.api.declineClaim(claim.number, { reason, text }))}
              />
            ))}
        </>
      )}
      extraFields={({ expiresAt, seenAt, id: checkout, linkable, claims }) => (
        <>
          <FieldRow label="Expires">
            <Timestamp time={expiresAt} />
          </FieldRow>
          <FieldRow label="Payment page last open">
            <Timestamp time={seenAt} />
          </FieldRow>
          <FieldRow label="Checkout">
            <Id>{checkout}</Id>
          </FieldRow>
          {claims.every(({ state }) => state !== 'open') && (
            <FieldRow label="For the service's support">
              <CaseFileButton session={session} checkout={checkout} />
            </FieldRow>
          )}
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

/** Creates a payment link and copies it. If the browser forbids copying, the link is shown. */
function CopyLink({ createLink }: { createLink(): Promise<string> }) {
  const shown = useSignal<{ url: string; isCopied: boolean } | null>(null)

  async function copy(): Promise<void> {
    const url = await createLink()
    const isCopied = await writeToClipboard(url)
    shown.value = { url, isCopied }
  }

  return (
    <>
      <ActionButton run={copy}>Copy link</ActionButton>
      <span role="status">{shown.value?.isCopied ? ' Copied. It is valid for seven days.' : ''}</span>
      {shown.value?.isCopied === false && <Id>{shown.value.url}</Id>}
    </>
  )
}
