import type { Messages } from './messages.ts'
import type { LocaleTag } from './tags.ts'

export const locales: Readonly<Record<LocaleTag, () => Promise<{ readonly messages: Messages }>>> = {
  ru: () => import('./locales/ru.ts'),
  uk: () => import('./locales/uk.ts'),
  kk: () => import('./locales/kk.ts'),
  uz: () => import('./locales/uz.ts'),
  az: () => import('./locales/az.ts'),
  tr: () => import('./locales/tr.ts'),
  ar: () => import('./locales/ar.ts'),
  fa: () => import('./locales/fa.ts'),
  hi: () => import('./locales/hi.ts'),
  bn: () => import('./locales/bn.ts'),
  ur: () => import('./locales/ur.ts'),
  id: () => import('./locales/id.ts'),
  vi: () => import('./locales/vi.ts'),
  th: () => import('./locales/th.ts'),
  es: () => import('./locales/es.ts'),
  'pt-BR': () => import('./locales/pt-BR.ts'),
  fr: () => import('./locales/fr.ts'),
  de: () => import('./locales/de.ts'),
  pl: () => import('./locales/pl.ts'),
  'zh-CN': () => import('./locales/zh-CN.ts'),
}
