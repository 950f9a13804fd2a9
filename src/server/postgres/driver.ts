import { type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { DatabaseTooNewError } from '../store/sql/schema.ts'
import type { Operation, Row, Statement } from '../store/sql/statement.ts'
import type { Driver } from '../store/sql/store.ts'
import { DatabaseError, isConnectionError, isSerializationFailure } from './database-error.ts'
import { channel, createListener } from './listener.ts'

/** How a process uses its database. */
export interface PostgresOptions {
  /** How many connections a process takes at most, besides the one that listens. Default: 10. */
  connections?: number | undefined
}

/** No statement takes longer on a healthy database. A transaction of a frozen process is rolled back after it. */
const statementTimeoutMs = 10_000

/** `pay` as a number: the migration's advisory lock. */
const migrationLock = 0x706179

const int8 = 20

/**
 * PostgreSQL by `pg`: every operation is one transaction on one connection of a pool, durable when it resolves.
 * READ COMMITTED is enough, since each write names the version it is made over.
 */
export function postgresDriver(url: string, { connections = 10 }: PostgresOptions): Driver {
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'paypane',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    // For a connection that died silently.
    query_timeout: statementTimeoutMs + 5000,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    types: {
      getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)),
    },
  }
  const pool = new Pool({ ...config, max: connections })
  // A broken connection fails the operation that uses it; the pool replaces idle ones.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)

  const listeners = new Set<(entryId: string) => void>()
  const notifyChanged = (entryId: string): void => {
    for (const listener of listeners) listener(entryId)
  }
  const listener = createListener(config, notifyChanged)

  async function withRetry<T>(operation: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await operation()
      } catch (error) {
        if (error instanceof DatabaseError || error instanceof DatabaseTooNewError) throw error
        // Nothing was committed, so it can be retried.
        if ((isConnectionError(error) || isSerializationFailure(error)) && tries < connections + 5) continue
        throw new DatabaseError(isConnectionError(error) ? 'unreachable' : 'refused', error)
      }
    }
  }

  const run = <T>(operation: () => Operation<T>): Promise<T> => withRetry(() => transaction(pool, operation))

  return {
    dialect: {
      skipLocked: 'FOR UPDATE SKIP LOCKED',
      shared: true,
      notify: `SELECT pg_notify('${channel}', ?)`,
    },
    migrate: (operation) => run(() => underMigrationLock(operation)),
    run,
    read: (operation) => withRetry(() => withoutTransaction(pool, operation)),
    listen(onChange) {
      listeners.add(onChange)
      listener.start()
      return () => listeners.delete(onChange)
    },
    notifyChanged,
    async close() {
      listeners.clear()
      await Promise.all([listener.stop(), pool.ended ? undefined : pool.end()])
    },
  }
}

/** Of several processes that start at once one migrates and the others wait. */
function* underMigrationLock(operation: () => Operation<void>): Operation<void> {
  yield { sql: 'SET LOCAL statement_timeout = 0', values: [] }
  yield { sql: 'SELECT pg_advisory_xact_lock(?)', values: [migrationLock] }
  yield* operation()
}

async function transaction<T>(pool: Pool, operation: () => Operation<T>): Promise<T> {
  const client = await beginTransaction(pool)
  let broken: Error | undefined
  try {
    const result = await runOperation(client, operation())
    await commit(client)
    return result
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** A single statement, which sees what is committed. */
async function withoutTransaction<T>(pool: Pool, operation: () => Operation<T>): Promise<T> {
  const client = await connect(pool)
  let broken = false
  try {
    return await runOperation(client, operation())
  } catch (error) {
    broken = isConnectionError(error)
    throw error
  } finally {
    client.release(broken)
  }
}

const connect = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseError('unreachable', error)
  })

/** A connection in a new transaction. */
async function beginTransaction(pool: Pool): Promise<PoolClient> {
  const client = await connect(pool)
  try {
    await client.query('BEGIN')
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT')
  } catch (error) {
    throw isSerializationFailure(error) ? error : new DatabaseError('commit-unknown', error)
  }
}

/** If the rollback fails, the connection is not used again and the database rolls back by itself. */
async function rollBack(client: PoolClient, error: unknown): Promise<Error | undefined> {
  if (isConnectionError(error)) return new Error('The connection is gone.')
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch {
    return new Error('The connection is gone.')
  }
}

async function runOperation<T>(client: PoolClient, operation: Operation<T>): Promise<T> {
  let step = operation.next()
  while (step.done !== true) step = operation.next(await rowsOf(client, step.value))
  return step.value
}

async function rowsOf(client: PoolClient, { sql, values }: Statement): Promise<Row[]> {
  const { rows } = await client.query<Row>(numberParameters(sql), [...values])
  return rows
}

/** `?` parameters become PostgreSQL's `$1`. Statements hold no other question mark. */
function numberParameters(sql: string): string {
  let n = 0
  return sql.replaceAll('?', () => `$${++n}`)
}
