import type { TransferAction } from '../../../contract/view.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { FieldList } from '../parts/field-list.tsx'
import { ClaimActions, ClaimDetails, claimed, ReportSent } from './claimed.tsx'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'
import { After } from './slow.tsx'
import { formatTime } from './time-left.ts'

/** Most transfers have arrived by then. */
const slowTransferMs = 120_000

/** After "I’ve sent the money", here or on another device: waits for the transfer, with the payment details collapsed. */
export function checking(model: CheckoutModel, action: TransferAction | null): ScreenContent {
  const { state, view, t } = model
  const { reportedSentAt } = view
  if (view.claim?.state === 'open') return claimed(model)
  // A report that has not arrived is lost with the page.
  const mayLeave = action && reportedSentAt && !state.unsentReport
  // Until the server has confirmed it, the room of its time. A server does not know the payer's time zone.
  const isReported = Boolean(reportedSentAt) && !state.unconfirmed
  const time = state.unconfirmed ? '00 0000, 00:00' : formatTime(reportedSentAt ?? view.now, t.locale)
  return {
    tone: 'active',
    heading: phrase(t, 'checking'),
    hint: phrase(t, mayLeave ? 'checkingHint' : 'stillChecking'),
    otherHint: phrase(t, mayLeave ? 'stillChecking' : 'checkingHint'),
    canCopyAmount: action !== null,
    body: (
      <>
        <p key={`${isReported}`} class={isReported ? 'note' : 'note hidden'}>
          {phrase(t, 'reportedAt', { time })}
        </p>
        {action ? (
          <>
            <details>
              <summary>{phrase(t, 'details')}</summary>
              <FieldList model={model} action={action} />
            </details>
            {view.canClaim && (
              // The errors of a form that a server refused are inside.
              <details open={state.fieldErrors.length > 0}>
                <summary>{phrase(t, 'claimAdd')}</summary>
                <ClaimDetails model={model} />
              </details>
            )}
          </>
        ) : (
          <>
            <ClaimActions model={model} />
            <Contact model={model} />
          </>
        )}
        <div class="actions">
          <ReportSent model={model} sent={false} />
        </div>
        {action && <SlowTransfer model={model} />}
      </>
    ),
  }
}

/** Two minutes after the payer's report, also if that was before a reload: what to do, and how to get help. */
function SlowTransfer({ model }: { model: CheckoutModel }) {
  const { session, t, view } = model
  const slow = phrase(t, 'slow')
  const waitedMs = view.reportedSentAt ? session.serverNow() - Date.parse(view.reportedSentAt) : 0
  return (
    // The server's confirmation may show that more time has passed.
    <After key={view.reportedSentAt} model={model} ms={slowTransferMs - waitedMs} announcement={slow}>
      <p class="note">{`${slow} ${phrase(t, 'checkSent')}`}</p>
      <Contact model={model} />
    </After>
  )
}
