/** The locales besides English, one for each language, in `locales/<tag>.ts`. */
export const localeTags = [
  'ru',
  'uk',
  'kk',
  'uz',
  'az',
  'tr',
  'ar',
  'fa',
  'hi',
  'bn',
  'ur',
  'id',
  'vi',
  'th',
  'es',
  'pt-BR',
  'fr',
  'de',
  'pl',
  'zh-CN',
] as const

export type LocaleTag = (typeof localeTags)[number]

const languageOf = (tag: string) => tag.split('-', 1)[0]

/**
 * The locale for a canonical language tag (`de-AT`: `de`, `pt`: `pt-BR`); null if there is none and English is used. Chinese
 * in traditional characters has none.
 */
export const localeFor = (tag: string): LocaleTag | null =>
  localeTags.find((locale) => languageOf(locale) === languageOf(tag) && !/^zh-(Hant|TW|HK|MO)/.test(tag)) ??
  null
