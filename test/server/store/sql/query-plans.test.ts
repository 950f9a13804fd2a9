import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteStore } from '../../../../src/server/sqlite/index.ts'
import { auditRecords } from '../../../../src/server/store/sql/audit.ts'
import {
  deleteUnmatchedCallbacks,
  readyCallbacks,
  reviewUnmatchedCallbacks,
  unmatchedCallbacks,
} from '../../../../src/server/store/sql/callbacks.ts'
import { cardsSealedBy } from '../../../../src/server/store/sql/cards.ts'
import { entriesNotSealedBy, pageVersions } from '../../../../src/server/store/sql/entries.ts'
import { listEntries } from '../../../../src/server/store/sql/entry-list.ts'
import { claimEvents, listEvents, resendEvents } from '../../../../src/server/store/sql/events.ts'
import { claimEntries, nextDue, releaseAllLeases } from '../../../../src/server/store/sql/leases.ts'
import { eraseOldEntries } from '../../../../src/server/store/sql/retention.ts'
import { type Dialect, type Operation, sql } from '../../../../src/server/store/sql/statement.ts'
import { storeStats } from '../../../../src/server/store/sql/store.ts'
import { newFolder } from '../../../support/new-folder.ts'

const folder = newFolder(afterAll)
const file = join(folder, 'paypane.db')
const dialect: Dialect = {
  skipLocked: '',
  shared: false,
  text: 'TEXT',
  elements: (json) => sql`SELECT value FROM json_each(${json})`,
  notify: null,
}
let db: DatabaseSync

beforeAll(async () => {
  const store = sqliteStore(file)
  await store.open()
  await store.close()
  db = new DatabaseSync(file)
})
afterAll(() => {
  db.close()
})

const neverCalled = () => {
  throw new Error('The statement returns no row.')
}
const queries: [what: string, operation: Operation<unknown>][] = [
  ['ready callbacks', readyCallbacks({ now: 3, notWithin: { from: 1, until: 2 }, limit: 100 })],
  ['ready callbacks of an order', readyCallbacks({ now: 3, externalId: 'e-1', limit: 100 })],
  ['the versions of pages', pageVersions(['co_1', 'co_2'], dialect)],
  ['due entries', claimEntries({ now: 1, until: 2, lease: 'l', limit: 20 }, dialect, neverCalled)],
  ['due events', claimEvents({ now: 1, until: 2, limit: 50 }, dialect, neverCalled)],
  ['all events', listEvents({ limit: 50, after: '1.1.evt_1' })],
  ['events to send again', resendEvents({ since: 1, now: 2, limit: 500 })],
  ['the next due times', nextDue()],
  ['stale leases', releaseAllLeases()],
  ['unmatched callbacks', unmatchedCallbacks({ limit: 50, after: '1.0.cb_1' })],
  [
    'unmatched callbacks to review',
    reviewUnmatchedCallbacks({ receivedBefore: 1, now: 2, limit: 9 }, neverCalled),
  ],
  [
    'unmatched callbacks to delete',
    deleteUnmatchedCallbacks({ before: 1, unacknowledgedBefore: 1, limit: 10 }),
  ],
  ['cards under an older seal key', cardsSealedBy(['1.k'], '', 500)],
  ['entries under an older seal key', entriesNotSealedBy('1.k', '', 100)],
  ['entries past retention', eraseOldEntries({ before: 1, now: 2, limit: 100 }, neverCalled)],
  ['statistics', storeStats()],
  ['payouts to a destination', listEntries({ kind: 'payout', destinations: ['a', 'b'], limit: 9 })],
  ['audit records', auditRecords({ after: 7, since: 1, until: 2, limit: 9 })],
]

test.each(queries)('%s are found by an index', (_, operation) => {
  const step = operation.next()
  if (step.done === true) throw new Error('The operation yields no statement.')
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${step.value.sql}`).all(...step.value.values)
  const scans = plan
    .map(({ detail }) => String(detail))
    .filter((line) =>
      /^SCAN (entries|attempts|callbacks|events|cards|audit)\b(?!.*INDEX (?!sqlite_autoindex))/.test(line),
    )
  expect(scans).toEqual([])
})

/** A larger index would find them too, by reading all its rows. */
const rare: [what: string, operation: Operation<unknown>, ...indexes: string[]][] = [
  [
    'checkouts of a customer',
    listEntries({ kind: 'checkout', customer: 'c-7', limit: 9, after: '1.0.co_1' }),
    'entries_customer',
    'attempts_customer',
  ],
  [
    'paid checkouts with a review',
    listEntries({ kind: 'checkout', status: 'succeeded', needsReview: true, limit: 9 }),
    'entries_review',
  ],
  [
    'entries of a name',
    listEntries({ kind: 'checkout', search: { text: 'o-1042', prefix: true }, limit: 9 }),
    'INDEX sqlite_autoindex_entries_1 (id>? AND id<?)',
    'INDEX sqlite_autoindex_entries_2 (kind=? AND ref>? AND ref<?)',
    'INDEX sqlite_autoindex_attempts_1 (external_transaction_id>? AND external_transaction_id<?)',
    'INDEX attempts_external (external_id>? AND external_id<?)',
  ],
  ['undelivered events', listEvents({ status: 'failing', limit: 9 }), 'events_undelivered_listed'],
  [
    'undelivered events of a type',
    listEvents({ status: 'undelivered', types: ['checkout.failed'], limit: 9 }),
    'events_undelivered_listed',
  ],
  [
    'events of some types',
    listEvents({ types: ['checkout.failed', 'checkout.overpaid'], limit: 9 }),
    'events_type (type=?)',
  ],
  ['the oldest undelivered event', storeStats(), 'events_undelivered_listed'],
]

test.each(rare)('%s are found by their own indexes', (_, operation, ...indexes) => {
  const step = operation.next()
  if (step.done === true) throw new Error('The operation yields no statement.')
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${step.value.sql}`).all(...step.value.values)
  const lines = plan.map(({ detail }) => String(detail))
  for (const index of indexes) expect(lines).toContainEqual(expect.stringContaining(index))
  expect(
    lines.filter((line) => /^SCAN (entries|attempts)\b(?!.* entries_review)|\bevents_listed/.test(line)),
  ).toEqual([])
})
