import { describe, expect, test } from 'vitest'
import { applyUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { isFinal } from '../../../../src/server/rules/checkout/checkout.ts'
import { applyUpdateToEntry } from '../../../../src/server/rules/entry.ts'
import type { Attempt, Checkout } from '../../../../src/server/rules/model.ts'
import type { Policy } from '../../../../src/server/rules/policy.ts'
import { attempt, checkout } from '../../store/fixtures.ts'
import { policy as roundPolicy } from '../policy.ts'

const hour = 3_600_000
const policy: Policy = {
  ...roundPolicy,
  timeoutMs: 10_000,
  ttlMs: 1_800_000,
  createGraceMs: 10_000,
  reviewAfterMs: hour,
  watchMs: 72 * hour,
}
const nowAt = (at: number) => ({ at, jitter: 0.5 })
const only = (entry: { attempts: Attempt[] }): Attempt => {
  const [one] = entry.attempts
  if (one === undefined) throw new Error('The entry has no attempt.')
  return one
}

/** Fails every due lookup until a time. */
function simulateOutage(start: Checkout, until: number): { entry: Checkout; lookups: number } {
  let entry = start
  let lookups = 0
  for (;;) {
    const { nextLookupAt } = only(entry)
    if (nextLookupAt === null || nextLookupAt >= until) return { entry, lookups }
    const after = applyUpdateToEntry(
      entry,
      1,
      { type: 'lookup_failed', cause: 'server' },
      nowAt(nextLookupAt),
      policy,
    )
    if (after.kind !== 'checkout') throw new Error('The entry is no checkout.')
    entry = after
    lookups += 1
    if (lookups > 10_000) throw new Error('The lookups never end.')
  }
}

describe('while the service does not answer', () => {
  test('lookups of a create left by a dead process back off', () => {
    const left = attempt({ state: 'sending', sentAt: 0, nextLookupAt: 20_000 })
    expect(simulateOutage(checkout({ attempts: [left] }), hour).lookups).toBeLessThan(50)
  })

  test('hours of outage do not end the watch for a correction', () => {
    const failed = attempt({ state: 'failed', finalAt: 0, nextLookupAt: 60_000 })
    const { entry } = simulateOutage(checkout({ attempts: [failed] }), 12 * hour)
    expect(only(entry).nextLookupAt).toBeLessThan(13 * hour)
  })

  test('lookups of an unpaid order end', () => {
    const open = checkout({ expiresAt: 1_800_000, attempts: [attempt({ nextLookupAt: 60_000 })] })
    const { entry } = simulateOutage(open, 1000 * hour)
    expect(only(entry).nextLookupAt).toBeNull()
  })
})

describe('lookups end', () => {
  test('for a create that was discarded after a review was opened', () => {
    const unresolved = attempt({
      state: 'unknown',
      review: { reason: 'unresolved', at: 5, resolved: null },
    })
    const discarded = applyUpdate(unresolved, { type: 'discarded' }, 9, policy)
    expect(discarded).toMatchObject({
      state: 'not_created',
      review: { resolved: { at: 9, by: 'automatic' } },
    })
  })

  test('for a refusal that cannot be looked up, after the watch', () => {
    const refused = attempt({
      state: 'refused',
      sendCount: 2,
      notFoundCount: 1,
      confirmedAbsent: false,
      nextLookupAt: 60_000,
    })
    const { entry } = simulateOutage(checkout({ expiresAt: 1_800_000, attempts: [refused] }), 1000 * hour)
    expect(only(entry).nextLookupAt).toBeNull()
  })
})

// PostgreSQL refuses other times.
test.each([
  { what: 'an open order', one: attempt({}) },
  { what: 'a failed transfer', one: attempt({ state: 'failed', finalAt: 1000 }) },
  { what: 'an unknown outcome', one: attempt({ state: 'unknown', knownToExist: true }) },
  {
    what: 'an unknown outcome under review',
    one: attempt({ state: 'unknown', review: { reason: 'unresolved', at: 5, resolved: null } }),
  },
])('$what is looked up at a whole millisecond', ({ one }) => {
  const entry = checkout({ expiresAt: hour, attempts: [one] })
  const order = { externalId: 'e', status: one.state === 'failed' ? 'Failed' : 'Processing' }
  const details = { amount: null, currency: null, history: [], externalParams: null }
  const found = { type: 'lookup_found', order: { ...order, ...details } } as const
  for (const update of [found, { type: 'lookup_failed', cause: 'server' } as const]) {
    const after = applyUpdateToEntry(entry, 1, update, { at: 777_777, jitter: 1 / 3 }, policy)
    expect(Number.isInteger(only(after).nextLookupAt)).toBe(true)
  }
})

test('the last lookup of a watch is at its end', () => {
  const almost = 72 * hour - 60_000
  const failed = checkout({ attempts: [attempt({ state: 'failed', finalAt: 0, nextLookupAt: almost })] })
  const order = {
    externalId: 'e',
    status: 'Failed',
    amount: null,
    currency: null,
    history: [],
    externalParams: null,
  }
  const entry = applyUpdateToEntry(failed, 1, { type: 'lookup_found', order }, nowAt(almost), policy)
  expect(only(entry).nextLookupAt).toBe(72 * hour)
  expect(
    only(applyUpdateToEntry(entry, 1, { type: 'lookup_found', order }, nowAt(72 * hour), policy))
      .nextLookupAt,
  ).toBeNull()
})

test('a failed transfer is looked up after its watch until a lookup answers, also after a review', () => {
  const review = { reason: 'unresolved', at: 5, resolved: { at: 9, by: 'automatic', note: '' } } as const
  const failed = attempt({ state: 'failed', finalAt: 0, nextLookupAt: 72 * hour, review })
  const unanswered = applyUpdateToEntry(
    checkout({ attempts: [failed] }),
    1,
    { type: 'lookup_failed', cause: 'timeout' },
    nowAt(72 * hour),
    policy,
  )
  expect(only(unanswered).nextLookupAt).toBeGreaterThan(72 * hour)
})

test('a refusal is not final before it was looked up, nor while it can be renewed', () => {
  const refused = attempt({ state: 'refused', confirmedAbsent: false })
  const expired = checkout({ expiresAt: 1000, attempts: [refused] })
  expect(isFinal(expired, 2000, policy)).toBe(false)
  const cleared = checkout({
    expiresAt: 1000,
    attempts: [applyUpdate(refused, { type: 'lookup_not_found' }, 2000, policy)],
  })
  expect(isFinal(cleared, 2000, policy)).toBe(false)
  expect(isFinal(cleared, 2000, { ...policy, maxAttempts: 1 })).toBe(true)
})
