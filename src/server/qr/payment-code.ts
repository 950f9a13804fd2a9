/** An account in a payment code, named like the payment detail that it is compared with. */
export interface CodeAccount {
  kind: 'card' | 'phone' | 'iban' | 'accountNumber'
  value: string
}

/** What a payment code says: amount and currency if it has them, and every account of a known kind. */
export interface PaymentCode {
  /** A decimal. */
  amount: string | null
  /** Three letters, or the three digits of ISO 4217. */
  currency: string | null
  accounts: CodeAccount[]
}

/** A payment code that banking apps reject, or that different apps could read differently. */
export class UnreadableCodeError extends Error {
  override readonly name = 'UnreadableCodeError'
}

/** A decimal with a point or comma; null if it is empty or zero, with which the payer enters the amount. */
export function readCodeAmount(text: string | undefined): string | null {
  // Linear: no digit could be matched by two parts of a pattern.
  if (text === undefined || /^0*(?:[.,]0*)?$/.test(text)) return null
  const [, whole, fraction] = /^(\d+)(?:[.,](\d*))?$/.exec(text) ?? []
  if (whole === undefined) throw new UnreadableCodeError('the amount is not a decimal')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Fields by name. Apps differ in which of two fields with one name they use, so a name must not repeat. */
export function uniqueFields(fields: Iterable<readonly [name: string, value: string]>): Map<string, string> {
  const byName = new Map<string, string>()
  for (const [name, value] of fields) {
    if (byName.has(name)) throw new UnreadableCodeError(`field ${name} repeats`)
    byName.set(name, value)
  }
  return byName
}

/** An account of this kind; none for an empty value. */
export const accountOf = (kind: CodeAccount['kind'], value: string | undefined): CodeAccount[] =>
  value ? [{ kind, value }] : []

/** Reads a Short Payment Descriptor (qr-platba.cz, version 1.0). Null if the text is in another format. */
export function readSpayd(text: string): PaymentCode | null {
  const [header = '', , ...attributes] = text.split('*')
  if (header.toUpperCase() !== 'SPD') return null
  const fields = uniqueFields(attributes.filter(Boolean).map(readAttribute))
  // Each account is `IBAN` or `IBAN+BIC`. The app may choose an alternative one.
  const accounts = [fields.get('ACC'), ...(fields.get('ALT-ACC') ?? '').split(',')]
  return {
    amount: readCodeAmount(fields.get('AM')),
    currency: fields.get('CC') || null,
    accounts: accounts.flatMap((account) => accountOf('iban', account?.split('+')[0])),
  }
}

function readAttribute(attribute: string): [name: string, value: string] {
  const [, name, value] = /^([A-Z\d-]+):(.*)$/is.exec(attribute) ?? []
  if (name === undefined || value === undefined) throw new UnreadableCodeError('an attribute has no name')
  return [name.toUpperCase(), decodePercent(value)]
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

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
  return { amount: readCodeAmount(amount), currency, accounts: accountOf('iban', iban) }
}
