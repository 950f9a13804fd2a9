import { migrations } from '../../src/server/store/sql/migrate.ts'

const dialects = {
  sqlite: { text: 'TEXT', shared: false },
  postgres: { text: 'TEXT COLLATE "C"', shared: true },
}
const before = {
  sqlite: [],
  postgres: ['CREATE SCHEMA paypane', 'SET search_path TO paypane'],
}

/** The statements that make a database of version 1.0, without its first rows. */
export const schemaOf = (database: 'sqlite' | 'postgres'): string =>
  [
    ...before[database],
    `CREATE TABLE paypane_schema (version BIGINT NOT NULL, cursor_at ${dialects[database].text},
    changed BIGINT NOT NULL DEFAULT 0, total BIGINT NOT NULL DEFAULT 0)`,
    ...(migrations[0]?.statements(dialects[database]) ?? []),
  ]
    .filter((statement) => !statement.startsWith('INSERT'))
    .map((statement) => `${statement};\n`)
    .join('')
