import type { TransferAction } from '../../contract/view.ts'

/** One of the instructions: how it is shown, and what is copied. */
export interface Field {
  name: 'card' | 'phone' | 'iban' | 'accountNumber' | 'recipient' | 'bank' | 'scheme'
  /** Set apart for the eye; no separator is part of the text. */
  groups: readonly string[]
  copied: string
  /** Digits and letters to be typed one by one, written from left to right in every language. */
  isNumber: boolean
}

/** A card, an account or an IBAN, and no words. */
const isNumeral = /^[A-Z]{0,2}\d[\dA-Z]*$/i

/** The instructions that came, in the order in which a payer needs them. */
export function fieldsOf({
  card,
  phone,
  iban,
  accountNumber,
  recipient,
  bank,
  scheme,
}: TransferAction): Field[] {
  const field = (name: Field['name'], copied: string | null, isNumber: boolean): Field[] =>
    copied ? [{ name, copied, isNumber, groups: groupsOf(name, copied) }] : []
  return [
    ...field('card', bare(card, /[\s-]/g), true),
    ...field('phone', phone, true),
    ...field('iban', bare(iban, /\s/g), true),
    ...field('accountNumber', bare(accountNumber, /\s/g), true),
    ...field('recipient', recipient, false),
    ...field('bank', bank, false),
    ...field('scheme', scheme, false),
  ]
}

/** Cards and IBANs are read in fours. */
function groupsOf(name: Field['name'], text: string): readonly string[] {
  const isInFours = name === 'card' || name === 'iban'
  return (isInFours && isNumeral.test(text) && text.match(/.{1,4}/gu)) || [text]
}

/** A number without the separators that it may have come with; words stay as they are. */
function bare(text: string | null, separators: RegExp): string | null {
  const compact = text?.replace(separators, '')
  return compact && isNumeral.test(compact) ? compact : text
}
