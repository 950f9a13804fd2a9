import type { PaymentChoice } from '../../core/client.ts'
import { canStartAgain } from '../../core/reducer.ts'
import type { Translator } from '../../i18n/translator.ts'
import { deferredStyles } from '../../styles/deferred.ts'
import type { ClaimCode } from '../claim/form.tsx'
import type { CodeLoaders, Lazy } from '../loader.ts'
import type { CheckoutModel, Model, ScreenContent } from '../model.ts'
import type { PayerFieldsForm } from '../payer-fields/screen.tsx'
import type { QrCodes } from '../qr/open-qr.ts'
import { QrCode } from '../qr/qr-code.tsx'
import { blocked } from './blocked.tsx'
import { checkOptions } from './check-options.ts'
import { checking } from './checking.tsx'
import { copyByCommand } from './copy-by-command.ts'
import { Countdown } from './countdown.tsx'
import { warnOfOrigin, warnWithoutOrder } from './developer-note.tsx'
import { phrase } from './phrase.ts'
import { SavedCards } from './saved-cards.tsx'
import { Slow } from './slow.tsx'
import { BackButton, MoreWays, replaceHint } from './start-again.tsx'
import { succeeded } from './succeeded.tsx'
import { awaitsForm, takeOver } from './take-over.ts'
import { Unopened } from './unopened.tsx'
import { errorPhrase, expired, failed, underpaid } from './unpaid.tsx'

/** What few payers need, loaded when it is. */
export interface OnDemand {
  /** The form of payer fields. */
  payerFields: PayerFieldsForm
  claim: ClaimCode
  /** What reads, encodes and exports QR codes. */
  qr: QrCodes
}

/** What the widget shows besides the payment details, loaded while it requests them. */
export interface DeferredParts extends Readonly<typeof deferredParts> {
  /** Set by the entry that loads these parts. */
  loaders?: CodeLoaders
}

/** What each rendering of the widget in a page checks and loads. */
function beforeRender({ options, state, load }: Model): void {
  checkOptions(options)
  if (state.view?.fields && (state.view.status === 'choosing' || canStartAgain(state)))
    void load('payerFields')
}

/** The screen with the fields of a payment method; undefined while its form is loading. */
function fillingIn(model: CheckoutModel, choice: PaymentChoice): Lazy<ScreenContent> {
  const { payerFields } = model.code
  return payerFields ? payerFields.screen(model, choice) : payerFields
}

/** What the payer reads after a visit to the payment page. */
const returned = (t: Translator) => ({
  heading: phrase(t, 'returned'),
  hint: phrase(t, 'returnedHint'),
})

export const deferredParts = {
  styles: deferredStyles,
  beforeRender,
  blocked,
  checking,
  underpaid,
  failed,
  expired,
  succeeded,
  fillingIn,
  returned,
  BackButton,
  SavedCards,
  Slow,
  MoreWays,
  QrCode,
  replaceHint,
  errorPhrase,
  Countdown,
  Unopened,
  copyByCommand,
  awaitsForm,
  takeOver,
  warnOfOrigin,
  warnWithoutOrder,
}
