import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PaypaneOptions } from 'paypane/server'
import { sqlitePath } from 'paypane/server/node'
import { databaseName } from './database-name.ts'

/** Copies a database to an empty one. Returns what to print; throws an error for people. */
export async function copy(from: string, to: string, report: (line: string) => void): Promise<string[]> {
  assertDatabase(from, 'The source')
  assertDatabase(to, 'The target')
  const source = sqlitePath(from)
  if (source !== null && !existsSync(source))
    throw new Error(`There is no database at ${resolve(source)}. Nothing was copied.`)
  if (from === to) throw new Error('The source is the target. Nothing was copied.')
  const { copyStore } = await import('paypane/server/postgres')
  const opened: PaypaneOptions['store'][] = []
  const open = async (url: string): Promise<PaypaneOptions['store']> => {
    const store = await storeAt(url)
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

async function storeAt(url: string): Promise<PaypaneOptions['store']> {
  const path = sqlitePath(url)
  return path === null
    ? (await import('paypane/server/postgres')).postgresStore(url)
    : (await import('paypane/server/sqlite')).sqliteStore(path, { exclusive: true })
}

function assertDatabase(url: string, which: string): void {
  if (!/^(file:.+|postgres(ql)?:\/\/.+)$/.test(url))
    throw new Error(`${which} is no address of a database: give file:./data/paypane.db or postgres://….`)
}
