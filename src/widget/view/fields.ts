import type { TransferAction } from '../../contract/view.ts'

/** In display order. The first four are numbers to type. */
const fieldNames = ['card', 'phone', 'iban', 'accountNumber', 'recipient', 'bank'] as const
const numberFieldCount = 4

/** A payment detail: how it is displayed, and what is copied. */
export interface Field {
  name: (typeof fieldNames)[number]
  /** Parts of the value, displayed with space between them. */
  groups: readonly string[]
  copyValue: string
  /** Written from left to right in every language. */
  isNumber: boolean
}

/** What is written between the digits of a number, with characters that nobody sees. */
export const separators = /[\s\p{Cf}.\p{Dash}]/gu

/** A card number, account number or IBAN without separators. */
const numberPattern = /^[A-Z]{0,2}\d[\dA-Z]*$/i

/** The bank and the payment system, unless that is no more than a transfer. */
const bankOf = ({ bank, scheme }: TransferAction) =>
  [bank, scheme].filter((text) => text && text !== 'P2P').join(', ')

/** The fields that the server sent, in display order. */
export function fieldsOf(action: TransferAction): Field[] {
  return fieldNames.flatMap((name, index) => {
    const text = name === 'bank' ? bankOf(action) : action[name]
    if (!text) return []
    const isNumber = index < numberFieldCount
    const compact = text.replace(separators, '')
    // A phone number is dialled as it is written.
    const isPlainNumber = isNumber && name !== 'phone' && numberPattern.test(compact)
    // Card numbers and IBANs are displayed in groups of four, the end of a phone number in the groups that people say.
    const groups =
      (isPlainNumber && name !== 'accountNumber' && compact.match(/.{1,4}/g)) ||
      (name === 'phone' ? text.replace(/(\d{3})(\d\d)(\d\d)$/, ' $1 $2 $3').split(' ') : [text])
    return { name, copyValue: isPlainNumber ? compact : text, groups, isNumber }
  })
}
