import type { PayerField } from '../../../contract/view.ts'
import { hasSeparators } from './check-value.ts'

/** By the key in lower case, else by the kind. A card is the one that the payer pays from. */
const autocompleteTokens: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  tel: 'tel',
  firstname: 'given-name',
  lastname: 'family-name',
  fullname: 'name',
  cardnumber: 'cc-number',
}

const keyboards = {
  text: { type: 'text', inputMode: 'text' },
  email: { type: 'email', inputMode: 'email' },
  tel: { type: 'tel', inputMode: 'tel' },
  digits: { type: 'text', inputMode: 'numeric' },
  iban: { type: 'text', inputMode: 'text' },
} as const

/** The keyboard, the autofill token and the text direction for a field that is typed. */
export function inputAttributes(field: PayerField) {
  const kind = field.kind === 'select' ? 'text' : field.kind
  const token = autocompleteTokens[field.key.toLowerCase()] ?? autocompleteTokens[kind] ?? 'off'
  return {
    ...keyboards[kind],
    autocomplete: token,
    autocapitalize: kind === 'iban' ? 'characters' : /name$/.test(token) ? 'words' : 'none',
    spellcheck: false,
    dir: kind === 'text' ? undefined : 'ltr',
    // A browser cuts what is pasted: with separators, digits would be lost.
    maxLength: hasSeparators(field) ? undefined : field.maxLength,
  } as const
}
