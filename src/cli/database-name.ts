import { resolve } from 'node:path'
import { sqlitePath } from 'paypane/server/node'

/** A database for people, without its password. */
export function databaseName(url: string): string {
  const path = sqlitePath(url)
  if (path !== null) return `SQLite database ${resolve(path)}`
  if (!URL.canParse(url)) return 'PostgreSQL database'
  const { host, pathname } = new URL(url)
  return `PostgreSQL database ${host}${pathname}`
}
