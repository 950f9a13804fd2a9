import type { TransferAction } from '../../../contract/view.ts'
import type { PaymentDetails } from '../../../service/order.ts'

/** What the view shows of a QR field. */
export type PayableQr = Pick<TransferAction, 'qr' | 'code' | 'link'>

/** Decrypted payment details, with what the view shows of their QR field. */
export type DecryptedDetails = PaymentDetails & PayableQr
