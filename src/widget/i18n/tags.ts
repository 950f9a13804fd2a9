/** The locales besides English, each in `locales/<tag>.ts`. */
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

/** The locale that serves a tag: itself, or one of its language (`de-AT`: `de`, `pt`: `pt-BR`); null where English does. */
export function localeFor(tag: string, tags: readonly LocaleTag[] = localeTags): LocaleTag | null {
  const wanted = tag.toLowerCase()
  const languageOf = (of: string) => of.toLowerCase().split('-', 1)[0]
  return (
    tags.find((known: string) => known.toLowerCase() === wanted) ??
    tags.find((known) => languageOf(known) === languageOf(wanted)) ??
    null
  )
}
