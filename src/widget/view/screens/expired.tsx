import { RetryActions } from '../parts/retry-actions.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The time to pay is over. Money on its way still counts. */
export function expired(model: CheckoutModel): ScreenContent {
  const { state, t } = model
  return {
    tone: 'warning',
    heading: t('expired'),
    hint: state.mayHavePaid && t('doNotSendAgain'),
    body: <RetryActions model={model} mayHavePaid={state.mayHavePaid} />,
  }
}
