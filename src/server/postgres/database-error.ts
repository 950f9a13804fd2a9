const messages = {
  unreachable: 'cannot be reached: nothing was changed by this',
  refused: 'refused an operation: nothing was changed by it',
  'commit-unknown':
    'was interrupted during a commit: the change may be stored or not, so the stored state is read again before anything follows',
} as const
/** What a failed operation means for what is stored. */
export type DatabaseErrorKind = keyof typeof messages

/** A failed database operation. The message holds neither its values nor the database's password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#databaseerror'
  /** What to branch on. */
  readonly kind: DatabaseErrorKind
  /** An SQLSTATE such as `53100`, or a network error code such as `ECONNREFUSED`; else null. */
  readonly code: string | null

  constructor(kind: DatabaseErrorKind, error: unknown) {
    const code = codeOf(error)
    const cause = code === null ? driverCause(error) : code + detailOf(error, code)
    super(`PostgreSQL ${messages[kind]}${cause === '' ? '' : ` (${cause})`}.`)
    this.kind = kind
    this.code = code
  }
}

/** As PostgreSQL numbers its errors, or as Node names those of the network. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** A write on a server that accepts reads only, as a former primary after a failover. */
export const readOnlyCode = '25006'

/** A server that accepts reads only: its connections are of no use, and what it returns may be old. */
export const readOnlyError = (): Error =>
  Object.assign(new Error('the server accepts only read-only transactions'), { code: readOnlyCode })

/** The connection broke under an operation: an administrator, a restart or a failover ended it, or the network did. */
export const isConnectionError = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return error.kind !== 'refused'
  const code = codeOf(error)
  if (code !== null) return code === readOnlyCode || /^(57P0[1-5]|08|ECONN|EPIPE|ETIMEDOUT)/.test(code)
  return error instanceof Error && brokenMessages.test(error.message)
}

/** Of `pg` itself, which gives them no code. */
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
const driverMessages = new RegExp(`${brokenMessages.source}|^timeout (exceeded|expired)`)

const driverCause = (error: unknown): string =>
  error instanceof Error && driverMessages.test(error.message) ? error.message : ''

/** Two transactions stood in each other's way; the database let the other one through. */
export const isSerializationFailure = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || code === '23505'
}

/** Classes whose messages speak of the database alone: connection, transaction, login, catalog, rights, resources, operator, system. */
const safeCodes = /^(08|25|28|3D|42|53|57|58)/

const detailOf = (error: unknown, code: string | null): string =>
  error instanceof Error && code !== null && safeCodes.test(code) ? `: ${error.message}` : ''
