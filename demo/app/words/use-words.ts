import { useEffect, useState } from 'preact/hooks'
import { en, type Words } from './en.ts'

const loaders: Record<string, () => Promise<{ words: Words }>> = {
  uk: () => import('./uk.ts'),
  ru: () => import('./ru.ts'),
}

/** The texts of a language; English until they are loaded, and where there are none. */
export function useWords(locale: string): Words {
  const [loaded, setLoaded] = useState({ locale: 'en', words: en as Words })
  useEffect(() => {
    const load = loaders[locale] ?? loaders[locale.split('-')[0] ?? '']
    if (load) void load().then(({ words }) => setLoaded({ locale, words }))
  }, [locale])
  return loaded.locale === locale ? loaded.words : en
}
