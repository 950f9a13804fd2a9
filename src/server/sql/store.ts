import { newId } from '../ids.ts'
import type { Entry } from '../rules/model.ts'
import type { Store } from '../store/store.ts'
import { callbacksOf, dropUnmatched, ignoreCallback, keepCallback, readyCallbacks } from './callbacks.ts'
import { cardsOf, cardsSealedBy, forgetCard, replaceCards } from './cards.ts'
import {
  claimEntries,
  entryById,
  entryByRef,
  entryByTransaction,
  freeLeases,
  insertEntry,
  listEntries,
  nextDue,
  pruneEntries,
  releaseEntry,
  saveEntry,
  storeStats,
} from './entries.ts'
import { claimEvents, eventDelivered, eventPostponed, eventsOf } from './events.ts'
import { createKnown } from './known.ts'
import { migrate } from './schema.ts'
import { type Dialect, type Operation, query } from './statement.ts'

/** What a database has to be able to do: run whole operations, and tell of changes. */
export interface Driver {
  dialect: Dialect
  /** Runs the operation in one transaction, under a lock that no other process holds. */
  migrate(operation: () => Operation<void>): Promise<void>
  /** Runs the operation as one transaction, durable when it resolves. */
  run<T>(operation: () => Operation<T>): Promise<T>
  /** Runs an operation that only reads. */
  read<T>(operation: () => Operation<T>): Promise<T>
  listen(changed: (entryId: string) => void): () => void
  /** After a write, for listeners in this process. */
  changed(entryId: string): void
  close(): Promise<void>
}

/** A store on a SQL database: the same operations for each, over its driver. */
export function sqlStore(driver: Driver): Store {
  const { dialect, read, run } = driver
  const known = createKnown()
  const toldOf = async <T>(entry: Entry, write: Promise<T>): Promise<T> => {
    const result = await write
    driver.changed(entry.id)
    return result
  }
  return {
    async open() {
      await driver.migrate(migrate)
      if (!dialect.shared) await run(freeLeases)
    },
    close: () => driver.close(),
    async ping() {
      await read(() => query('SELECT 1 AS one'))
    },
    insert: (entry) =>
      toldOf(
        entry,
        run(() => insertEntry(entry, dialect)),
      ),
    entry: (id) => read(() => entryById(id, known)),
    entryByRef: (kind, ref) => read(() => entryByRef(kind, ref)),
    entryByTransaction: (id) => read(() => entryByTransaction(id)),
    save: (entry, write) =>
      toldOf(
        entry,
        run(() => saveEntry(entry, write, dialect)),
      ),
    list: (wanted) => read(() => listEntries(wanted)),
    claim: (options) => run(() => claimEntries(options, dialect)),
    release: (id, lease) => run(() => releaseEntry(id, lease)),
    nextDue: () => read(nextDue),
    keepCallback: (callback, now) => run(() => keepCallback(callback, newId('cb'), now)),
    readyCallbacks: (limit) => read(() => readyCallbacks(limit)),
    callbacksOf: (entryId) => read(() => callbacksOf(entryId)),
    ignoreCallback: (id, now) => run(() => ignoreCallback(id, now)),
    dropUnmatched: (before, most) => run(() => dropUnmatched(before, most)),
    claimEvents: (options) => run(() => claimEvents(options, dialect)),
    eventDelivered: (id, now) => run(() => eventDelivered(id, now)),
    eventPostponed: (id, dueAt, error) => run(() => eventPostponed(id, dueAt, error)),
    eventsOf: (entryId) => read(() => eventsOf(entryId)),
    cardsOf: (customer) => read(() => cardsOf(customer)),
    forgetCard: (customer, id) => run(() => forgetCard(customer, id)),
    cardsSealedBy: (marks, limit) => read(() => cardsSealedBy(marks, limit)),
    replaceCards: (changed) => run(() => replaceCards(changed)),
    stats: () => read(storeStats),
    prune: (before, limit) => run(() => pruneEntries(before, limit)),
    listen: (changed) => driver.listen(changed),
  }
}
