/**
 * Preloaded into a real server. From SIGUSR2 on it counts steps (before and after every commit that wrote, before and
 * after every network request), and at step STOP_AT it sends STOP_SIGNAL to its own process.
 */
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

const signal = process.env['STOP_SIGNAL'] === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL'
let left = Number.POSITIVE_INFINITY

process.on('SIGUSR2', () => {
  left = Number(process.env['STOP_AT'])
})

function step(description: string): void {
  left -= 1
  if (left !== 0) return
  process.stderr.write(`{"stopped":"${description}"}\n`)
  process.kill(process.pid, signal)
}

const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  step('before a call')
  const response = await fetch(input, init)
  step('after a call')
  return response
}

const changes = (db: DatabaseSync): number => Number(db.prepare('SELECT total_changes() AS n').get()?.['n'])
const began = new WeakMap<DatabaseSync, number>()
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  if (sql === 'BEGIN IMMEDIATE') began.set(this, changes(this))
  const hasWritten = sql === 'COMMIT' && changes(this) !== began.get(this)
  if (hasWritten) step('before a commit')
  exec.call(this, sql)
  if (hasWritten) step('after a commit')
}

/** The statements of the store are objects. */
const textOf = (sql: unknown): string =>
  sql instanceof Object && 'text' in sql ? String(sql.text) : String(sql)

const writers = new WeakSet<Client>()
const query: (...args: unknown[]) => unknown = Client.prototype.query
Reflect.set(Client.prototype, 'query', async function (this: Client, ...args: unknown[]) {
  const [sql] = args
  const hasWritten = sql === 'COMMIT' && writers.delete(this)
  if (hasWritten) step('before a commit')
  const result = await Reflect.apply(query, this, args)
  if (hasWritten) step('after a commit')
  if (/^(INSERT|UPDATE|DELETE|WITH)\b/.test(textOf(sql))) {
    if (result instanceof Object && 'rowCount' in result && result.rowCount !== 0) writers.add(this)
  }
  return result
})
