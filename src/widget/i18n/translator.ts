import { messages as english } from './en.ts'
import type { MessageKey, Messages, Values } from './messages.ts'

/** Translates message keys into one language. */
export interface Translator {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** The phrases of the locale and of the page, among them those whose English is loaded on demand. */
  readonly messages: Partial<Messages>
  <Key extends MessageKey>(key: Key, ...values: keyof Values<Key> extends never ? [] : [Values<Key>]): string
}

const rightToLeft = /^(ar|fa|he|ur)\b/

/**
 * Creates a translator for a canonical tag, with the phrases of a locale and those of the page. Phrases that both lack are in
 * English. Without either, numbers and dates are in English, too.
 */
export function createTranslator(
  tag: string,
  localeMessages?: Partial<Messages> | null,
  pageMessages?: Partial<Messages>,
): Translator {
  const locale = localeMessages || pageMessages || /^en\b/.test(tag) ? tag : 'en'
  const messages = { ...localeMessages, ...pageMessages }
  const translate = (key: MessageKey, values: Record<string, string | number> = {}) =>
    fillIn(messages[key] ?? english[key], values)
  const direction = rightToLeft.test(locale) ? 'rtl' : 'ltr'
  return Object.assign(translate, { locale, direction, messages } as const)
}

/** Replaces the `{placeholders}` of a phrase. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))

/** A tag as `Intl` takes it. An invalid one is read as English instead of throwing; `pt_BR` as `pt-BR`. */
export function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
