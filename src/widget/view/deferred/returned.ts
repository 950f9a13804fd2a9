import type { Translator } from '../../i18n/translator.ts'
import { phrase } from './phrase.ts'

/** What the payer reads after a visit to the payment page. */
export const returned = (t: Translator) => ({
  heading: phrase(t, 'returned'),
  hint: phrase(t, 'returnedHint'),
})
