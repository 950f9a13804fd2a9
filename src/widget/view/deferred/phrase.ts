import { type DeferredMessageKey, deferredMessages } from '../../i18n/deferred.ts'
import type { Plural, Values } from '../../i18n/messages.ts'
import { fillIn, type Translator } from '../../i18n/translator.ts'

/** A phrase of these screens, in English unless the locale or the page has its own; in the plural form for its `count`. */
export function phrase<Key extends DeferredMessageKey>(
  t: Translator,
  key: Key,
  ...[values]: keyof Values<Key> extends never ? [] : [Values<Key>]
): string {
  const messages: Partial<Readonly<Record<DeferredMessageKey, string | Plural>>> = t.messages
  const message = messages[key] ?? deferredMessages[key]
  const filledIn: Readonly<Record<string, string | number>> = values ?? {}
  return fillIn(typeof message === 'string' ? message : pluralForm(message, t.locale, filledIn), filledIn)
}

const pluralForm = (message: Plural, locale: string, { count }: Readonly<Record<string, string | number>>) =>
  message[new Intl.PluralRules(locale).select(Number(count))] ?? message.other
