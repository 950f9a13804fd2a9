import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteStore } from '../../src/server/sqlite/index.ts'
import { attempt, checkout } from '../server/store/fixtures.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './command.ts'

test('paypane migrate brings the database up to date and leaves it closed', async () => {
  const file = join(newFolder(onTestFinished), 'data/paypane.db')
  const migrate = () => runCommand(['migrate'], { env: { DATABASE_URL: `file:${file}` } })
  // A misspelt path would be one, too.
  const created = `The SQLite database ${file} did not exist: an empty one was created.\n`
  expect(await migrate()).toEqual({ code: 0, out: created, err: '' })
  const store = sqliteStore(file)
  await store.insert(checkout())
  await store.close()
  expect(await migrate()).toEqual({ code: 0, out: `The SQLite database ${file} is up to date.\n`, err: '' })
})

test('beside a running server it leaves that server what it is working on', async () => {
  const file = join(newFolder(onTestFinished), 'paypane.db')
  const running = sqliteStore(file, { exclusive: true })
  await running.open()
  await running.insert(checkout({ attempts: [attempt({ nextLookupAt: 10 })] }))
  const claim = () => running.claim({ now: 20, until: 1_000_000, lease: 'of a create', limit: 9 })
  expect(await claim()).toHaveLength(1)
  expect((await runCommand(['migrate'], { env: { DATABASE_URL: `file:${file}` } })).code).toBe(0)
  expect(await claim()).toEqual([])
  await running.close()
})

/** Fails the import of `pg`. */
const withPg = (error: { message: string; code: string }) =>
  `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name === 'pg') throw Object.assign(new Error(), ${JSON.stringify(error)})
      return next(name, context)
    },
  })`)}`
const absent = { code: 'ERR_MODULE_NOT_FOUND', message: "Cannot find package 'pg' imported from /shop" }
const broken = { code: 'MODULE_NOT_FOUND', message: "Cannot find module 'pg-pool'\nRequire stack:\n- /shop" }

test.each([
  ['migrated', ['migrate'], absent, 'is not installed. Run: npm install pg'],
  [
    'copied',
    ['copy', 'postgres://127.0.0.1:1/shop', 'file:copy.db'],
    absent,
    'is not installed. Run: npm install pg',
  ],
  [
    'migrated',
    ['migrate'],
    broken,
    "cannot be loaded: Cannot find module 'pg-pool'. Install it again: npm install pg",
  ],
])('without the driver of PostgreSQL nothing is %s by %j: %o', async (done, args, error, reason) => {
  const { code, err } = await runCommand(args, {
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/shop' },
    node: ['--import', withPg(error)],
  })
  expect(code).toBe(1)
  expect(err).toBe(`The database was not ${done}. The driver of PostgreSQL ${reason}\n`)
})

test('from one SQLite file to another everything is copied without the driver of PostgreSQL', async () => {
  const folder = newFolder(onTestFinished)
  const [from, to] = [`file:${join(folder, 'from.db')}`, `file:${join(folder, 'to.db')}`]
  await runCommand(['migrate'], { env: { DATABASE_URL: from } })
  const copied = await runCommand(['copy', from, to], { node: ['--import', withPg(absent)] })
  expect(copied.out).toContain('are copied and compared')
  expect(copied.code).toBe(0)
})

test('a database that cannot be migrated is named, without its password', async () => {
  const { code, out, err } = await runCommand(['migrate'], {
    env: { DATABASE_URL: 'postgres://paypane:hunter2@127.0.0.1:1/shop' },
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The database was not migrated\. PostgreSQL cannot be reached \(ECONNREFUSED\)/)
  expect(err).not.toContain('hunter2')
  // The command ends here, unlike a server.
  expect(err).not.toContain('it is tried again')
})

test.each([
  { DATABASE_URL: 'mysql://paypane@db.internal/shop' },
  { DATABASE_URL: 'file:' },
  { DATABASE_URL_FILE: '/absent/database-url' },
])('a wrong setting migrates no other database: %j', async (env) => {
  const folder = newFolder(onTestFinished)
  const { code, out, err } = await runCommand(['migrate'], { env, cwd: folder })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The database was not migrated\. DATABASE_URL /)
  expect(readdirSync(folder)).toEqual([])
})

test('without DATABASE_URL, paypane migrate says that it has migrated the default database', async () => {
  const folder = newFolder(onTestFinished)
  const { code, out } = await runCommand(['migrate'], { cwd: folder })
  const file = join(realpathSync(folder), 'data/paypane.db')
  expect({ code, out }).toEqual({
    code: 0,
    out: `The SQLite database ${file} did not exist: an empty one was created. DATABASE_URL is not set: this is the default.\n`,
  })
})
