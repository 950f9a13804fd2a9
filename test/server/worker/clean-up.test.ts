import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness } from '../harness.ts'

const day = 24 * 3_600_000

type Job = 'unmatched' | 'cards' | 'erased' | 'audit' | 'reviewed'

/** A shop that records what each clean-up asks its store for. `full`: how many more batches are full. */
function recordedShop(full = 0) {
  const store = memoryStore()
  const asked: Record<Job, unknown[]> = { unmatched: [], cards: [], erased: [], audit: [], reviewed: [] }
  let left = full
  const recording: Store = {
    ...store,
    async deleteUnmatchedCallbacks(options) {
      asked.unmatched.push(options)
      return await store.deleteUnmatchedCallbacks(options)
    },
    async deleteRemovedCards(before) {
      asked.cards.push(before)
      return await store.deleteRemovedCards(before)
    },
    async eraseOld(options) {
      asked.erased.push(options)
      left -= 1
      return left >= 0 ? options.limit : 0
    },
    async deleteAuditBefore(before, limit) {
      asked.audit.push([before, limit])
      return await store.deleteAuditBefore(before, limit)
    },
    async reviewUnmatchedCallbacks(options, toEvent) {
      asked.reviewed.push(options)
      return await store.reviewUnmatchedCallbacks(options, toEvent)
    },
  }
  const shop = createHarness({
    store: recording,
    paypane: { retentionDays: 30, checkoutTtlSeconds: 600, correctionWatchHours: 3, reviewAfterMinutes: 7 },
  })
  return { shop, asked }
}

test('the clean-up runs once a minute, and deletes what is old enough', async () => {
  const { shop, asked } = recordedShop()
  const now = shop.clock.now()
  await shop.paypane.reconcile()
  const first = {
    unmatched: [{ before: now - 7 * day, unacknowledgedBefore: now - 90 * day, limit: 10_000 }],
    // No attempt that began before the card was removed is looked up any more.
    cards: [now - (600_000 + 2 * 3 * 3_600_000 + day)],
    erased: [{ before: now - 30 * day, now, limit: 100 }],
    audit: [[now - 30 * day, 100]],
    reviewed: [{ receivedBefore: now - 7 * 60_000, now, limit: 100 }],
  }
  expect(asked).toEqual(first)
  shop.clock.advance(59_999)
  await shop.paypane.reconcile()
  expect(asked).toEqual(first)
  shop.clock.advance(1)
  await shop.paypane.reconcile()
  expect(asked.erased).toHaveLength(2)
  expect(shop.logs).toEqual([])
})

test('a clock that is set back keeps no clean-up waiting for the time that it was ahead', async () => {
  const { shop, asked } = recordedShop()
  shop.clock.advance(3 * 3_600_000)
  let ahead = 3 * 3_600_000
  shop.restart({ clock: { ...shop.clock, now: () => shop.clock.now() + ahead } })
  await shop.paypane.reconcile()
  ahead = 0
  await shop.paypane.reconcile()
  expect(asked.reviewed).toHaveLength(2)
  await shop.paypane.reconcile()
  expect(asked.reviewed).toHaveLength(2)
})

test('a fraction of a day is a whole number of milliseconds, for every database', async () => {
  const { shop, asked } = recordedShop()
  const now = shop.clock.now()
  shop.restart({ retentionDays: 1 / 7 })
  await shop.paypane.reconcile()
  const before = now - 12_342_858
  expect(asked.erased).toEqual([{ before, now, limit: 100 }])
  expect(asked.audit).toEqual([[before, 100]])
})

test('while there is more to erase, the clean-up goes on at each pass', async () => {
  const { shop, asked } = recordedShop(2)
  for (let pass = 0; pass < 5; pass += 1) await shop.paypane.reconcile()
  expect(asked.erased).toHaveLength(3)
  const line = { level: 'info', message: 'old personal data erased', count: 100 }
  expect(shop.logs).toEqual([line, line])
})

test('a callback that matches no order is reviewed with all that it says', async () => {
  const shop = createHarness({ paypane: { reviewAfterMinutes: 5 } })
  await sendCallback(shop, { externalId: 'E-unknown', status: 'Success', amount: '7.50' })
  await shop.paypane.reconcile()
  shop.logs.length = 0
  shop.clock.advance(5 * 60_000 + 1)
  await shop.paypane.reconcile()
  // The event that the clean-up stores is due in the next pass.
  await shop.paypane.reconcile()
  const said = { externalId: 'E-unknown', status: 'Success', orderType: 'Deposit' }
  expect(shop.logs.filter(({ message }) => message === 'callback.unmatched')).toEqual([
    { level: 'warn', message: 'callback.unmatched', ...said },
  ])
  expect(shop.unmatched).toMatchObject([
    { type: 'callback.unmatched', seq: 1, ref: 'E-unknown', amount: '7.50', ...said },
  ])
})
