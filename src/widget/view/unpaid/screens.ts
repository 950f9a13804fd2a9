import type { TransferAction } from '../../../contract/view.ts'
import { unpaidStyles } from '../../styles/unpaid.ts'
import { QrCode } from '../qr/qr-code.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { blocked } from './blocked.ts'
import { checking } from './checking.tsx'
import { Contact } from './contact.tsx'
import { expired } from './expired.tsx'
import { failed } from './failed.tsx'
import { PayAnotherWay } from './pay-another-way.tsx'
import { underpaid } from './underpaid.tsx'

/** What the widget shows of an unpaid payment besides where to pay, loaded on demand. */
export interface UnpaidScreens {
  styles: string
  blocked: typeof blocked
  checking: (model: CheckoutModel, action: TransferAction | null) => ScreenContent
  underpaid: (model: CheckoutModel) => ScreenContent
  failed: (model: CheckoutModel) => ScreenContent
  expired: (model: CheckoutModel) => ScreenContent
  Contact: typeof Contact
  PayAnotherWay: typeof PayAnotherWay
  QrCode: typeof QrCode
}

export const unpaidScreens: UnpaidScreens = {
  styles: unpaidStyles,
  blocked,
  checking,
  underpaid,
  failed,
  expired,
  Contact,
  PayAnotherWay,
  QrCode,
}
