import { accountOf, type PaymentCode, readAmount, UnreadableCodeError, uniqueFields } from './payment-code.ts'

/** Reads a Short Payment Descriptor (qr-platba.cz, version 1.0). Null if the text is in another format. */
export function readSpayd(text: string): PaymentCode | null {
  const [header = '', , ...attributes] = text.split('*')
  if (header.toUpperCase() !== 'SPD') return null
  const fields = uniqueFields(attributes.filter(Boolean).map(readAttribute))
  // Each account is `IBAN` or `IBAN+BIC`. The app may choose an alternative one.
  const accounts = [fields.get('ACC'), ...(fields.get('ALT-ACC') ?? '').split(',')]
  return {
    amount: readAmount(fields.get('AM')),
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
