import { localeFor } from '../../widget/i18n/tags.ts'
import { acceptedLanguages } from '../lib/accept-language.ts'

/** The preferred language of `Accept-Language` that the widget has; English otherwise. */
export const languageOf = (request: Request): string =>
  acceptedLanguages(request).find((tag) => /^en\b/i.test(tag) || localeFor(tag) !== null) ?? 'en'
