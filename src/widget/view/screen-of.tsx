import type { Action, CheckoutView, TransferAction } from '../../contract/view.ts'
import { canStartAgain, choiceCount, choiceToFillIn, isReportedSent } from '../core/reducer.ts'
import type { Lazy } from './loader.ts'
import type { CheckoutModel, Model, ScreenContent } from './model.ts'
import { isPermittedUrl } from './permitted-url.ts'
import { choosing } from './screens/choosing.tsx'
import { redirect } from './screens/redirect.tsx'
import { transfer } from './screens/transfer.tsx'
import { waiting } from './screens/waiting.tsx'

/** The screen for a state. Every state has exactly one. */
export function screenOf(model: Model): ScreenContent {
  const { state, parts } = model
  const { view, blockingError } = state
  if (blockingError) return deferredScreen(model, parts.blocked?.(model, blockingError))
  if (!view) return waiting(model, 'loading')
  const checkoutModel: CheckoutModel = { ...model, view }
  if (state.starting) return waiting(checkoutModel, 'preparing')
  const choice = choiceToFillIn(state)
  if (choice) return deferredScreen(model, parts.fillingIn?.(checkoutModel, choice))
  if (state.choosingAgain && canStartAgain(state)) return screenOfChoice(checkoutModel)
  switch (view.status) {
    case 'choosing':
      return choiceCount(view) > 0 ? screenOfChoice(checkoutModel) : unavailable(model)
    case 'preparing':
      return waiting(checkoutModel, 'preparing')
    case 'pending':
      return screenOfAction(checkoutModel, view.action)
    case 'succeeded':
      // Shown at once; the rest follows when it is loaded.
      return parts.succeeded?.(checkoutModel) ?? paid(checkoutModel)
    case 'failed':
      return deferredScreen(model, parts.failed?.(checkoutModel))
    case 'expired':
      return deferredScreen(
        model,
        isReportedSent(state) ? parts.checking?.(checkoutModel, null) : parts.expired?.(checkoutModel),
      )
  }
}

/** Saved cards are deferred: had they followed, what is below them would move under a finger. */
function screenOfChoice(model: CheckoutModel): ScreenContent {
  const { view, parts } = model
  const shown = () => choosing(model)
  return view.savedCards?.length
    ? deferredScreen(model, parts.SavedCards && shown(), view.methods.length ? shown : unavailable)
    : shown()
}

/** If the code of the screen cannot be loaded, a screen with fewer words is shown. */
function deferredScreen(
  model: Model,
  screen: Lazy<ScreenContent>,
  fallback: (model: Model) => ScreenContent = unavailable,
): ScreenContent {
  if (screen) return screen
  return screen === null || model.code.deferred === null ? fallback(model) : waiting(model, 'loading')
}

/** The screen of a pending checkout, by what the payer has to do. */
function screenOfAction(model: CheckoutModel, action: Action | null): ScreenContent {
  const pending = () => waiting(model, 'pending')
  if (!action)
    return isUnderpaid(model.view)
      ? deferredScreen(model, model.parts.underpaid?.(model), pending)
      : pending()
  if (action.type === 'redirect') return screenOfForm(model, action.url)
  if (action.formUrl && (model.options.present === 'form' || !hasDetails(action))) {
    return screenOfForm(model, action.formUrl)
  }
  if (!hasDetails(action)) return pending()
  if (isReportedSent(model.state))
    return deferredScreen(model, model.parts.checking?.(model, action), pending)
  const shown = () => transfer(model, action)
  // A QR code alone waits for what belongs to it, so that nothing moves.
  return hasDetails({ ...action, qr: null })
    ? shown()
    : deferredScreen(model, model.parts.QrCode && shown(), action.code ? shown : unavailable)
}

/** Chooses words only, so an amount needs no more than the precision of a number. */
const isUnderpaid = ({ paid, amount }: CheckoutView) => paid && Number(paid.value) <= Number(amount.value)

/** Only permitted URLs are offered to the payer. */
function screenOfForm(model: CheckoutModel, url: string): ScreenContent {
  return isPermittedUrl(url, model.page.isLoopback) ? redirect(model, url) : unavailable(model)
}

/** A transfer needs a destination: a recipient's name or a bank is not enough. */
function hasDetails({ card, phone, iban, accountNumber, qr }: TransferAction): boolean {
  return Boolean(card ?? phone ?? iban ?? accountNumber ?? qr)
}

/** The payment cannot be shown now. The text never implies that money is lost. */
const unavailable = ({ session, state, t, onPress }: Model): ScreenContent => ({
  tone: 'warning',
  heading: t('unavailable'),
  hint: t(state.mayHavePaid ? 'doNotSendAgain' : 'unavailableHint'),
  body: (
    <p class="actions">
      <button type="button" class="primary" onClick={() => onPress(session.refresh)}>
        {t('tryAgain')}
      </button>
    </p>
  ),
})

/** Paid, where the whole screen could not be loaded. */
const paid = ({ state, t }: Model): ScreenContent => ({
  tone: 'success',
  amount: state.view?.paid,
  heading: t('succeeded'),
})
