import { readCreditTransfer } from './credit-transfer.ts'
import { readEmv } from './emv.ts'
import type { PaymentCode } from './payment-code.ts'
import { readPaymentLink } from './payment-link.ts'
import { readSpayd } from './spayd.ts'

/**
 * Reads a payment code: EMV merchant-presented, EPC 069-12, NBU, SPAYD, or a link of a payment system. Null if the text
 * is in another format. Throws `UnreadableCodeError`.
 */
export const readPaymentCode = (text: string): PaymentCode | null =>
  readEmv(text) ?? readCreditTransfer(text) ?? readSpayd(text) ?? readPaymentLink(text)
