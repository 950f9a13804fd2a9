import type { Environment } from 'paypane/server/node'
import { inspectSettings } from 'paypane/server/node'

/** Brings the database of `DATABASE_URL` up to date. Returns its kind; throws an error for people. */
export async function migrate(env: Environment): Promise<'SQLite' | 'PostgreSQL'> {
  const { states, valid } = inspectSettings(env)
  const { DATABASE_URL: url } = valid
  if (url === undefined) {
    const { problem, fix } = states.find(({ name }) => name === 'DATABASE_URL') ?? {}
    throw new Error(`DATABASE_URL ${problem ?? 'is not set'}. ${fix ?? ''}`)
  }
  const store = url.startsWith('file:')
    ? (await import('paypane/server/sqlite')).sqliteStore(url.replace(/^file:(\/\/)?/, ''))
    : (await import('paypane/server/postgres')).postgresStore(url)
  try {
    await store.open()
  } finally {
    await store.close()
  }
  return url.startsWith('file:') ? 'SQLite' : 'PostgreSQL'
}
