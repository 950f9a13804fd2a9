import { expect, test } from 'vitest'
import type { Attempt, Checkout } from '../../../src/server/rules/model.ts'
import { changesPage } from '../../../src/server/rules/page-change.ts'
import { createHarness } from '../harness.ts'
import { attempt, checkout } from '../store/fixtures.ts'

const first = attempt()
const before = checkout({ attempts: [first] })

const ofAttempt: [change: Partial<Attempt>, changes: boolean][] = [
  [{ nextLookupAt: 5000 }, false],
  [{ foundAt: 5000, activity: [{ type: 'lookup_not_found', at: 1, lastAt: 2, count: 2 }] }, false],
  [{ failedLookups: 3 }, false],
  [{ state: 'succeeded' }, true],
  [{ status: 'Success' }, true],
  [{ reported: '10.00' }, true],
  [{ reportedSentAt: 5000 }, true],
  [{ paymentDetails: null, replacedAt: 5000 }, true],
]
const ofCheckout: [change: Partial<Checkout>, changes: boolean][] = [
  [{ updatedAt: 5000, seenAt: 5000 }, false],
  [{ expired: false }, true],
  [{ expiresAt: 200_000 }, true],
  [{ attempts: [first, attempt({ n: 2 })] }, true],
]

test.each(ofAttempt)('an attempt with %o changes the page: %s', (change, changes) => {
  expect(changesPage(before, { ...before, attempts: [{ ...first, ...change }] })).toBe(changes)
})

test.each(ofCheckout)('a checkout with %o changes the page: %s', (change, changes) => {
  expect(changesPage(before, { ...before, ...change })).toBe(changes)
})

test('a lookup that finds what is known wakes no long poll, a payment does', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  await harness.advance(4, 1)
  const woken: string[] = []
  harness.store.listen((changed) => woken.push(changed))
  const lookups = (): number => harness.serviceRequests.length
  const lookupsBefore = lookups()
  await harness.advance(60, 1)
  expect(lookups()).toBeGreaterThan(lookupsBefore)
  expect(woken).toEqual([])

  await harness.control(`/orders/${harness.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await harness.advance(5, 1)
  expect(woken).toContain(id)
})
