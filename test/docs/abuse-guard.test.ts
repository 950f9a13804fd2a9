import { expect, test } from 'vitest'
import type { RateLimits } from '../../src/server/index.ts'
import { bodyLimits, createAbuseGuard, defaultLimits } from '../../src/server/lib/limits/abuse-guard.ts'
import { createHarness } from '../server/harness.ts'
import { pageAt } from './page.ts'

const megabytes = ({ perAddress, total }: { perAddress: number; total: number }): string =>
  [perAddress, total].map((bytes) => `${bytes / 1024 / 1024} MB`).join(', ')

/** What is counted, by what, up to which limit, and before which work. A new guard needs a row. */
const rows: Record<
  keyof ReturnType<typeof createAbuseGuard>,
  [counts: string, by: string, limit: (keyof RateLimits)[] | string, before: string]
> = {
  starts: [
    'attempts that start',
    'address, then order',
    ['address', 'order'],
    'the lookup that one may need, and the create request',
  ],
  sentReports: [
    'reports of money as sent, claims, receipts and extensions',
    'address, then order',
    ['address', 'order'],
    'the lookup that it makes due',
  ],
  receiptBodies: [
    'bytes of receipts that are being received',
    'address, and in total',
    megabytes(bodyLimits.receiptBodies),
    'the body is read',
  ],
  unknownOrders: [
    'orders that do not exist or may not be paid, forged order tokens',
    'address',
    ['unknownOrders'],
    '`order()` for a plain reference; a valid token is always accepted',
  ],
  wrongSecrets: [
    'wrong client secrets',
    'address',
    ['clientSecrets'],
    'the body and the store are read; the right one is always accepted',
  ],
  malformedBodies: [
    "payers' bodies that are malformed, larger than 8 kB or do not arrive",
    'address',
    ['malformedBodies'],
    'the body is read',
  ],
  wrongAdminTokens: [
    "wrong operators' tokens",
    'address',
    ['adminTokens'],
    'the body is read; a right one is accepted from an address that has used it before',
  ],
  rejectedCallbacks: [
    'rejected callbacks, and those that do not arrive',
    'address',
    ['callbacks'],
    'a body of more than 64 kB, or more than that at the same time, is read; a valid signature is always accepted',
  ],
  longPolls: [
    'open long polls',
    'address, and in total',
    ['longPollsPerAddress', 'longPolls'],
    'the wait: beyond it they are answered at once',
  ],
  payerBodies: [
    "bytes of payers' bodies being received",
    'address, and in total',
    megabytes(bodyLimits.payerBodies),
    'the body is read',
  ],
  callbackBodies: [
    'bytes of callbacks being received',
    'address, and in total',
    megabytes(bodyLimits.callbackBodies),
    'the body is read; one that stalls makes room for the next',
  ],
}

test("the table of docs/security.md has a row for each of the guard's limits, with its default", () => {
  const { store, clock } = createHarness()
  const guard = createAbuseGuard({ store, clock, onMetric: () => undefined })
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(guard).toSorted())
  const { plain } = pageAt('docs/security.md')
  for (const [counts, by, limit, before] of Object.values(rows)) {
    const limits =
      typeof limit === 'string'
        ? limit
        : limit.map((name) => defaultLimits[name].toLocaleString('en')).join(', ')
    expect(plain).toContain(`| ${counts} | ${by} | ${limits} | ${before} |`)
  }
})
