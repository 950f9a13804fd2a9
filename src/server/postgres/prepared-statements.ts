import { createHash } from 'node:crypto'
import { codeOf } from './database-error.ts'
import { inSchema } from './schema.ts'

/**
 * Statements that a connection parses once. A pooler in transaction mode does not keep them, and a newer process may
 * change a table under them: from then on they are sent whole.
 */
export interface PreparedStatements {
  /** The statement in PostgreSQL's terms. Without a name it is not kept. */
  prepare(sql: string): { text: string; name?: string }
  /** Whether the error means that statements are not kept. The failed operation can be run again. */
  giveUpAfter(error: unknown): boolean
}

/** The statement is unknown or known already, or its result has other columns now. */
const lostCodes = ['26000', '42P05', '0A000']

export function createPreparedStatements(schema: string): PreparedStatements {
  const statements = new Map<string, { text: string; name: string }>()
  let isKept = true
  return {
    prepare(sql) {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const text = textOf(sql, schema)
      if (!isKept) return { text }
      // By its content: behind a pooler, a connection may keep the statements of another process.
      const statement = { text, name: `paypane_${createHash('sha256').update(text).digest('base64url')}` }
      statements.set(sql, statement)
      return statement
    },
    giveUpAfter(error) {
      if (!lostCodes.includes(codeOf(error) ?? '')) return false
      isKept = false
      statements.clear()
      return true
    },
  }
}

/** For connections that other code uses: nothing is kept on them. */
export const unpreparedStatements = (schema: string): PreparedStatements => ({
  prepare: (sql) => ({ text: textOf(sql, schema) }),
  giveUpAfter: () => false,
})

/** `?` parameters become PostgreSQL's `$1`. Statements hold no other question mark. */
function textOf(sql: string, schema: string): string {
  let n = 0
  return inSchema(sql, schema).replaceAll('?', () => `$${++n}`)
}
