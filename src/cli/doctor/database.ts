import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqlitePath, type ValidSettings } from 'paypane/server/node'
import { driverProblem } from '../database.ts'
import { type Finding, failed, ok } from './finding.ts'

const name = 'DATABASE_URL'

/** Opens the database with the rights that the server needs, or checks that it can be created. Nothing is written. */
export async function checkDatabase({ DATABASE_URL: url }: ValidSettings): Promise<Finding> {
  if (url === undefined) return failed(name, 'is not set', 'Give file:./data/paypane.db, or postgres://….')
  const path = sqlitePath(url)
  return path === null ? checkPostgres(url) : checkFile(resolve(path))
}

async function checkFile(path: string): Promise<Finding> {
  const existing = await nearestExisting(path)
  const exists = existing === path
  const stats = await stat(existing)
  if (!(exists ? stats.isFile() : stats.isDirectory()))
    return failed(name, `${existing} is not a ${exists ? 'file' : 'folder'}`, 'Give the path of a file.')
  const writable = await access(existing, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!writable)
    return failed(name, `${existing} cannot be written`, 'Give the user that runs the server write access.')
  const { bavail, bsize } = await statfs(existing)
  const full = fullDisk(existing, bavail * bsize)
  if (full !== null) return full
  return exists ? openFile(path) : ok(name, `${path}, created at the start`)
}

const minFreeBytes = 16 * 1024 * 1024

/** A finding if the disk has no room for more than a few payments; else null. */
export const fullDisk = (path: string, freeBytes: number): Finding | null =>
  freeBytes < minFreeBytes
    ? failed(
        name,
        `the disk of ${path} is full: ${Math.floor(freeBytes / 1024 ** 2)} MiB are free`,
        'Free some space: nothing can be stored, so payers cannot pay and callbacks are not acknowledged.',
      )
    : null

/** Takes the lock of a write, and gives it back. */
function openFile(path: string): Finding {
  try {
    const database = new DatabaseSync(path)
    try {
      database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE; ROLLBACK')
    } finally {
      database.close()
    }
    return ok(name, path)
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'unknown error'
    return failed(
      name,
      `${path} cannot be opened for writing: ${cause}`,
      'Check that it is a database of Paypane, and that no other program locks it.',
    )
  }
}

/** The path itself if it exists, otherwise the closest existing folder above it. */
async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path))
}

async function checkPostgres(url: string): Promise<Finding> {
  const driver = await import('pg').catch((error: unknown) => driverProblem(error))
  if ('problem' in driver) return failed(name, `is PostgreSQL, and its driver ${driver.problem}`, driver.fix)
  try {
    // Reads the certificates that the URL names.
    const client = new driver.default.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      const { rows } = await client.query<{ can_write: boolean; is_replica: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_replica,
           case when exists (select from pg_namespace where nspname = 'paypane')
             then has_schema_privilege('paypane', 'usage, create')
             else has_database_privilege(current_database(), 'create') end as can_write`,
      )
      if (rows[0]?.is_replica)
        return failed(
          name,
          'PostgreSQL is read-only',
          'Give the address of the primary. If it is the primary: free its disk, then set default_transaction_read_only to off.',
        )
      if (!rows[0]?.can_write)
        return failed(
          name,
          'this user may not create tables in the schema paypane',
          'Grant it the right, or run paypane migrate as a user that has it.',
        )
    } finally {
      await client.end()
    }
    return ok(name, 'PostgreSQL responds')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return failed(
      name,
      `no response from PostgreSQL${code}`,
      'Check its host, port, database, user, password and certificate files.',
    )
  }
}
