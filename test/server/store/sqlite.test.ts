import { execFile } from 'node:child_process'
import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { query } from '../../../src/server/store/sql/statement.ts'
import { driverOf } from '../../../src/server/store/sql/store.ts'
import { newFolder } from '../../support/new-folder.ts'
import { describeStore } from './conformance.ts'
import { attempt, checkout, event } from './fixtures.ts'

const folder = newFolder(afterAll)
let counter = 0
const file = () => join(folder, `${++counter}.db`)

describeStore('the store in a SQLite file', () => ({
  async createEmpty() {
    const path = file()
    return { store: sqliteStore(path), reopen: () => sqliteStore(path) }
  },
}))

test('an empty path is refused: SQLite would delete such a database when it is closed', () => {
  for (const path of ['', 'file:'])
    expect(() => sqliteStore(path)).toThrow('The path of the database is empty')
})

test('the address of DATABASE_URL is the same file as its path', async () => {
  const path = file()
  const entry = checkout()
  const store = sqliteStore(`file:${path}`)
  await store.open()
  await store.insert(entry)
  await store.close()
  const reopened = sqliteStore(path)
  await reopened.open()
  expect(await reopened.entry(entry.id)).not.toBeNull()
  await reopened.close()
})

test('the address of another database is refused, not taken for the name of a folder', () => {
  expect(() => sqliteStore('postgres://paypane@db.internal/shop')).toThrow('use postgresStore')
  expect(() => sqliteStore('https://db.internal/shop')).toThrow(
    'The path of a SQLite database is that of a file',
  )
})

test('a folder that cannot be made is named at once', () => {
  expect(() => sqliteStore('/proc/nowhere/data/paypane.db')).toThrow("mkdir '/proc/nowhere'")
  expect(() => sqliteStore(join(import.meta.filename, 'data/paypane.db'))).toThrow('ENOTDIR')
})

test.skipIf(process.platform === 'win32')('new files and folders are their user’s alone', async () => {
  const path = join(folder, 'new/data/paypane.db')
  const store = sqliteStore(path)
  await store.open()
  await store.insert(checkout())
  const modeOf = async (name: string): Promise<number> => (await stat(name)).mode & 0o777
  expect([await modeOf(join(folder, 'new')), await modeOf(join(folder, 'new/data'))]).toEqual([0o700, 0o700])
  for (const suffix of ['', '-wal', '-shm']) expect(await modeOf(path + suffix)).toBe(0o600)
  await store.close()
})

test('erased data is in none of the files, also if a reader has delayed that', async () => {
  const path = join(folder, 'erased/paypane.db')
  const store = sqliteStore(path)
  await store.open()
  const isStored = async (text: string): Promise<boolean> => {
    const names = await readdir(join(folder, 'erased'))
    const files = await Promise.all(names.map((name) => readFile(join(folder, 'erased', name))))
    return files.some((file) => file.includes(text))
  }
  await store.insert(checkout({ customer: 'Anna of Old', attempts: [] }))
  await store.insert(checkout({ customer: 'Boris of Old', updatedAt: 2000 }))
  expect(await isStored('Anna of Old')).toBe(true)
  expect(await store.eraseOld({ before: 1500, now: 3000, limit: 9 })).toBe(1)
  expect(await isStored('Anna of Old')).toBe(false)

  const reader = new DatabaseSync(path)
  reader.exec('BEGIN; SELECT COUNT(*) FROM entries')
  expect(await store.eraseOld({ before: 2500, now: 3000, limit: 9 })).toBe(1)
  expect(await isStored('Boris of Old')).toBe(true)
  reader.close()
  await store.insert(checkout())
  expect(await isStored('Boris of Old')).toBe(false)
  await store.close()
})

test('a log that cannot be emptied, as on a full disk, fails no erasure and is emptied later', async () => {
  const path = join(folder, 'full/paypane.db')
  const store = sqliteStore(path)
  await store.open()
  await store.insert(checkout({ customer: 'Anna of Old', attempts: [] }))
  let isFull = true
  const { prepare } = DatabaseSync.prototype
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (isFull && sql.includes('wal_checkpoint')) throw new Error('database or disk is full')
    return prepare.call(this, sql)
  })
  onTestFinished(() => spy.mockRestore())
  expect(await store.eraseOld({ before: 1500, now: 3000, limit: 9 })).toBe(1)
  // Emptying it is tried again after this commit.
  await store.insert(checkout())
  expect(await driverOf(store).read(() => query`PRAGMA busy_timeout`)).toEqual([{ timeout: 5000 }])
  isFull = false
  await store.insert(checkout())
  const files = await Promise.all(['', '-wal'].map((suffix) => readFile(path + suffix, 'latin1')))
  expect(files.filter((text) => text.includes('Anna of Old'))).toEqual([])
  await store.close()
})

test('a commit waits until it is on the disk, so that no write is lost with the power', async () => {
  const store = sqliteStore(file())
  await store.open()
  const [row] = await driverOf(store).read(() => query`PRAGMA synchronous`)
  // FULL. With NORMAL, the write-ahead log reaches the disk some time after the commit.
  expect(row).toEqual({ synchronous: 2 })
  await store.close()
})

test('a store that is closed with a write under way commits it, and nothing after it', async () => {
  const path = file()
  const store = sqliteStore(path)
  await store.open()
  const entry = checkout()
  const inserted = store.insert(entry)
  await store.close()
  await expect(inserted).resolves.toBe(true)
  // What the write had scheduled runs on a closed database.
  await new Promise((resolve) => setImmediate(resolve))
})

test('a write that fails halfway leaves nothing, and writes of the same commit are stored', async () => {
  const store = sqliteStore(file())
  await store.open()
  const [failing, other] = [checkout(), checkout()]
  for (const entry of [failing, other]) await store.insert(entry)
  const first = event(failing.id, 1)
  await store.save(failing, { expectedVersion: 1, events: [first] })
  const [failed, saved] = await Promise.allSettled([
    store.save({ ...failing, seenAt: 2000 }, { expectedVersion: 2, events: [first] }),
    store.save({ ...other, seenAt: 2000 }, { expectedVersion: 1 }),
  ])
  expect([failed?.status, saved?.status]).toEqual(['rejected', 'fulfilled'])
  expect(await store.entry(failing.id)).toEqual({ ...failing, version: 2 })
  expect(await store.entry(other.id)).toMatchObject({ seenAt: 2000, version: 2 })
  await store.close()
})

/** `DatabaseSync` as it was in Node 22.13, without `isOpen` and `isTransaction`. */
class OldDatabase {
  static isDiskBroken = false
  readonly #db: DatabaseSync
  constructor(path: string) {
    this.#db = new DatabaseSync(path)
  }
  exec(sql: string) {
    if (OldDatabase.isDiskBroken && sql === 'COMMIT') throw new Error('disk I/O error')
    this.#db.exec(sql)
  }
  prepare(sql: string) {
    return this.#db.prepare(sql)
  }
  close() {
    this.#db.close()
  }
}

test('on the oldest Node, too, data is erased, a failed commit is rolled back, and the file is closed', async () => {
  const builtIn = vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ DatabaseSync: OldDatabase })
  onTestFinished(() => builtIn.mockRestore())
  const path = file()
  const store = sqliteStore(path, { exclusive: true })
  await store.open()
  await store.insert(checkout({ customer: 'Anna of Old', attempts: [] }))
  expect(await store.eraseOld({ before: 1500, now: 3000, limit: 9 })).toBe(1)
  expect(await readFile(`${path}-wal`, 'latin1')).not.toContain('Anna of Old')

  const entry = checkout()
  OldDatabase.isDiskBroken = true
  await expect(store.insert(entry)).rejects.toThrow('disk I/O error')
  OldDatabase.isDiskBroken = false
  expect(await store.entry(entry.id)).toBeNull()
  expect(await store.insert(entry)).toBe(true)

  await store.close()
  const reopened = sqliteStore(path, { exclusive: true })
  await reopened.open()
  await reopened.close()
})

test('a write after the store is closed is rejected, and ends no process', async () => {
  const store = sqliteStore(file())
  await store.open()
  await store.close()
  await expect(store.insert(checkout())).rejects.toThrow('database is not open')
})

test('a store that is closed does not say that it can be read', async () => {
  const store = sqliteStore(file())
  await store.open()
  await store.ping()
  await store.close()
  await expect(store.ping()).rejects.toThrow()
})

test('entries survive closing and reopening the file', async () => {
  const path = file()
  const entry = checkout()
  const before = sqliteStore(path)
  await before.open()
  await before.insert(entry)
  await before.close()
  const after = sqliteStore(path)
  await after.open()
  expect(await after.entry(entry.id)).toEqual(entry)
  await after.close()
})

test('a database from before 1.0 is refused by name and not changed', async () => {
  const path = file()
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE paypane_schema (version BIGINT NOT NULL); INSERT INTO paypane_schema VALUES (15)')
  const store = sqliteStore(path)
  await expect(store.open()).rejects.toThrow(/^The database was written by a Paypane before 1\.0 /)
  await store.close()
  expect(db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()).toHaveLength(1)
  db.close()
})

test('a database of a newer version is refused and not changed', async () => {
  const path = file()
  const store = sqliteStore(path)
  await store.open()
  await store.close()
  const db = new DatabaseSync(path)
  db.exec('INSERT INTO paypane_schema (version) VALUES (999)')
  db.close()
  const later = sqliteStore(path)
  await expect(later.open()).rejects.toThrow(/version 999.*Nothing was touched/)
  await later.close()
})

test('a file that cannot be written is refused when it is opened', async () => {
  const path = file()
  const store = sqliteStore(path)
  await store.open()
  await store.close()
  await chmod(path, 0o444)
  await chmod(folder, 0o555)
  // Root can write everywhere, so the file is opened by a process that gave up being root.
  const script = `
    import { sqliteStore } from '${new URL('../../../src/server/sqlite/index.ts', import.meta.url)}'
    if (process.getuid() === 0) process.setuid(65534)
    try {
      await sqliteStore('${path}').open()
      console.log('opened')
    } catch (error) {
      console.log(error.message)
    }`
  const flags = ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning']
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--input-type=module',
    '--eval',
    script,
  ])
  await chmod(folder, 0o700)
  expect(stdout.trim()).toMatch(/readonly database/)
})

test('two stores that open a new file at once both find it migrated', async () => {
  const path = file()
  const stores = [sqliteStore(path), sqliteStore(path)]
  await Promise.all(stores.map((store) => store.open()))
  await Promise.all(stores.map((store) => store.ping()))
  await Promise.all(stores.map((store) => store.close()))
})

/** A store whose process holds leases of an entry and its event, and how many another process can claim once it has opened the file. */
async function claimAfterOpening(options: { exclusive: boolean }): Promise<number[]> {
  const path = file()
  const first = sqliteStore(path)
  await first.open()
  const entry = checkout({ attempts: [attempt({ nextLookupAt: 10 })] })
  await first.insert(entry)
  await first.save(entry, { expectedVersion: 1, events: [event(entry.id, 1, { at: 10 })] })
  const until = 1_000_000
  expect(await first.claim({ now: 20, until, lease: 'of the first', limit: 9 })).toHaveLength(1)
  expect(await first.claimEvents({ now: 20, until, limit: 9 })).toHaveLength(1)
  const next = sqliteStore(path, options)
  await next.open()
  const claimed = await next.claim({ now: 20, until, lease: 'of the next', limit: 9 })
  const events = await next.claimEvents({ now: 20, until, limit: 9 })
  await Promise.all([first.close(), next.close()])
  return [claimed.length, events.length]
}

test('leases of a killed process are released when the file is opened again, without any other', async () => {
  expect(await claimAfterOpening({ exclusive: true })).toEqual([1, 1])
})

test('a process that does not exclude others leaves their leases: a create would be sent twice', async () => {
  expect(await claimAfterOpening({ exclusive: false })).toEqual([0, 0])
})

test('a file that cannot be opened is named', () => {
  expect(() => sqliteStore(import.meta.dirname)).toThrow(
    `The SQLite database ${import.meta.dirname} cannot be opened: unable to open database file. Check the path and its permissions.`,
  )
})

test('a Node without SQLite is named, with the version that has it', () => {
  const builtIn = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
  onTestFinished(() => builtIn.mockRestore())
  expect(() => sqliteStore(':memory:')).toThrow('SQLite needs Node 22.13 or later; this is Node ')
})
