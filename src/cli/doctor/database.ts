import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Environment, type Finding, failed, ok, readSetting } from './finding.ts'

const name = 'DATABASE_URL'

/** Is there a database, or a place for one? Nothing is written. */
export function checkDatabase(env: Environment): Promise<Finding> {
  const url = readSetting(env, name) ?? 'file:./data/paypane.db'
  if (url.startsWith('file:')) return checkFile(resolve(url.slice('file:'.length)))
  if (/^postgres(ql)?:\/\//.test(url)) return checkPostgres(url)
  return Promise.resolve(
    failed(name, 'is neither a file nor PostgreSQL', 'Give file:./data/paypane.db, or postgres://….'),
  )
}

async function checkFile(path: string): Promise<Finding> {
  const existing = await nearestExisting(path)
  const isFile = existing === path
  const isExpectedType = isFile ? (await stat(existing)).isFile() : (await stat(existing)).isDirectory()
  if (!isExpectedType)
    return failed(name, `${existing} is not a ${isFile ? 'file' : 'folder'}`, 'Give the path of a file.')
  const writable = await access(existing, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!writable)
    return failed(name, `${existing} cannot be written`, 'Let the user that runs the server write there.')
  return ok(name, isFile ? path : `${path}, which will be made`)
}

/** The path itself where it exists, else the closest folder above it that does. */
async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path))
}

async function checkPostgres(url: string): Promise<Finding> {
  const driver = await import('pg').catch(() => null)
  if (!driver) return failed(name, 'is PostgreSQL, and its driver is not installed', 'Run: npm install pg')
  const client = new driver.default.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('select 1')
    return ok(name, 'PostgreSQL answers')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return failed(
      name,
      `PostgreSQL does not answer${code}`,
      'Check its host, port, database, user and password.',
    )
  } finally {
    await client.end()
  }
}
