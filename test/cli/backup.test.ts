import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteStore } from '../../src/server/sqlite/index.ts'
import { checkout, payout } from '../server/store/fixtures.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './command.ts'

test('a backup beside an open database has every order, is checked and never overwritten', async () => {
  const folder = newFolder(onTestFinished)
  const source = join(folder, 'data/paypane.db')
  const store = sqliteStore(source, { exclusive: true })
  await store.open()
  const entries = [checkout(), checkout()]
  for (const entry of entries) await store.insert(entry)
  await store.insert(payout())
  const file = join(folder, 'backup.db')
  const backup = () => runCommand(['backup', file], { env: { DATABASE_URL: `file:${source}` } })
  expect(await backup()).toEqual({
    code: 0,
    out: `${file}: 2 checkouts and 1 payout. The copy was checked; keep the seal keys in another place.\n`,
    err: '',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const size = statSync(file).size
  await store.insert(checkout())
  const again = await backup()
  expect(again.code).toBe(1)
  expect(again.err).toContain('exists already')
  expect(statSync(file).size).toBe(size)
  await store.close()
  const copy = sqliteStore(file)
  await copy.open()
  for (const entry of entries) expect(await copy.entry(entry.id)).toEqual(entry)
  await copy.close()
})

test.each([
  ['an absent file', () => undefined, 'There is no database'],
  [
    'a file that is no database',
    (file: string) => writeFileSync(file, 'orders'),
    'is no database of Paypane',
  ],
  ['an empty file', (file: string) => writeFileSync(file, ''), 'is no database of Paypane'],
  ['a folder', (file: string) => mkdirSync(file), ''],
])('%s is refused, and nothing is created', async (_, prepare, problem) => {
  const folder = newFolder(onTestFinished)
  prepare(join(folder, 'shop.db'))
  const before = readdirSync(folder)
  const { code, out, err } = await runCommand(['backup', 'backup.db'], {
    env: { DATABASE_URL: 'file:./shop.db' },
    cwd: folder,
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^Nothing was backed up\. /)
  expect(err).toContain(problem)
  expect(readdirSync(folder)).toEqual(before)
})

test.each([
  [
    'whose pages are overwritten',
    (file: string) => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0xff, bytes.length / 2))
    },
  ],
  [
    'whose rows break its schema',
    (file: string) => {
      const database = new DatabaseSync(file)
      database.enableDefensive?.(false)
      database.exec(`
        CREATE TABLE notes (text TEXT);
        INSERT INTO notes VALUES (NULL);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE notes (text TEXT NOT NULL)' WHERE name = 'notes';
      `)
      database.close()
    },
  ],
])('of a database %s no file is left that could be taken for a backup', async (_, damage) => {
  const folder = newFolder(onTestFinished)
  const source = join(folder, 'paypane.db')
  const store = sqliteStore(source)
  await store.open()
  for (let count = 0; count < 20; count += 1) await store.insert(checkout())
  await store.close()
  damage(source)
  const { code, err } = await runCommand(['backup', join(folder, 'backup.db')], {
    env: { DATABASE_URL: `file:${source}` },
  })
  expect(code).toBe(1)
  expect(err).toMatch(/^Nothing was backed up\. /)
  expect(readdirSync(folder)).not.toContain('backup.db')
})

test('a backup of PostgreSQL names its own program, without the password', async () => {
  const { code, err } = await runCommand(['backup', 'shop.dump'], {
    env: { DATABASE_URL: 'postgres://paypane:hunter2@db.internal/shop' },
  })
  expect(code).toBe(1)
  expect(err).toContain('pg_dump --format=custom --schema=paypane --file=shop.dump')
  expect(err).not.toContain('hunter2')
})
