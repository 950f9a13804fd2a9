/**
 * The path of the SQLite file of a `DATABASE_URL`; null for PostgreSQL.
 * @example sqlitePath('file:./data/paypane.db') // './data/paypane.db'
 */
export const sqlitePath = (url: string): string | null =>
  url.startsWith('file:') ? url.replace(/^file:(\/\/)?/, '') : null
