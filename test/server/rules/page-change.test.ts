import { expect, test } from 'vitest'
import type { Attempt, Checkout } from '../../../src/server/rules/model.ts'
import { changesPage } from '../../../src/server/rules/page-change.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

const first = attempt()
const before = checkout({ attempts: [first] })

const refund = {
  ...{ id: 'r', amount: { value: '1', currency: 'UAH' }, note: '', by: 'anna', at: 1, state: 'pending' },
  ...{ issuedTo: [], destination: null, givenAt: null, checkAt: null },
} as const satisfies Checkout['refunds'][number]
const ofAttempt: [change: Partial<Attempt>, changes: boolean][] = [
  [{ nextLookupAt: 5000 }, false],
  [{ foundAt: 5000, activity: [{ type: 'lookup_not_found', at: 1, lastAt: 2, count: 2 }] }, false],
  [{ failedLookups: 3, unansweredSince: 4 }, false],
  [{ notFoundCount: 3, historyComplete: true }, false],
  [{ state: 'succeeded' }, true],
  [{ status: 'Success' }, true],
  [{ history: [{ code: '4.2.2.13', action: 'Failed', time: null }] }, true],
  [{ reported: '10.00' }, true],
  [{ reportedSentAt: 5000 }, true],
  [{ paymentDetails: null, replacedAt: 5000 }, true],
]
const ofCheckout: [change: Partial<Checkout>, changes: boolean][] = [
  [{ updatedAt: 5000, seenAt: 5000 }, false],
  [{ expired: false }, true],
  [{ expiresAt: 200_000 }, true],
  [{ attempts: [first, attempt({ n: 2 })] }, true],
  [{ attempts: [] }, true],
  [{ refunds: [refund] }, true],
  [{ version: 9 }, false],
]

test.each(ofAttempt)('an attempt with %o changes the page: %s', (change, changes) => {
  expect(changesPage(before, { ...before, attempts: [{ ...first, ...change }] })).toBe(changes)
})

test.each(ofCheckout)('a checkout with %o changes the page: %s', (change, changes) => {
  expect(changesPage(before, { ...before, ...change })).toBe(changes)
})

test('of several attempts one that changes is enough', () => {
  const several = { ...before, attempts: [first, attempt({ n: 2 })] }
  expect(changesPage(several, { ...several, attempts: [first, attempt({ n: 2, status: 'Success' })] })).toBe(
    true,
  )
  expect(changesPage(several, structuredClone(several))).toBe(false)
})

test('the same again, or as JSON, changes no page, and a note of a refund neither', () => {
  expect(changesPage(before, before)).toBe(false)
  expect(changesPage(before, structuredClone(before))).toBe(false)
  const refunded = { ...before, refunds: [refund] }
  expect(changesPage(refunded, { ...before, refunds: [{ ...refund, note: 'broken' }] })).toBe(false)
})

test('what is paid out, or to which reference, changes a page; the time of a write does not', () => {
  const one = payout()
  expect(changesPage(one, { ...one, attempts: [first] })).toBe(true)
  expect(changesPage(one, { ...one, reference: 'another' })).toBe(true)
  expect(changesPage(one, { ...one, version: 2, updatedAt: 5000 })).toBe(false)
})
