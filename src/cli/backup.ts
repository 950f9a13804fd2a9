import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Environment, inspectSettings, sqlitePath } from 'paypane/server/node'
import { databaseName } from './database.ts'
import { requiredSetting } from './env-file.ts'

/** Copies the SQLite database of `DATABASE_URL` to a new file, also beside a running server. Throws an error for people. */
export async function backup(env: Environment, file: string): Promise<string> {
  const url = requiredSetting(inspectSettings(env), 'DATABASE_URL')
  const path = sqlitePath(url)
  if (path === null)
    throw new Error(
      `${databaseName(url)}: use PostgreSQL's own pg_dump, or continuous archiving: pg_dump --format=custom --schema=paypane --file=${file} with the address of DATABASE_URL. pg_restore reads it back.`,
    )
  if (!existsSync(path)) throw new Error(`There is no database at ${resolve(path)}. Check DATABASE_URL.`)
  const source = openDatabase(path)
  try {
    createNewFile(file)
    try {
      source.prepare('VACUUM INTO ?').run(file)
      const counts = check(file)
      syncFile(file)
      return `${resolve(file)}: ${counts}. The copy was checked; keep the seal keys in another place.`
    } catch (error) {
      rmSync(file)
      throw error
    }
  } finally {
    source.close()
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'paypane_schema'").get() !== undefined)
      return database
  } catch {
    // Not a database at all.
  }
  database.close()
  throw new Error(`${resolve(path)} is no database of Paypane. Check DATABASE_URL.`)
}

/** The file of its user alone; an existing one is never overwritten. */
function createNewFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw existsSync(file)
      ? new Error(`${resolve(file)} exists already. Give the name of a new file.`)
      : error
  }
}

/** Reads the whole copy; returns what is in it. */
function check(file: string): string {
  const copy = openDatabase(file)
  try {
    const { integrity_check: result } = copy.prepare('PRAGMA integrity_check').get() ?? {}
    if (result !== 'ok') throw new Error(`The copy is damaged: ${String(result)}. Check the disk.`)
    const count = (kind: string): string => {
      const { count } = copy.prepare('SELECT COUNT(*) AS count FROM entries WHERE kind = ?').get(kind) ?? {}
      return `${String(count)} ${kind}${count === 1 ? '' : 's'}`
    }
    return `${count('checkout')} and ${count('payout')}`
  } finally {
    copy.close()
  }
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
