import type { Reason } from '../../../contract/view.ts'
import { isAttemptsLimit } from '../../core/reducer.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import { RetryActions } from '../parts/retry-actions.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

type ReasonKey = MessageKey & `reason${string}`

/** `authorization` means that the shop or a gateway was not authorized, which is a technical problem for the payer. */
const groupMessages: Readonly<Partial<Record<Reason['group'], ReasonKey>>> = {
  technical: 'reasonTechnical',
  authorization: 'reasonTechnical',
  business: 'reasonDeclined',
  risk: 'reasonDeclined',
  user: 'reasonUser',
  issuer: 'reasonIssuer',
}

function messageKeyFor({ key, group }: Reason): ReasonKey | undefined {
  if (key === 'insufficient-funds') return 'reasonFunds'
  return /^(3ds|otp)-/.test(key) ? 'reasonAuthorization' : groupMessages[group]
}

/** The reason and the next step. A transfer may have been sent all the same, so the text never implies lost money. */
export function failed(model: CheckoutModel): ScreenContent {
  const { view, state, t } = model
  const mayHavePaid = state.mayHavePaid && view.method !== 'form' && view.method !== 'saved-card'
  const reason = mayHavePaid
    ? 'doNotSendAgain'
    : !isAttemptsLimit(state) && view.reason && messageKeyFor(view.reason)
  return {
    tone: 'warning',
    heading: t(mayHavePaid ? 'failedTransfer' : 'failed'),
    hint: reason && t(reason),
    body: <RetryActions model={model} mayHavePaid={mayHavePaid} />,
  }
}
