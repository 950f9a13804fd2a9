import type { Translator } from '../../i18n/translator.ts'
import { deferredStyles } from '../../styles/deferred.ts'
import type { ClaimForm } from '../claim/form.tsx'
import type { Model } from '../model.ts'
import type { PayerFieldsForm } from '../payer-fields/screen.tsx'
import type { OpenQr } from '../qr/open-qr.ts'
import { QrCode } from '../qr/qr-code.tsx'
import { blocked } from './blocked.tsx'
import { checkOptions } from './check-options.ts'
import { checking } from './checking.tsx'
import { Contact } from './contact.tsx'
import { copyByCommand } from './copy-by-command.ts'
import { Countdown } from './countdown.tsx'
import { warnOfOrigin, warnWithoutOrder } from './developer-note.tsx'
import { fillingIn, preparePayerFields } from './filling-in.ts'
import { phrase } from './phrase.ts'
import { SavedCards } from './saved-cards.tsx'
import { sendHint } from './send-hint.ts'
import { Slow } from './slow.tsx'
import { BackButton, MoreWays, replaceHint } from './start-again.tsx'
import { succeeded } from './succeeded.tsx'
import { takeOver } from './take-over.ts'
import { Unopened, watchOpening } from './unopened.tsx'
import { actionErrorText, expired, failed, underpaid } from './unpaid.tsx'

/** The form of a claim, loaded when it is offered. */
export interface ClaimParts {
  ClaimForm: typeof ClaimForm
}

/** What the widget shows besides the payment details, loaded while it requests them. */
export interface DeferredParts extends Readonly<typeof deferredParts> {
  /** Loads the form of payer fields. The entry that loads these parts sets it. */
  loadPayerFields?: () => Promise<PayerFieldsForm>
  /** Loads the form of a claim. Set in the same way. */
  loadClaim?: () => Promise<ClaimParts>
  /** Loads what reads, encodes and exports QR codes. Set in the same way. */
  loadQr?: () => Promise<OpenQr>
  /** On a server, which renders it at once. */
  claim?: ClaimParts
}

/** What each rendering of the widget in a page checks and loads. */
function beforeRender(container: Element, model: Model): void {
  checkOptions(model.options)
  preparePayerFields(container, model)
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
  Contact,
  SavedCards,
  Slow,
  MoreWays,
  QrCode,
  replaceHint,
  actionErrorText,
  Countdown,
  sendHint,
  Unopened,
  watchOpening,
  copyByCommand,
  takeOver,
  warnOfOrigin,
  warnWithoutOrder,
}
