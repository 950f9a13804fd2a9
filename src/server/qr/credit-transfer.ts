import { accountOf, type PaymentCode, readAmount, UnreadableCodeError } from './payment-code.ts'

/** The currency by the fourth line: SCT in EPC 069-12, the others in versions 001 to 003 of the NBU. */
const currencies = new Map([
  ['SCT', 'EUR'],
  ['UCT', 'UAH'],
  ['ICT', 'UAH'],
  ['XCT', 'UAH'],
])

/**
 * Reads an EPC 069-12 code (SEPA credit transfer), or a code of the National Bank of Ukraine, which has the same lines.
 * Null if the text is in another format.
 */
export function readCreditTransfer(text: string): PaymentCode | null {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const [mark, , , transfer = '', , , iban = '', amountLine = ''] = lines
  if (mark !== 'BCD') return null
  const ownCurrency = currencies.get(transfer)
  const [, currency = ownCurrency, amount] = /^([A-Z]{3})?([\d.,]*)$/.exec(amountLine) ?? []
  if (ownCurrency === undefined || currency === undefined || amount === undefined || iban === '')
    throw new UnreadableCodeError('a line of the transfer is not valid')
  return { amount: readAmount(amount), currency, accounts: accountOf('iban', iban) }
}
