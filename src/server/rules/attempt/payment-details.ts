import type { CodeMismatch } from '../../../contract/activity.ts'
import type { PayTo } from '../../../contract/attempt.ts'
import type { TransferAction } from '../../../contract/view.ts'
import { redact } from '../../../service/error-message.ts'
import type { PaymentDetails } from '../../../service/order.ts'
import type { Attempt } from '../model.ts'
import { maskText } from '../payout/destination.ts'

/** What the view shows of a QR field. `mismatch`: why it shows nothing of a code that can be read. */
export type PayableQr = Pick<TransferAction, 'qr' | 'code' | 'link'> & { mismatch: CodeMismatch | null }

/** Decrypted payment details, with what the view shows of their QR field. */
export type DecryptedDetails = PaymentDetails & PayableQr

/** The number that a transfer is sent to. */
const destinationOf = ({ card, iban, accountNumber, number }: PaymentDetails): string | null =>
  card ?? iban ?? accountNumber ?? number

/**
 * The payer can pay by the form, and a transfer also to a number or by the QR code that is shown. A recipient, a bank and
 * a method only say more about these. The widget decides in the same way what it shows.
 */
export const isPayable = ({ profile }: Pick<Attempt, 'profile'>, details: DecryptedDetails): boolean =>
  details.formUrl !== null || (profile === 'p2p' && (destinationOf(details) ?? details.qr) !== null)

/** Only a transfer and a form are paid by payment details. */
export const needsDetails = ({ profile }: Attempt): boolean => profile !== 'token' && profile !== 'payout'

/** For operators, after the payment details are deleted. */
export function payToOf(details: PaymentDetails): PayTo {
  const destination = destinationOf(details)
  const { fio, bank } = details
  return {
    destination: destination === null ? null : maskText(destination),
    recipient: fio === null ? null : redact(fio),
    bank: bank === null ? null : redact(bank),
  }
}
