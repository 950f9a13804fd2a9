import { type ClaimMessageKey, claimMessages } from '../../i18n/claim.ts'
import type { Translator } from '../../i18n/translator.ts'

/** A phrase of the form, in English unless the locale or the page has its own. */
export const phrase = (t: Translator, key: ClaimMessageKey): string => t.messages[key] ?? claimMessages[key]
