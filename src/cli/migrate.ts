import { type Environment, inspectSettings, sqlitePath } from 'paypane/server/node'
import { databaseName } from './database-name.ts'
import { requiredSetting } from './env-file.ts'

/** Brings the database of `DATABASE_URL` up to date. Returns its name; throws an error for people. */
export async function migrate(env: Environment, report: (line: string) => void): Promise<string> {
  const url = requiredSetting(inspectSettings(env), 'DATABASE_URL')
  const path = sqlitePath(url)
  const store =
    path === null
      ? (await import('paypane/server/postgres')).postgresStore(url)
      : (await import('paypane/server/sqlite')).sqliteStore(path)
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
  return databaseName(url)
}

const isUnreachable = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'kind' in error && error.kind === 'unreachable' && 'code' in error
