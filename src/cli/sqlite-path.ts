/** The path of the SQLite file of a `DATABASE_URL`; null for PostgreSQL. */
export const sqlitePath = (url: string): string | null =>
  url.startsWith('file:') ? url.replace(/^file:(\/\/)?/, '') : null
