import { Client, type ClientConfig, Pool, type PoolClient, type QueryConfig, types } from 'pg'
import { DatabaseRefusedError } from '../store/sql/migrate.ts'
import type { Operation, Row, Statement } from '../store/sql/statement.ts'
import type { Driver } from '../store/sql/store.ts'
import { DatabaseError, isConnectionError, isSerializationFailure } from './database-error.ts'
import { createListener, type ListeningConnection } from './listener.ts'
import {
  createPreparedStatements,
  type PreparedStatements,
  unpreparedStatements,
} from './prepared-statements.ts'
import { createQueue } from './queue.ts'
import { assertSchemaName, createSchema } from './schema.ts'

/** How a process uses its database. */
export interface PostgresOptions {
  /** How many connections a process takes at most, besides the one that listens; not with a pool. Default: 10. */
  connections?: number | undefined
  /** The schema of the tables, created if it is missing. Default: `paypane`. */
  schema?: string | undefined
}

/** A pool of `pg` that the merchant's server has already. */
export type PostgresPool = Pick<Pool, 'connect'>

/** How connections are used. */
interface Connections {
  pool: PostgresPool
  /** Begins a transaction in the schema. */
  begin: string
  /** Other code uses the connections, so that every statement needs a transaction to be in the schema. */
  shared: boolean
  listen(): Promise<ListeningConnection>
  end(): Promise<void>
}

/** No statement takes longer on a healthy database. A transaction of a frozen process is rolled back after it. */
const statementTimeoutMs = 10_000

/** The share of the connections that the worker uses at most: requests and callbacks do not wait for its lookups. */
const backgroundShare = 0.7

/** `pay` as a number: the migration's advisory lock. */
const migrationLock = 0x706179

const int8 = 20

/**
 * PostgreSQL by `pg`: every operation is one transaction on one connection of a pool, durable when it resolves.
 * READ COMMITTED is enough, since each write names the version it is made over.
 */
export function postgresDriver(database: string | PostgresPool, options: PostgresOptions): Driver {
  const { connections = 10, schema = 'paypane' } = options
  assertSchemaName(schema)
  const channel = `${schema}_changed`
  const { pool, begin, shared, listen, end } =
    typeof database === 'string' ? ownPool(database, connections, schema) : sharedPool(database, schema)

  const statements = shared ? unpreparedStatements : createPreparedStatements()
  const listeners = new Set<(entryId: string) => void>()
  const notifyChanged = (entryId: string): void => {
    for (const listener of listeners) listener(entryId)
  }
  const listener = createListener({ channel, connect: listen, onNotification: notifyChanged })

  async function withRetry<T>(operation: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await operation()
      } catch (error) {
        if (error instanceof DatabaseError || error instanceof DatabaseRefusedError) throw error
        // Nothing was committed, so it can be retried.
        const mayPass =
          isConnectionError(error) || isSerializationFailure(error) || statements.giveUpAfter(error)
        if (mayPass && tries < connections + 5) continue
        throw new DatabaseError(isConnectionError(error) ? 'unreachable' : 'refused', error)
      }
    }
  }

  const run = <T>(operation: () => Operation<T>): Promise<T> =>
    withRetry(() => transaction(pool, begin, statements, operation))

  return {
    dialect: {
      skipLocked: 'FOR UPDATE SKIP LOCKED',
      shared: true,
      text: 'TEXT COLLATE "C"',
      elements: 'SELECT json_array_elements_text(?::json)',
      notify: `SELECT pg_notify('${channel}', ?)`,
    },
    migrate: (operation) => run(() => underMigrationLock(schema, operation)),
    run,
    background: createQueue(Math.max(1, Math.floor(connections * backgroundShare))),
    read: shared ? run : (operation) => withRetry(() => withoutTransaction(pool, statements, operation)),
    listen(onChange) {
      listeners.add(onChange)
      listener.start()
      return () => listeners.delete(onChange)
    },
    notifyChanged,
    // The log is the database's: archived, replicated and overwritten by its own settings.
    purge: () => undefined,
    async close() {
      listeners.clear()
      await listener.stop()
      await end()
    },
  }
}

/** Connections of the store alone, in the schema from their start. */
function ownPool(url: string, max: number, schema: string): Connections {
  const config: ClientConfig = {
    connectionString: withSearchPath(url, schema),
    application_name: 'paypane',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    // For a connection that died silently.
    query_timeout: statementTimeoutMs + 5000,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  }
  const pool = new Pool({ ...config, max })
  // The pool replaces broken connections.
  pool.on('error', () => undefined)
  return {
    pool,
    begin: 'BEGIN',
    shared: false,
    async listen() {
      const client = new Client(config)
      client.on('error', () => undefined)
      await client.connect()
      return { client, close: () => client.end() }
    },
    end: async () => (pool.ended ? undefined : await pool.end()),
  }
}

/** The URL's own `options` stay. */
function withSearchPath(text: string, schema: string): string {
  // The error of `new URL` has the password in it.
  if (!URL.canParse(text))
    throw new TypeError(
      'The address of the database is not a URL. Encode the special characters of its password, such as # as %23.',
    )
  const url = new URL(text)
  const options = [url.searchParams.get('options'), `-c search_path=${schema}`]
  url.searchParams.set('options', options.filter((option) => option !== null).join(' '))
  return url.href
}

/** Connections of the merchant's pool: nothing of a session is changed, and the pool is never ended. */
function sharedPool(pool: PostgresPool, schema: string): Connections {
  return {
    pool,
    begin: `BEGIN; SET LOCAL search_path TO "${schema}"; SET LOCAL statement_timeout TO ${statementTimeoutMs}`,
    shared: true,
    async listen() {
      const client = await connect(pool)
      return { client, close: async () => client.release(true) }
    },
    end: async () => undefined,
  }
}

/** Of several processes that start at once one migrates and the others wait. */
function* underMigrationLock(schema: string, operation: () => Operation<void>): Operation<void> {
  yield { sql: 'SET LOCAL statement_timeout = 0', values: [] }
  yield { sql: 'SELECT pg_advisory_xact_lock(?)', values: [migrationLock] }
  yield* createSchema(schema)
  yield* operation()
}

async function transaction<T>(
  pool: PostgresPool,
  begin: string,
  statements: PreparedStatements,
  operation: () => Operation<T>,
): Promise<T> {
  const client = await beginTransaction(pool, begin)
  let broken: Error | undefined
  try {
    const result = await runOperation(client, statements, operation())
    await commit(client)
    return result
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    release(client, broken)
  }
}

/** A single statement, which sees what is committed. */
async function withoutTransaction<T>(
  pool: PostgresPool,
  statements: PreparedStatements,
  operation: () => Operation<T>,
): Promise<T> {
  const client = await connect(pool)
  let broken = false
  try {
    return await runOperation(client, statements, operation())
  } catch (error) {
    broken = isConnectionError(error)
    throw error
  } finally {
    release(client, broken)
  }
}

/** A broken connection fails the operation that uses it. */
const ignoreError = (): void => undefined

/** By a callback: the packet that connects may also say that the connection ends, before a promise is handled. */
const connect = (pool: PostgresPool): Promise<PoolClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(new DatabaseError('unreachable', error))
      client.on('error', ignoreError)
      resolve(client)
    })
  })

function release(client: PoolClient, broken?: Error | boolean): void {
  // A connection that is thrown away may still report its end.
  if (broken === undefined || broken === false) client.off('error', ignoreError)
  client.release(broken)
}

/** A connection in a new transaction. */
async function beginTransaction(pool: PostgresPool, begin: string): Promise<PoolClient> {
  const client = await connect(pool)
  try {
    await client.query(begin)
    return client
  } catch (error) {
    release(client, true)
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

async function runOperation<T>(
  client: PoolClient,
  statements: PreparedStatements,
  operation: Operation<T>,
): Promise<T> {
  let step = operation.next()
  while (step.done !== true) step = operation.next(await rowsOf(client, statements, step.value))
  return step.value
}

async function rowsOf(
  client: PoolClient,
  statements: PreparedStatements,
  { sql, values }: Statement,
): Promise<Row[]> {
  const config = { ...statements.prepare(sql), values: [...values], types: typeParsers }
  const { rows } = await client.query<Row>(config)
  return rows
}

/** Also on a pool whose own parsers differ. */
const typeParsers: NonNullable<QueryConfig['types']> = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)),
}
