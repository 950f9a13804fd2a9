import type { Plural, Values } from '../../i18n/messages.ts'
import { fillIn, type Translator } from '../../i18n/translator.ts'
import { type UnpaidMessageKey, unpaidMessages } from '../../i18n/unpaid.ts'

/** A phrase of these screens, in English unless the locale or the page has its own. */
export function phrase<Key extends UnpaidMessageKey>(
  t: Translator,
  key: Key,
  ...[values]: keyof Values<Key> extends never ? [] : [Values<Key>]
): string {
  const messages: Partial<Readonly<Record<UnpaidMessageKey, string | Plural>>> = t.messages
  return fillIn(messages[key] ?? unpaidMessages[key], t.locale, values ?? {})
}
