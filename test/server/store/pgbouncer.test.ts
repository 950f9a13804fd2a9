import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { freePort } from '../../support/loopback.ts'
import { newFolder } from '../../support/new-folder.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { checkout } from './fixtures.ts'

const isInstalled = ((): boolean => {
  try {
    return execFileSync('pgbouncer', ['--version']).length > 0
  } catch {
    return false
  }
})()

describe.skipIf(!isInstalled)('behind PgBouncer in transaction mode', () => {
  let postgres: TestPostgres
  let pooler: ChildProcess
  const folder = newFolder(afterAll)
  let port: number

  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await postgres.database()
    await postgres.query(database, "CREATE ROLE shop LOGIN PASSWORD 'shop' SUPERUSER")
    await chmod(folder, 0o755)
    port = await freePort()
    const settings = `
      [databases]
      * = host=127.0.0.1 port=${new URL(database).port} user=shop password=shop
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = ${port}
      unix_socket_dir =
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3
      ignore_startup_parameters = extra_float_digits, options, statement_timeout, idle_in_transaction_session_timeout`
    const file = join(folder, 'pgbouncer.ini')
    await writeFile(file, settings.replaceAll(/^ +/gm, ''))
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    pooler = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
    while (!(await isListening(port))) await wait(20)
  })
  afterAll(async () => {
    pooler.kill()
    await postgres.end()
  })

  test('the tables are those of the schema, for every statement of several processes', async () => {
    const database = await postgres.database()
    const pooled = Object.assign(new URL(database), { port, username: 'anyone' }).href
    const stores = [postgresStore(pooled), postgresStore(pooled), postgresStore(database)]
    await Promise.all(stores.map((store) => store.open()))
    const entries = Array.from({ length: 30 }, () => checkout())
    await Promise.all(entries.map((entry, index) => stores[index % 2]?.insert(entry)))
    const saved = await Promise.all(
      entries.map((entry, index) => stores[index % 3]?.save(entry, { expectedVersion: 1 })),
    )
    expect(saved).toEqual(entries.map(() => 'saved'))
    for (const store of stores)
      expect((await store.list({ kind: 'checkout', limit: 99 })).entries).toHaveLength(30)
    await Promise.all(stores.map((store) => store.close()))
    const [count] = await postgres.query(
      database,
      "SELECT COUNT(*)::int AS elsewhere FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'paypane')",
    )
    expect(count).toEqual({ elsewhere: 0 })
  })
})

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
