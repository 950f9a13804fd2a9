/** The hashes of the locales, by their tags. */
export const localeHashes = 'locales/hashes.json'

/** A file that `paypane.js` loads on demand, by its path in `dist`. The build writes their hashes in this order. */
export const lazyFiles = ['paypane-qr.js', 'paypane-fields.js', 'paypane-deferred.js', localeHashes] as const
export type LazyFile = (typeof lazyFiles)[number]
