import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { loadEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort } from './loopback.ts'

/** A PostgreSQL server for one test file, on a free port. */
export interface TestPostgres {
  /** A new, empty database. */
  database(): Promise<string>
  /** A copy of a database that has no connections. */
  copy(url: string): Promise<string>
  /** Stops the server at once and breaks every connection; `start` starts it again on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
  query(url: string, sql: string): Promise<Record<string, unknown>[]>
  /** The folder of its files. */
  folder: string
  /** The parent of its processes. */
  pid(): Promise<number>
  /** Stops the server and removes its files. */
  end(): Promise<void>
}

interface TestPostgresOptions {
  /** With fsync, for benchmarks. Default: false. */
  durable?: boolean
  /** More settings, as `name=value`. */
  settings?: readonly string[]
}

export async function startPostgres({
  durable = false,
  settings = [],
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  // Under root it runs as another user, who must be able to read its files, whatever root's mask is. StrykerJS runs tests
  // in threads, which cannot set it.
  if (isMainThread) process.umask(0o022)
  const folder = await mkdtemp(join(tmpdir(), 'paypane-pg-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  let output = ''
  const { default: EmbeddedPostgres } = await loadEmbeddedPostgres(folder)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'paypane',
    password: 'paypane',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // The tests break processes and connections, never the machine, so fsync would only cost time.
    postgresFlags: [
      `fsync=${durable ? 'on' : 'off'}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // Several merchant servers at once, each with its own pool.
      'max_connections=400',
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => {
      output += String(line)
    },
    onError: (line) => {
      output += String(line)
    },
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${output}`, { cause: error })
  }
  let databaseCount = 0
  let running = true
  const url = (name: string): string => `postgres://paypane:paypane@127.0.0.1:${port}/${name}`

  const test: TestPostgres = {
    folder,
    pid: async () => Number.parseInt(await readFile(join(folder, 'data/postmaster.pid'), 'utf8'), 10),
    async database() {
      const name = `test_${++databaseCount}`
      await server.createDatabase(name)
      return url(name)
    },
    async copy(from) {
      const name = `test_${++databaseCount}`
      await test.query(url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${new URL(from).pathname.slice(1)}`)
      return url(name)
    },
    async stop() {
      running = false
      await server.stop()
    },
    async start() {
      await server.start()
      running = true
    },
    async query(address, sql) {
      const client = server.getPgClient(new URL(address).pathname.slice(1), '127.0.0.1')
      await client.connect()
      try {
        await client.query('SET search_path TO paypane, public')
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async end() {
      if (running) await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return test
}
