import type { TransferAction } from '../../../contract/view.ts'
import { deferredStyles } from '../../styles/deferred.ts'
import type { ClaimForm } from '../claim/form.tsx'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { QrCode } from '../qr/qr-code.tsx'
import { blocked } from './blocked.tsx'
import { checking } from './checking.tsx'
import { unlessClaimed } from './claimed.tsx'
import { Contact } from './contact.tsx'
import { copyByCommand } from './copy-by-command.ts'
import { Countdown } from './countdown.tsx'
import { DeleteCard } from './delete-card.tsx'
import { warnWithoutOrder } from './developer-note.tsx'
import { Slow } from './slow.tsx'
import { MoreWays, replaceHint } from './start-again.tsx'
import { succeeded } from './succeeded.tsx'
import { takeOver } from './take-over.ts'
import { timeLeftHint } from './time-left.ts'
import { Unopened, watchOpening } from './unopened.tsx'
import { actionErrorText, expired, failed, underpaid } from './unpaid.tsx'

/** The form of a claim, loaded when it is offered. */
export interface ClaimParts {
  ClaimForm: typeof ClaimForm
}

/** What the widget shows besides the payment details, loaded while it requests them. */
export interface DeferredParts {
  loadClaim?: () => Promise<ClaimParts>
  /** On a server, which renders it at once. */
  claim?: ClaimParts
  styles: string
  blocked: typeof blocked
  checking: (model: CheckoutModel, action: TransferAction | null) => ScreenContent
  underpaid: (model: CheckoutModel) => ScreenContent
  failed: (model: CheckoutModel) => ScreenContent
  expired: (model: CheckoutModel) => ScreenContent
  succeeded: (model: CheckoutModel) => ScreenContent
  Contact: typeof Contact
  DeleteCard: typeof DeleteCard
  Slow: typeof Slow
  MoreWays: typeof MoreWays
  QrCode: typeof QrCode
  replaceHint: typeof replaceHint
  actionErrorText: typeof actionErrorText
  Countdown: typeof Countdown
  timeLeftHint: typeof timeLeftHint
  Unopened: typeof Unopened
  watchOpening: typeof watchOpening
  copyByCommand: typeof copyByCommand
  takeOver: typeof takeOver
  warnWithoutOrder: typeof warnWithoutOrder
}

export const deferredParts: DeferredParts = {
  styles: deferredStyles,
  blocked,
  checking: (model, action) => unlessClaimed(() => checking(model, action))(model),
  underpaid: unlessClaimed(underpaid),
  failed: unlessClaimed(failed),
  expired: unlessClaimed(expired),
  succeeded,
  Contact,
  DeleteCard,
  Slow,
  MoreWays,
  QrCode,
  replaceHint,
  actionErrorText,
  Countdown,
  timeLeftHint,
  Unopened,
  watchOpening,
  copyByCommand,
  takeOver,
  warnWithoutOrder,
}
