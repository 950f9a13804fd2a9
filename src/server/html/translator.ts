import { locales } from '../../widget/i18n/locales.ts'
import type { Messages } from '../../widget/i18n/messages.ts'
import { localeFor } from '../../widget/i18n/tags.ts'
import { createTranslator, type Translator } from '../../widget/i18n/translator.ts'
import { acceptedLanguages } from '../lib/accept-language.ts'

/** The translator of a language, as the widget creates it in a browser. */
export async function loadTranslator(
  tag: string,
  messages: Partial<Messages> | undefined,
): Promise<Translator> {
  const locale = localeFor(tag)
  const localeMessages = locale === null ? null : (await locales[locale]()).messages
  return createTranslator(tag, localeMessages, messages)
}

/** The preferred language of `Accept-Language` that the widget has; English otherwise. */
export const languageOf = (request: Request): string =>
  acceptedLanguages(request).find((tag) => /^en\b/i.test(tag) || localeFor(tag) !== null) ?? 'en'
