import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { DatabaseError, readOnlyError } from './database-error.ts'
import type { ListeningConnection } from './listener.ts'

/** A pool of `pg` that the merchant's server has already. */
export type PostgresPool = Pick<Pool, 'connect'>

/** How connections are used. */
export interface Connections {
  /** A connection to a server that accepts writes. */
  connect(): Promise<PoolClient>
  /** After a failover: every connection that there is now is closed before it is used again. */
  leave(): void
  begin: string
  /** Other code uses the connections, so that the time limits are set in a transaction. */
  shared: boolean
  listen(): Promise<ListeningConnection>
  end(): Promise<void>
}

/** Whatever the database's default: each statement sees what was committed while the one before it waited. */
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** No statement takes longer on a healthy database. A transaction of a frozen process is rolled back after it. */
const statementTimeoutMs = 10_000

/** Connections of the store alone. */
export function ownConnections(url: string, max: number): Connections {
  // The error of `new URL` has the password in it.
  if (!URL.canParse(url))
    throw new TypeError(
      'The address of the database is not a URL. Encode the special characters of its password, such as # as %23.',
    )
  const config: ClientConfig = {
    connectionString: url,
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
    ...writableConnections(pool, { isShared: false }),
    begin,
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

/** Connections of the merchant's pool: nothing of a session is changed, and the pool is never ended. */
export function sharedConnections(pool: PostgresPool): Connections {
  return {
    ...writableConnections(pool, { isShared: true }),
    begin: `${begin}; SET LOCAL statement_timeout TO ${statementTimeoutMs}`,
    shared: true,
    async listen() {
      const client = await connectTo(pool)
      return { client, close: async () => client.release(true) }
    },
    end: async () => undefined,
  }
}

function writableConnections(pool: PostgresPool, { isShared }: { isShared: boolean }) {
  /** How many failovers there were when a client was connected. */
  const connectedAfter = new WeakMap<PoolClient, number>()
  let failovers = 0

  /** False: it was connected before the last failover. */
  async function isCurrent(client: PoolClient): Promise<boolean> {
    const after = connectedAfter.get(client)
    if (after !== undefined) return after === failovers
    connectedAfter.set(client, failovers)
    await assertWritable(client)
    return true
  }

  return {
    async connect(): Promise<PoolClient> {
      for (;;) {
        const client = await connectTo(pool)
        try {
          if (await isCurrent(client)) return client
        } catch (error) {
          release(client, true)
          // A new connection, so the next one would reach the same server. A shared pool may have old ones.
          throw isShared ? error : new DatabaseError('unreachable', error)
        }
        release(client, true)
      }
    },
    leave(): void {
      failovers += 1
    },
  }
}

async function assertWritable(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw readOnlyError()
}

/** A broken connection fails the operation that uses it. */
const ignoreError = (): void => undefined

/** By a callback: the packet that connects may also say that the connection ends, before a promise is handled. */
const connectTo = (pool: PostgresPool): Promise<PoolClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(new DatabaseError('unreachable', error))
      client.on('error', ignoreError)
      resolve(client)
    })
  })

export function release(client: PoolClient, broken: boolean): void {
  // A connection that is thrown away may still report its end.
  if (!broken) client.off('error', ignoreError)
  client.release(broken)
}
