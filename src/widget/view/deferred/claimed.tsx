import type { CheckoutView } from '../../../contract/view.ts'
import { hasReportFailed } from '../../core/reducer.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { FieldRow } from '../parts/field-list.tsx'
import { PostButton } from '../parts/post-button.tsx'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'

/** The payer said that the money was sent, and somebody looks into it. */
export const claimed = (model: CheckoutModel): ScreenContent => {
  const { view, t } = model
  const { number = '', text } = view.claim ?? {}
  return {
    tone: 'active',
    heading: phrase(t, 'checking'),
    hint: phrase(t, 'claimOpen'),
    body: (
      <>
        <p class="note">{phrase(t, 'checkSent')}</p>
        {text && (
          <p class="note" dir="auto">
            {text}
          </p>
        )}
        <dl class="field-list">
          <FieldRow model={model} name="claim" label={phrase(t, 'claimNumber')} isNumber copyValue={number} />
        </dl>
        {view.canClaim && <ClaimDetails model={model} />}
        <Contact model={model} />
      </>
    ),
  }
}

const reasons: Readonly<Partial<Record<string, 'claimNotReceived' | 'claimWrongReceipt' | 'claimCounted'>>> =
  {
    not_received: 'claimNotReceived',
    wrong_receipt: 'claimWrongReceipt',
    counted_already: 'claimCounted',
  }

/** The payer has said that the money was sent. */
export const hasReported = ({ claim, reportedSentAt }: CheckoutView) => claim ?? reportedSentAt

/** A button that reports the money as sent, or withdraws the report. With a report, the payer can add details to it. */
export const ReportSent = ({ model, sent = true }: { model: CheckoutModel; sent?: boolean }) => (
  <PostButton
    model={model}
    fields={{ act: 'sent', sent: String(sent) }}
    class="secondary"
    label={
      sent && !hasReported(model.view)
        ? model.t('reportSent')
        : phrase(model.t, sent ? 'claimAdd' : 'notSentYet')
    }
    onPress={() => model.session.reportSent(sent)}
  />
)

/** What was decided about the payer's claim, and the offer of a claim. */
export function ClaimActions({ model }: { model: CheckoutModel }) {
  const { view, state, t } = model
  const { claim } = view
  const reason = reasons[claim?.reason ?? '']
  return (
    <>
      {claim?.state === 'declined' && (
        <p class="note">
          {`${phrase(t, 'claimDeclined')} ${reason ? phrase(t, reason) : ''} `}
          <bdi>{claim.text}</bdi>
        </p>
      )}
      {view.canClaim && (
        <>
          {hasReportFailed(state) && (
            <p class="note urgent" role="alert">
              {t('actionFailed')}
            </p>
          )}
          <div class="actions">
            <ReportSent model={model} />
          </div>
        </>
      )}
    </>
  )
}

/** The form of what the payer knows about the transfer. Without it the claim stands all the same. */
export function ClaimDetails({ model }: { model: CheckoutModel }) {
  void model.load('claim')
  const { claim } = model.code
  const { view, t } = model
  // What was typed and uploaded is of one attempt.
  return claim && <claim.ClaimForm model={model} removeLabel={phrase(t, 'deleteCard')} key={view.attempts} />
}
