import { readCreditTransfer } from './credit-transfer.ts'
import { readEmv } from './emv.ts'
import { type PaymentCode, UnreadableCodeError } from './payment-code.ts'
import { readPaymentLink } from './payment-link.ts'
import { readSpayd } from './spayd.ts'

/**
 * Reads a payment code: EMV merchant-presented, EPC 069-12, NBU, SPAYD, or a link of a payment system. Null if the text
 * is in another format. Throws `UnreadableCodeError`.
 */
export function readPaymentCode(text: string): PaymentCode | null {
  const code = readEmv(text) ?? readCreditTransfer(text) ?? readSpayd(text) ?? readPaymentLink(text)
  if (code === null && misplacedMark.test(text))
    throw new UnreadableCodeError('something precedes the mark of the format')
  return code
}

/** A banking app may skip what precedes the mark (a byte order mark, a space), and would pay a code that was not compared. */
const misplacedMark = /^.{1,16}?(?:BCD\s*[\r\n]|SPD\s*\*|000201\d\d)/is
