import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PaypaneOptions } from 'paypane/server'
import { type Environment, inspectSettings, sqlitePath } from 'paypane/server/node'
import { requiredSetting } from './env-file.ts'
import { messageOf } from './output.ts'

/** Copies a database to an empty one. Returns what to print; throws an error for people. */
export async function copy(from: string, to: string, report: (line: string) => void): Promise<string[]> {
  assertDatabase(from, 'The source')
  assertDatabase(to, 'The target')
  const source = sqlitePath(from)
  if (source !== null && !existsSync(source))
    throw new Error(`There is no database at ${resolve(source)}. Nothing was copied.`)
  if (from === to) throw new Error('The source is the target. Nothing was copied.')
  const { copyStore } = await import('paypane/server/sqlite')
  const opened: PaypaneOptions['store'][] = []
  const open = async (url: string): Promise<PaypaneOptions['store']> => {
    const store = await storeAt(url, { exclusive: true })
    opened.push(store)
    return store
  }
  try {
    const copied = await copyStore(await open(from), await open(to), ({ table, rows }) =>
      report(`${table}: ${rows} rows copied`),
    )
    const rows = copied.reduce((sum, table) => sum + table.rows, 0)
    return [
      `${rows} rows of ${copied.length} tables are copied and compared, from the ${databaseName(from)} to the ${databaseName(to)}.`,
      'Set DATABASE_URL to the new one, keep every other setting, and start the server. Keep the old one until you have seen it work.',
    ]
  } finally {
    for (const store of opened) await store.close()
  }
}

function assertDatabase(url: string, which: string): void {
  if (!/^(file:.+|postgres(ql)?:\/\/.+)$/.test(url))
    throw new Error(`${which} is no address of a database: give file:./data/paypane.db or postgres://….`)
}

/** The store of a `DATABASE_URL`; `exclusive`: refused while a server has its SQLite file open. */
export async function storeAt(
  url: string,
  options?: { exclusive: boolean },
): Promise<PaypaneOptions['store']> {
  const path = sqlitePath(url)
  return path === null
    ? (await importPostgres()).postgresStore(url)
    : (await import('paypane/server/sqlite')).sqliteStore(path, options)
}

/** `pg` is a package of the shop's own: only who uses PostgreSQL needs it. */
const importPostgres = () =>
  import('paypane/server/postgres').catch((cause: unknown) => {
    const { problem, fix } = driverProblem(cause)
    throw new Error(`The driver of PostgreSQL ${problem}. ${fix}`, { cause })
  })

/** Why `pg` was not imported, as a predicate, and what to do. */
export function driverProblem(error: unknown): { problem: string; fix: string } {
  const [reason = ''] = messageOf(error).split('\n')
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isAbsent && reason.includes("'pg'")
    ? { problem: 'is not installed', fix: 'Run: npm install pg' }
    : { problem: `cannot be loaded: ${reason}`, fix: 'Install it again: npm install pg' }
}

/** A database for people, without its password. */
export function databaseName(url: string): string {
  const path = sqlitePath(url)
  if (path !== null) return `SQLite database ${resolve(path)}`
  if (!URL.canParse(url)) return 'PostgreSQL database'
  const { host, pathname } = new URL(url)
  return `PostgreSQL database ${host}${pathname}`
}

/** Brings the database of `DATABASE_URL` up to date. Returns what to print; throws an error for people. */
export async function migrate(env: Environment, report: (line: string) => void): Promise<string> {
  const url = requiredSetting(inspectSettings(env), 'DATABASE_URL')
  const path = sqlitePath(url)
  const isNew = path !== null && !existsSync(path)
  const store = await storeAt(url)
  try {
    await store.open(({ version, changed, total }) => {
      if (total > 0) report(`Migrating to version ${version}: ${changed} of ${total} rows`)
    })
  } catch (error) {
    throw isUnreachable(error)
      ? new Error(
          `PostgreSQL cannot be reached (${error.code}): nothing was changed. Check its host, port, database, user and password, then run this again.`,
          { cause: error },
        )
      : error
  } finally {
    await store.close()
  }
  // A misspelt path is a database, too: an empty one, which no server uses.
  return isNew
    ? `The ${databaseName(url)} did not exist: an empty one was created.`
    : `The ${databaseName(url)} is up to date.`
}

const isUnreachable = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'kind' in error && error.kind === 'unreachable' && 'code' in error
