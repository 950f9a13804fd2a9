import type { CheckoutView } from '../../../contract/view.ts'
import type { Translator } from '../../i18n/translator.ts'
import { FieldRow } from '../parts/field-list.tsx'
import { PostButton } from '../parts/post-button.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { ClaimDetails } from './claim-details.tsx'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'

/** The screen of a payment that was not received: that of its open claim, where it has one. */
export const unlessClaimed =
  (screen: (model: CheckoutModel) => ScreenContent) =>
  (model: CheckoutModel): ScreenContent =>
    model.view.claim?.state === 'open' ? claimed(model) : screen(model)

/** The payer said that the money was sent, and somebody looks into it. */
const claimed = (model: CheckoutModel): ScreenContent => {
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
          <FieldRow
            model={model}
            name="claim"
            label={phrase(t, 'claimNumber')}
            isNumber
            groups={[number]}
            copyValue={number}
          />
        </dl>
        {view.canClaim && <ClaimDetails model={model} />}
        <Contact model={model} />
      </>
    ),
  }
}

const reasons = {
  not_received: 'claimNotReceived',
  wrong_receipt: 'claimWrongReceipt',
  counted_already: 'claimCounted',
} as const

const reasonText = (t: Translator, { reason = '' }: NonNullable<CheckoutView['claim']>) =>
  Object.entries(reasons).flatMap(([name, key]) => (name === reason ? [phrase(t, key)] : []))[0]

/** What was decided about the payer's claim, and the offer of a claim. */
export function ClaimActions({ model }: { model: CheckoutModel }) {
  const { session, view, t } = model
  const { claim } = view
  return (
    <>
      {claim?.state === 'declined' && (
        <p class="note">
          {`${phrase(t, 'claimDeclined')} ${reasonText(t, claim) ?? ''} `}
          <bdi>{claim.text}</bdi>
        </p>
      )}
      {view.canClaim && (
        <div class="actions">
          <PostButton
            model={model}
            fields={{ act: 'sent', sent: 'true' }}
            class="secondary"
            label={t('reportSent')}
            onPress={() => session.reportSent()}
          />
        </div>
      )}
    </>
  )
}
