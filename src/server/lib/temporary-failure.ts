import { ClockError } from './clock-guard.ts'

/** SQLSTATE classes of a value that the database does not take: data exceptions, constraints, limits. */
const refusedValue = /^(22|23|54)/

/**
 * Whether the same work may succeed next time: the database or the network failed, or the clock was set. Errors of the
 * former have a code; those of our own code over a value that it cannot process have none.
 */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ClockError) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return error.name === 'DatabaseError' ? !refusedValue.test(code ?? '') : code !== null
}
