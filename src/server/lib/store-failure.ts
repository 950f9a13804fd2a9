/** SQLSTATE classes of a value that the database does not take: data exceptions, constraints, limits. */
const refusedValue = /^(22|23|54)/

/**
 * Whether the database or the network failed, so that the same work may succeed next time. Their errors have a code;
 * those of our own code over a value that it cannot process have none.
 */
export function isStoreFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return error.name === 'DatabaseError' ? !refusedValue.test(code ?? '') : code !== null
}
