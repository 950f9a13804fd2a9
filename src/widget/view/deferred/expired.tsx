import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { phrase } from './phrase.ts'
import { RetryActions } from './retry-actions.tsx'

/** The time to pay is over. Money on its way still counts. */
export function expired(model: CheckoutModel): ScreenContent {
  const { state, t } = model
  return {
    tone: 'warning',
    heading: phrase(t, 'expired'),
    hint: state.mayHavePaid && t('doNotSendAgain'),
    body: <RetryActions model={model} mayHavePaid={state.mayHavePaid} />,
  }
}
