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

const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()

/** The locale for a language tag (`de-AT`: `de`, `pt`: `pt-BR`); null if there is none and English is used. */
export const localeFor = (tag: string): LocaleTag | null =>
  localeTags.find((locale) => languageOf(locale) === languageOf(tag)) ?? null
