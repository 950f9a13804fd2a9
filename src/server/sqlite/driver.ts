import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Operation, type Row, sql } from '../store/sql/statement.ts'
import type { Driver } from '../store/sql/store.ts'

interface QueuedOperation {
  /** Runs inside the group's transaction; throws where the operation fails. */
  run(): void
  /** After the commit. */
  committed(): void
  failed(error: unknown): void
}

/** How a SQLite file is opened. */
export interface SqliteOptions {
  /**
   * Throws while another process has the file open with this option. The work of a process that was killed is then due at
   * once, else when its leases end. Default: false.
   */
  exclusive?: boolean
}

const busyTimeoutMs = 5000

/** A new file, and each folder that is made for it, is its user's alone; SQLite gives the files beside it the same mode. */
function createFile(path: string): void {
  createFolder(dirname(path))
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!existsSync(path)) throw error
  }
}

/** Not `recursive`: where a folder cannot be made, as in `/proc`, Node would try for ever. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path)) throw error
  }
}

/** Not imported: bundlers that remove `node:`, such as that of Angular, would leave `sqlite`, which does not exist. */
function builtInSqlite(): typeof import('node:sqlite') {
  const sqlite: typeof import('node:sqlite') | undefined = process.getBuiltinModule('node:sqlite')
  if (sqlite !== undefined) return sqlite
  throw new Error(`SQLite needs Node 22.13 or later; this is Node ${process.versions.node}.`)
}

/** The errors of SQLite do not name the file. */
function openDatabase(path: string): DatabaseSync {
  const { DatabaseSync } = builtInSqlite()
  try {
    const db = new DatabaseSync(path)
    db.exec(`
      PRAGMA busy_timeout = ${busyTimeoutMs};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = ON;
    `)
    return db
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The SQLite database ${path} cannot be opened: ${reason}. Check the path and its permissions.`,
      {
        cause,
      },
    )
  }
}

/**
 * Locks a file beside the database until the lock is closed, or the process has ended however it ends. Other programs can
 * still read the database.
 */
function lockForProcess(path: string): { close(): void } {
  const { DatabaseSync } = builtInSqlite()
  createFile(`${path}.lock`)
  const lock = new DatabaseSync(`${path}.lock`)
  try {
    lock.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; BEGIN EXCLUSIVE`)
  } catch (cause) {
    lock.close()
    throw new Error(
      `${path} is in use by another process. A SQLite file serves one server; stop that one, or use PostgreSQL for several.`,
      { cause },
    )
  }
  return lock
}

/**
 * SQLite by `node:sqlite`, with WAL and `synchronous=FULL`: a write is on disk when it resolves. Operations that wait at
 * the same time share one commit, each in its own savepoint.
 */
export function sqliteDriver(path: string, { exclusive = false }: SqliteOptions = {}): Driver {
  if (path !== ':memory:') createFile(path)
  const db = openDatabase(path)
  const lock = exclusive && path !== ':memory:' ? lockForProcess(path) : null
  const prepared = new Map<string, StatementSync>()
  const listeners = new Set<(entryId: string) => void>()
  let queue: QueuedOperation[] = []
  let isPurgeDue = false
  // Node 22.13 has no `isOpen` and no `isTransaction`.
  let isOpen = true

  function statement(sql: string): StatementSync {
    const cached = prepared.get(sql)
    if (cached !== undefined) return cached
    const created = db.prepare(sql)
    prepared.set(sql, created)
    return created
  }

  function rowsOf(sql: string, values: readonly (string | number | null)[]): Row[] {
    return statement(sql).all(...values)
  }

  function runOperation<T>(operation: Operation<T>): T {
    let step = operation.next()
    while (step.done !== true) step = operation.next(rowsOf(step.value.sql, step.value.values))
    return step.value
  }

  function commit(): void {
    const group = queue
    // `close` has committed it.
    if (group.length === 0) return
    queue = []
    const finished: QueuedOperation[] = []
    try {
      db.exec('BEGIN IMMEDIATE')
      for (const queued of group) {
        statement('SAVEPOINT operation').run()
        try {
          queued.run()
          statement('RELEASE operation').run()
          finished.push(queued)
        } catch (error) {
          db.exec('ROLLBACK TO operation; RELEASE operation')
          queued.failed(error)
        }
      }
      db.exec('COMMIT')
    } catch (error) {
      rollBack()
      for (const queued of group) queued.failed(error)
      return
    }
    for (const queued of finished) queued.committed()
    if (isPurgeDue) purge()
  }

  function rollBack(): void {
    try {
      db.exec('ROLLBACK')
    } catch {
      // No transaction is open: it did not begin, or SQLite has rolled it back.
    }
  }

  /** Empties the write-ahead log. Where it cannot be, as while another process reads it, it is tried at each commit. */
  function purge(): void {
    isPurgeDue = true
    if (!isOpen) return
    try {
      db.exec('PRAGMA busy_timeout = 0')
      const [result] = rowsOf('PRAGMA wal_checkpoint(TRUNCATE)', [])
      isPurgeDue = result?.['busy'] !== 0
    } catch {
      // The disk is full, or fails: what was committed stays so.
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    }
  }

  function run<T>(operation: () => Operation<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | null = null
      if (queue.length === 0) setImmediate(commit)
      queue.push({
        run() {
          result = { value: runOperation(operation()) }
        },
        committed() {
          if (result !== null) resolve(result.value)
        },
        failed: reject,
      })
    })
  }

  return {
    dialect: {
      skipLocked: '',
      shared: false,
      text: 'TEXT',
      elements: (json) => sql`SELECT value FROM json_each(${json})`,
      notify: null,
    },
    exclusive: lock !== null,
    // `BEGIN IMMEDIATE` locks the database for every other process.
    migrate: run,
    run,
    background: (work) => work(),
    // Commits are synchronous, so a read sees only what is committed.
    read: async (operation) => runOperation(operation()),
    listen(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    notifyChanged(entryId) {
      for (const listener of listeners) listener(entryId)
    },
    purge,
    async close() {
      if (!isOpen) return
      if (queue.length > 0) commit()
      isOpen = false
      db.close()
      lock?.close()
    },
  }
}
