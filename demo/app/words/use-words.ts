import { useEffect, useState } from 'preact/hooks'
import { en, type Words } from './en.ts'

/** The languages of the widget but English. */
export const loaders: Readonly<Record<string, () => Promise<{ words: Words }>>> = {
  ru: () => import('./ru.ts'),
  uk: () => import('./uk.ts'),
  kk: () => import('./kk.ts'),
  uz: () => import('./uz.ts'),
  az: () => import('./az.ts'),
  tr: () => import('./tr.ts'),
  ar: () => import('./ar.ts'),
  fa: () => import('./fa.ts'),
  hi: () => import('./hi.ts'),
  bn: () => import('./bn.ts'),
  ur: () => import('./ur.ts'),
  id: () => import('./id.ts'),
  vi: () => import('./vi.ts'),
  th: () => import('./th.ts'),
  es: () => import('./es.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  pl: () => import('./pl.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
}

const languageOf = (tag: string) => tag.split('-', 1)[0]

/** The texts of a language; English until they are loaded, and where there are none. */
export function useWords(locale: string): Words {
  const [loaded, setLoaded] = useState<{ locale: string; words: Words }>({ locale: 'en', words: en })
  useEffect(() => {
    const tag = Object.keys(loaders).find((one) => languageOf(one) === languageOf(locale))
    if (tag) void loaders[tag]?.().then(({ words }) => setLoaded({ locale, words }))
  }, [locale])
  return loaded.locale === locale ? loaded.words : en
}
