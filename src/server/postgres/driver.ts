import { type PoolClient, type QueryConfig, types } from 'pg'
import { DatabaseRefusedError } from '../store/sql/migrate.ts'
import { type Operation, type Row, type Statement, sql, UnreadableRowError } from '../store/sql/statement.ts'
import type { Driver } from '../store/sql/store.ts'
import {
  type Connections,
  ownConnections,
  type PostgresPool,
  release,
  sharedConnections,
} from './connections.ts'
import {
  codeOf,
  DatabaseError,
  isConnectionError,
  isSerializationFailure,
  readOnlyCode,
} from './database-error.ts'
import { createListener } from './listener.ts'
import {
  createPreparedStatements,
  type PreparedStatements,
  unpreparedStatements,
} from './prepared-statements.ts'
import { assertSchemaName, createSchema } from './schema.ts'

/** How a process uses its database. */
export interface PostgresOptions {
  /** How many connections a process takes at most, besides the one that listens; not with a pool. Default: 10. */
  connections?: number | undefined
  /** The schema of the tables, created if it is missing. Default: `paypane`. */
  schema?: string | undefined
}

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
  const open =
    typeof database === 'string' ? ownConnections(database, connections) : sharedConnections(database)
  const { shared } = open
  const statements = shared ? unpreparedStatements(schema) : createPreparedStatements(schema)
  const listeners = new Set<(entryId: string) => void>()
  const notifyChanged = (entryId: string): void => {
    for (const listener of listeners) listener(entryId)
  }
  const listener = createListener({ channel, connect: open.listen, onNotification: notifyChanged })

  async function withRetry<T>(operation: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await operation()
      } catch (error) {
        const isOwn = error instanceof DatabaseRefusedError || error instanceof UnreadableRowError
        if (error instanceof DatabaseError || isOwn) throw error
        if (codeOf(error) === readOnlyCode) open.leave()
        // Nothing was committed, so it can be retried.
        const mayPass =
          isConnectionError(error) || isSerializationFailure(error) || statements.giveUpAfter(error)
        if (mayPass && tries < connections + 5) continue
        throw new DatabaseError(isConnectionError(error) ? 'unreachable' : 'refused', error)
      }
    }
  }

  const run = <T>(operation: () => Operation<T>): Promise<T> =>
    withRetry(() => transaction(open, statements, operation))

  return {
    dialect: {
      skipLocked: 'FOR UPDATE SKIP LOCKED',
      shared: true,
      text: 'TEXT COLLATE "C"',
      elements: (json) => sql`SELECT json_array_elements_text(${json}::json)`,
      notify: (entryId) => sql`SELECT pg_notify(${channel}, ${entryId})`,
    },
    exclusive: false,
    migrate: (operation) =>
      withRetry(() => transaction(open, statements, () => underMigrationLock(schema, operation), noTimeout)),
    run,
    background: createQueue(Math.max(1, Math.floor(connections * backgroundShare))),
    read: shared ? run : (operation) => withRetry(() => withoutTransaction(open, statements, operation)),
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
      await open.end()
    },
  }
}

/** The longest timer that there is: a migration takes as long as it takes, and so does the wait for another one. */
const noTimeout = 2 ** 31 - 1

/** Of several processes that start at once one migrates and the others wait. */
function* underMigrationLock<T>(schema: string, operation: () => Operation<T>): Operation<T> {
  yield { sql: 'SET LOCAL statement_timeout = 0', values: [] }
  yield { sql: 'SELECT pg_advisory_xact_lock(?)', values: [migrationLock] }
  yield* createSchema(schema)
  // For what has no table in its name, such as DROP INDEX.
  yield { sql: `SET LOCAL search_path TO "${schema}"`, values: [] }
  return yield* operation()
}

async function transaction<T>(
  connections: Connections,
  statements: PreparedStatements,
  operation: () => Operation<T>,
  timeoutMs?: number,
): Promise<T> {
  const client = await beginTransaction(connections)
  let broken = false
  try {
    const result = await runOperation(client, statements, operation(), timeoutMs)
    await commit(client)
    return result
  } catch (error) {
    broken = !(await rollBack(client, error))
    throw error
  } finally {
    release(client, broken)
  }
}

/** A single statement, which sees what is committed. */
async function withoutTransaction<T>(
  connections: Connections,
  statements: PreparedStatements,
  operation: () => Operation<T>,
): Promise<T> {
  const client = await connections.connect()
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

/** A connection in a new transaction. */
async function beginTransaction({ connect, begin }: Connections): Promise<PoolClient> {
  const client = await connect()
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

/** False: the connection is not used again, and the database rolls back by itself. */
async function rollBack(client: PoolClient, error: unknown): Promise<boolean> {
  if (isConnectionError(error)) return false
  return await client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

async function runOperation<T>(
  client: PoolClient,
  statements: PreparedStatements,
  operation: Operation<T>,
  timeoutMs?: number,
): Promise<T> {
  let step = operation.next()
  while (step.done !== true) step = operation.next(await rowsOf(client, statements, step.value, timeoutMs))
  return step.value
}

async function rowsOf(
  client: PoolClient,
  statements: PreparedStatements,
  { sql, values }: Statement,
  timeoutMs?: number,
): Promise<Row[]> {
  const limit = timeoutMs === undefined ? {} : { query_timeout: timeoutMs }
  const config = { ...statements.prepare(sql), values: [...values], types: typeParsers, ...limit }
  const { rows } = await client.query<Row>(config)
  return rows
}

/** Also on a pool whose own parsers differ. */
const typeParsers: NonNullable<QueryConfig['types']> = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)),
}

/** Runs at most `limit` tasks at the same time; others wait in their order. */
function createQueue(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The next task takes over this place.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
