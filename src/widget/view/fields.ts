import type { TransferAction } from '../../contract/view.ts'

/** In the order in which a payer needs them: the numbers to type, then the words. */
const fieldNames = ['card', 'phone', 'iban', 'accountNumber', 'recipient', 'bank', 'scheme'] as const
const numberFieldCount = 4

/** One of the instructions: how it is shown, and what is copied. */
export interface Field {
  name: (typeof fieldNames)[number]
  /** Set apart for the eye; no separator is part of the text. */
  groups: readonly string[]
  copyValue: string
  /** Digits and letters to be typed one by one, written from left to right in every language. */
  isNumber: boolean
}

/** What a number may have come with that is no part of it. */
const separators: Partial<Record<Field['name'], RegExp>> = {
  card: /[\s-]/g,
  iban: /\s/g,
  accountNumber: /\s/g,
}

/** A card, an account or an IBAN, and no words. */
const numberPattern = /^[A-Z]{0,2}\d[\dA-Z]*$/i

/** The instructions that came. */
export function fieldsOf(action: TransferAction): Field[] {
  return fieldNames.flatMap((name, index) => {
    const text = action[name]
    if (!text) return []
    const compact = separators[name] ? text.replace(separators[name], '') : ''
    const isPlainNumber = numberPattern.test(compact)
    const copyValue = isPlainNumber ? compact : text
    // Cards and IBANs are read in fours.
    const groups = (isPlainNumber && name !== 'accountNumber' && copyValue.match(/.{1,4}/g)) || [copyValue]
    return { name, copyValue, groups, isNumber: index < numberFieldCount }
  })
}
