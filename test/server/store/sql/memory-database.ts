import { onTestFinished } from 'vitest'
import { sqliteDriver } from '../../../../src/server/sqlite/driver.ts'
import { query, type Row, raw } from '../../../../src/server/store/sql/statement.ts'
import { type Driver, sqlStore } from '../../../../src/server/store/sql/store.ts'
import type { Store, UnreadableRow } from '../../../../src/server/store/store.ts'

export interface MemoryDatabase {
  driver: Driver
  store: Store
  /** SQL behind the store's back: what damage, an operator or a newer process may do. */
  execute(text: string): Promise<Row[]>
  /** The rows that the store could not read. */
  skipped: UnreadableRow[]
}

/** A database in memory, open until the test ends. */
export async function memoryDatabase(): Promise<MemoryDatabase> {
  const driver = sqliteDriver(':memory:')
  const store = sqlStore(driver)
  const skipped: UnreadableRow[] = []
  store.onUnreadable((row) => skipped.push(row))
  onTestFinished(() => store.close())
  await store.open()
  return { driver, store, skipped, execute: (text) => driver.run(() => query`${raw(text)}`) }
}
