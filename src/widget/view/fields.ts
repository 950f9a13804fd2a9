import type { TransferAction } from '../../contract/view.ts'

/** In display order. The first four are numbers to type. */
const fieldNames = ['card', 'phone', 'iban', 'accountNumber', 'recipient', 'bank', 'scheme'] as const
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

/** Separators that are removed from a number before it is copied. */
const separators: Partial<Record<Field['name'], RegExp>> = {
  card: /[\s-]/g,
  iban: /\s/g,
  accountNumber: /\s/g,
}

/** A card number, account number or IBAN without separators. */
const numberPattern = /^[A-Z]{0,2}\d[\dA-Z]*$/i

/** The fields that the server sent, in display order. */
export function fieldsOf(action: TransferAction): Field[] {
  return fieldNames.flatMap((name, index) => {
    const text = action[name]
    if (!text) return []
    const compact = separators[name] ? text.replace(separators[name], '') : ''
    const isPlainNumber = numberPattern.test(compact)
    const copyValue = isPlainNumber ? compact : text
    // Card numbers and IBANs are displayed in groups of four.
    const groups = (isPlainNumber && name !== 'accountNumber' && copyValue.match(/.{1,4}/g)) || [copyValue]
    return { name, copyValue, groups, isNumber: index < numberFieldCount }
  })
}
