import { BoundedMap } from '../../lib/bounded-map.ts'
import { hasPassed } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { CountedUse, UseCount, UseCounters } from '../../lib/limits/rate-limit.ts'
import { retryPutAside } from '../../rules/attempt/lookup-schedule.ts'
import type { Entry } from '../../rules/model.ts'
import { createMemoryCounters } from '../memory/counters.ts'
import { type Store, StoreStats } from '../store.ts'
import * as audits from './audit.ts'
import * as callbacks from './callbacks.ts'
import * as cards from './cards.ts'
import * as claims from './claims.ts'
import * as entries from './entries.ts'
import { listEntries } from './entry-list.ts'
import * as events from './events.ts'
import * as leases from './leases.ts'
import { type Migration, migrateStep, migrations } from './migrate.ts'
import * as reports from './reports.ts'
import { eraseOldEntries } from './retention.ts'
import { camelRow, type Dialect, type OnUnreadable, type Operation, query } from './statement.ts'

/** What each database provides: it runs operations and notifies of changes. */
export interface Driver {
  dialect: Dialect
  /** No other process works on the database: leases that it has when it is opened are of a process that has ended. */
  exclusive: boolean
  /** Runs the operation in one transaction without a time limit, under an exclusive lock. */
  migrate<T>(operation: () => Operation<T>): Promise<T>
  /** Runs the operation as one transaction, durable when it resolves. */
  run<T>(operation: () => Operation<T>): Promise<T>
  /** Runs an operation that only reads, or that is one statement, which may be repeated after a broken connection. */
  read<T>(operation: () => Operation<T>): Promise<T>
  /** Work of the worker: leaves connections for others. */
  background<T>(work: () => Promise<T>): Promise<T>
  listen(onChange: (entryId: string) => void): () => void
  /** After a write, for listeners in this process. */
  notifyChanged(entryId: string): void
  /** After a deletion of personal data: removes it from what the database keeps beside its tables, if it can. */
  purge(): void
  close(): Promise<void>
}

/** Counters in a table, where several processes share the database. */
function sharedCounters({ read: runStatement }: Driver): UseCounters {
  let sweptAt = 0
  return {
    async reserve(key, reservation) {
      const { now, windowMs } = reservation
      if (hasPassed(sweptAt, windowMs, now)) {
        sweptAt = now
        await runStatement(() => deleteExpiredCounters(reservation))
      }
      return await runStatement(() => reserve(key, reservation))
    },
  }
}

function* databaseNow(): Operation<number> {
  const [row] = yield* query`SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now`
  return Number(row?.['now'])
}

const drivers = new WeakMap<Store, Driver>()

/** The driver of a store that `sqlStore` made; throws a `TypeError` for any other. */
export function driverOf(store: Store): Driver {
  const driver = drivers.get(store)
  if (driver === undefined) throw new TypeError('The store is neither of SQLite nor of PostgreSQL.')
  return driver
}

/** A store on a SQL database: the same operations for each, over its driver. */
export function sqlStore(driver: Driver, known: readonly Migration[] = migrations): Store {
  const { dialect, read, run, background } = driver
  /**
   * Parsed entries by id. Every write of any process makes a new version, so a read compares the version in the database
   * and loads the document only where it differs.
   */
  const cache = new BoundedMap<string, Entry>(1000)
  /** Writes of one statement. Only a shared database runs them without a transaction: the other shares commits. */
  const runStatement = dialect.shared ? read : run
  const listeners = new Set<OnUnreadable>()
  const onUnreadable: OnUnreadable = (row) => {
    for (const listener of listeners) listener(row)
  }
  const erase = async <T>(operation: () => Operation<T>): Promise<T> => {
    const result = await run(operation)
    driver.purge()
    return result
  }
  const store: Store = {
    ...(dialect.shared
      ? { ...sharedCounters(driver), now: () => read(databaseNow) }
      : createMemoryCounters()),
    async open(onProgress) {
      for (;;) {
        const progress = await driver.migrate(() => migrateStep(dialect, known))
        if (progress === null) break
        onProgress?.(progress)
      }
      if (driver.exclusive) await run(leases.releaseAllLeases)
    },
    close: () => driver.close(),
    async ping() {
      await read(() => query`SELECT 1 AS one`)
    },
    insert: (entry) => run(() => entries.insertEntry(entry)),
    insertPayout: (payout, write) => run(() => entries.insertPayout(payout, write)),
    entry: (id) => read(() => entries.entryById(id, cache)),
    pageVersions: (ids) => read(() => entries.pageVersions(ids, dialect)),
    entryByRef: (kind, ref) => read(() => entries.entryByRef(kind, ref)),
    entryByTransaction: (id) => read(() => entries.entryByTransaction(id)),
    async save(entry, write) {
      const save = () => run(() => entries.saveEntry(entry, write, dialect))
      const result = await (write.lease === undefined ? save() : background(save))
      if (write.silent !== true) driver.notifyChanged(entry.id)
      return result
    },
    list: (listQuery) => read(() => listEntries(listQuery)),
    entriesNotSealedBy: (prefix, after, limit) =>
      read(() => entries.entriesNotSealedBy(prefix, after, limit)),
    claim: (options) =>
      background(() => runStatement(() => leases.claimEntries(options, dialect, onUnreadable))),
    release: (claimed, lease) => background(() => runStatement(() => leases.releaseEntry(claimed, lease))),
    putAside: (id, lease, until) => background(() => runStatement(() => leases.putAside(id, lease, until))),
    nextDue: () => read(leases.nextDue),
    saveCallback: (callback, now) => run(() => callbacks.saveCallback(callback, newId('cb'), now)),
    async readyCallbacks(readyQuery) {
      const ready = await read(() => callbacks.readyCallbacks(readyQuery))
      for (const { id, receivedAt } of ready.unreadable) {
        onUnreadable({ table: 'callbacks', id })
        await runStatement(() => callbacks.postponeCallback(id, retryPutAside(receivedAt, readyQuery.now)))
      }
      return ready.callbacks
    },
    postponeCallback: (id, until) => runStatement(() => callbacks.postponeCallback(id, until)),
    callbacksOf: (entryId) => read(() => callbacks.callbacksOf(entryId)),
    ignoreCallback: (id, now) => runStatement(() => callbacks.ignoreCallback(id, now)),
    unmatchedCallbacks: (page) => read(() => callbacks.unmatchedCallbacks(page)),
    reviewUnmatchedCallbacks: (options, eventOf) =>
      run(() => callbacks.reviewUnmatchedCallbacks(options, eventOf)),
    acknowledgeCallback: (id, note, now, audit) =>
      run(() => callbacks.acknowledgeCallback(id, note, now, audit)),
    deleteUnmatchedCallbacks: (options) => erase(() => callbacks.deleteUnmatchedCallbacks(options)),
    claimEvents: (options) =>
      background(() => runStatement(() => events.claimEvents(options, dialect, onUnreadable))),
    eventTried: (id, result) => background(() => run(() => events.eventTried(id, result))),
    eventsOf: (entryId) => read(() => events.eventsOf(entryId)),
    listEvents: (eventQuery) => read(() => events.listEvents(eventQuery)),
    resendEvent: (id, now, audit) => run(() => events.resendEvent(id, now, audit)),
    resendEvents: (resendQuery) => run(() => events.resendEvents(resendQuery)),
    cardsOf: (customer) => read(() => cards.cardsOf(customer)),
    deleteCard: (customer, id, now) => erase(() => cards.deleteCard(customer, id, now)),
    deleteCards: (customer) => erase(() => cards.deleteCards(customer)),
    deleteRemovedCards: (before) => run(() => cards.deleteRemovedCards(before)),
    cardsSealedBy: (...options) => read(() => cards.cardsSealedBy(...options)),
    replaceCards: (changed) => run(() => cards.replaceCards(changed)),
    openClaims: (page) => read(() => claims.openClaims(page)),
    claimByNumber: (number) => read(() => claims.claimByNumber(number)),
    saveReceipt: (stored, limit) => run(() => claims.saveReceipt(stored, limit)),
    receiptsOf: (entryId, attempt) => read(() => claims.receiptsOf(entryId, attempt)),
    receipt: (entryId, attempt, id) => read(() => claims.receipt(entryId, attempt, id)),
    receiptsSealedBy: (prefixes, after, limit) => read(() => claims.receiptsSealedBy(prefixes, after, limit)),
    replaceReceipt: (from, sealed) => run(() => claims.replaceReceipt(from, sealed)),
    appendAudit: (record) => run(() => audits.appendAudit(record)),
    auditRecords: (page) => read(() => audits.auditRecords(page)),
    deleteAuditBefore: (before, limit) => erase(() => audits.deleteAuditBefore(before, limit)),
    reportCounts: (days) => read(() => reports.reportCounts(days)),
    foldReport: (limit) => background(() => run(() => reports.foldReport(limit, dialect, onUnreadable))),
    recordReconciliation: (result, audit) => run(() => reports.recordReconciliation(result, audit)),
    lastReconciliation: () => read(reports.lastReconciliation),
    stats: () => read(storeStats),
    eraseOld: (options) => erase(() => eraseOldEntries(options, onUnreadable)),
    onUnreadable(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listen: (changed) => driver.listen(changed),
  }
  drivers.set(store, driver)
  return store
}

export function* storeStats(): Operation<StoreStats> {
  const [row = {}] = yield* query`
    SELECT
    (SELECT COUNT(*) FROM entries WHERE unknown_since IS NOT NULL) AS unknown,
    (SELECT MIN(unknown_since) FROM entries WHERE unknown_since IS NOT NULL) AS unknown_since,
    (SELECT MIN(due_at) FROM entries WHERE due_at IS NOT NULL) AS due_since,
    (SELECT COUNT(*) FROM entries WHERE needs_review = 1)
      + (SELECT COUNT(*) FROM callbacks
         WHERE entry_id IS NULL AND review_at IS NOT NULL AND acknowledged_at IS NULL) AS needs_review,
    (SELECT COUNT(*) FROM claims WHERE resolved_at IS NULL) AS open_claims,
    (SELECT MIN(at) FROM claims WHERE resolved_at IS NULL) AS open_claims_since,
    (SELECT COUNT(*) FROM events WHERE delivered_at IS NULL) AS events_waiting,
    (SELECT MIN(at) FROM events WHERE delivered_at IS NULL AND resends = 0) AS events_waiting_since`
  return StoreStats.parse(camelRow(row))
}

/**
 * One statement, so that of concurrent reservations at most `limit` are granted. A window that begins a whole window ahead
 * has the time of a clock that was wrong.
 */
function* reserve(key: string, { now, windowMs, limit }: CountedUse): Operation<UseCount> {
  // No column holds Infinity.
  const most = Math.min(limit, Number.MAX_SAFE_INTEGER)
  const [row] = yield* query`
    INSERT INTO rate_limits AS counter (key, started_at, count) VALUES (${key}, ${now}, 1)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ABS(counter.started_at - ${now}) >= ${windowMs} THEN 1
        ELSE LEAST(counter.count, ${most}) + 1 END,
      started_at = CASE WHEN ABS(counter.started_at - ${now}) >= ${windowMs} THEN excluded.started_at
        ELSE counter.started_at END
    RETURNING started_at, count`
  return { count: Number(row?.['count']), until: Number(row?.['started_at']) + windowMs }
}

function* deleteExpiredCounters({ now, windowMs }: CountedUse): Operation<void> {
  yield* query`DELETE FROM rate_limits WHERE ABS(started_at - ${now}) >= ${windowMs}`
}
