import { locales } from '../../widget/i18n/locales.ts'
import type { Messages } from '../../widget/i18n/messages.ts'
import { localeFor } from '../../widget/i18n/tags.ts'
import { createTranslator, type Translator } from '../../widget/i18n/translator.ts'

/** Resolves the phrases of a language as the widget does in a browser: English if there is no locale and no `messages`. */
export async function loadTranslator(
  tag: string,
  messages: Partial<Messages> | undefined,
): Promise<Translator> {
  const locale = localeFor(tag)
  const localeMessages = locale === null ? null : (await locales[locale]()).messages
  const isTranslated = localeMessages !== null || messages !== undefined || /^en\b/i.test(tag)
  return createTranslator(isTranslated ? tag : 'en', { ...localeMessages, ...messages })
}
