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

/** The instructions that came, in the order in which a payer needs them. */
export function fieldsOf(action: TransferAction): Field[] {
  const { card, phone, iban, accountNumber, recipient, bank, scheme } = action
  const number = (name: Field['name'], text: string | null, inFours: RegExp, copied = text) =>
    text && copied
      ? [
          {
            name,
            isNumber: true,
            copied,
            groups: inFours.test(copied) ? (copied.match(/.{1,4}/g) ?? []) : [copied],
          },
        ]
      : []
  const words = (name: Field['name'], text: string | null) =>
    text ? [{ name, isNumber: false, copied: text, groups: [text] }] : []
  return [
    ...number('card', card, /^\d{12,19}$/, bare(card)),
    ...number('phone', phone, /^$/),
    ...number('iban', iban, /^[A-Z]{2}\d\d[A-Z\d]{8,30}$/i, spaceless(iban)),
    ...number('accountNumber', accountNumber, /^$/, spaceless(accountNumber)),
    ...words('recipient', recipient),
    ...words('bank', bank),
    ...words('scheme', scheme),
  ]
}

/** A card without the separators that it may have come with; what is no card number stays as it is. */
function bare(card: string | null): string | null {
  const digits = card?.replace(/[\s-]/g, '')
  return digits && /^\d+$/.test(digits) ? digits : card
}

function spaceless(text: string | null): string | null {
  return text?.replace(/\s/g, '') ?? null
}
