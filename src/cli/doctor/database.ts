import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { sqlitePath, type ValidSettings } from 'paypane/server/node'
import { type Finding, failed, ok } from './finding.ts'

const name = 'DATABASE_URL'

/** Checks that the database exists or can be created. Nothing is written. */
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
  return ok(name, exists ? path : `${path}, created at the start`)
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
  const driver = await import('pg').catch(() => null)
  if (driver === null)
    return failed(name, 'is PostgreSQL, and its driver is not installed', 'Run: npm install pg')
  try {
    // Reads the certificates that the URL names.
    const client = new driver.default.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      await client.query('select 1')
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
