import type { Action, TransferAction } from '../../contract/view.ts'
import type { PaymentChoice } from '../core/client.ts'
import { choiceToFillIn, isAttemptsLimit, isReportedSent } from '../core/reducer.ts'
import type { Model } from './model.ts'
import { isPermittedUrl } from './permitted-url.ts'
import type { CheckoutModel, ScreenContent } from './screen-content.ts'
import { checking } from './screens/checking.tsx'
import { choosing } from './screens/choosing.tsx'
import { error } from './screens/error.tsx'
import { expired } from './screens/expired.tsx'
import { failed } from './screens/failed.tsx'
import { redirect } from './screens/redirect.tsx'
import { succeeded } from './screens/succeeded.tsx'
import { transfer } from './screens/transfer.tsx'
import { loading, pending, preparing } from './screens/waiting.tsx'

/** The screen for a state. Every state has exactly one. */
export function screenOf(model: Model): ScreenContent {
  const { state } = model
  const { view } = state
  if (state.blockingError) return error(model, state.blockingError)
  if (!view) return loading(model)
  const checkoutModel: CheckoutModel = { ...model, view }
  if (state.starting) return preparing(checkoutModel)
  const choice = choiceToFillIn(state)
  if (choice) return screenOfFields(checkoutModel, choice)
  if (state.choosingAgain && (view.retry || view.canSwitch) && !isAttemptsLimit(state))
    return choosing(checkoutModel)
  switch (view.status) {
    case 'choosing':
      return view.methods.length > 0 || view.savedCards?.length
        ? choosing(checkoutModel)
        : error(model, 'unavailable')
    case 'preparing':
      return preparing(checkoutModel)
    case 'pending':
      return screenOfAction(checkoutModel, view.action)
    case 'succeeded':
      return succeeded(checkoutModel)
    case 'failed':
      return failed(checkoutModel)
    case 'expired':
      return isReportedSent(state) ? checking(checkoutModel, null) : expired(checkoutModel)
  }
}

/** The form is loaded on demand. */
function screenOfFields(model: CheckoutModel, choice: PaymentChoice): ScreenContent {
  const { payerFieldsForm, payerFieldsDraft } = model
  if (payerFieldsForm === 'failed') return error(model, 'unavailable')
  return payerFieldsForm ? payerFieldsForm.screen(model, choice, payerFieldsDraft) : loading(model)
}

/** The screen of a pending checkout, by what the payer has to do. */
function screenOfAction(model: CheckoutModel, action: Action | null): ScreenContent {
  if (!action) return pending(model)
  if (action.type === 'redirect') return screenOfForm(model, action.url)
  if (action.formUrl && (model.options.present === 'form' || !hasInstructions(action))) {
    return screenOfForm(model, action.formUrl)
  }
  if (!hasInstructions(action)) return pending(model)
  return isReportedSent(model.state) ? checking(model, action) : transfer(model, action)
}

/** Only permitted URLs are offered to the payer. */
function screenOfForm(model: CheckoutModel, url: string): ScreenContent {
  return isPermittedUrl(url, model.page.isLoopback) ? redirect(model, url) : error(model, 'unavailable')
}

/** A transfer needs a destination: a recipient's name or a bank is not enough. */
function hasInstructions({ card, phone, iban, accountNumber, qr }: TransferAction): boolean {
  return Boolean(card ?? phone ?? iban ?? accountNumber ?? qr)
}
