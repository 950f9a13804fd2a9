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

/** The locale for a language tag (`de-AT`: `de`, `pt`: `pt-BR`); null if there is none and English is used. */
export function localeFor(tag: string): LocaleTag | null {
  return localeTags.find((localeTag) => languageOf(localeTag) === languageOf(tag)) ?? null
}

const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()
