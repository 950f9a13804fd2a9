import type { CodeMismatch } from '../../contract/activity.ts'
import type { Money } from '../../contract/money.ts'
import type { PaymentDetails } from '../../service/order.ts'
import { readQr } from '../../widget/view/qr/read-qr.ts'
import type { PayableQr } from '../rules/attempt/payment-details.ts'
import { bankLinkOf } from './bank-link.ts'
import { codeMismatch } from './code-mismatch.ts'
import { encodeQr } from './encode-qr.ts'

const nothing: PayableQr = { qr: null, code: null, link: null }

/** The QR field with its encoded code and its link. All are null if the code contradicts the payment. */
export function payableQr(details: PaymentDetails, requested: Money): PayableQr {
  const { qrUrl } = details
  if (qrUrl === null || mismatchOf(details, requested) !== null) return nothing
  const content = readQr(qrUrl)
  if (content?.type !== 'text') return { ...nothing, qr: qrUrl }
  return { qr: qrUrl, code: encodeQr(content.text), link: bankLinkOf(content.text) }
}

/** Why the QR code of these payment details is not shown; null if it is shown, or if there is none. */
export function mismatchOf(details: PaymentDetails, requested: Money): CodeMismatch | null {
  const content = details.qrUrl === null ? null : readQr(details.qrUrl)
  return content?.type === 'text' ? codeMismatch(content.text, requested, details) : null
}
