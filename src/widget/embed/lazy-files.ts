import { type LocaleTag, localeTags } from '../i18n/tags.ts'

/** A file that `paypane.js` loads on demand, by its path in `dist`. */
export type LazyFile = 'paypane-qr.js' | 'paypane-fields.js' | `locales/${LocaleTag}.json`

/** The build writes their hashes in this order. */
export const lazyFiles: readonly LazyFile[] = [
  'paypane-qr.js',
  'paypane-fields.js',
  ...localeTags.map((tag): LazyFile => `locales/${tag}.json`),
]
