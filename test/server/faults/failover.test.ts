import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storeOf } from '../../../src/server/store/memory/store.ts'
import { createTables, type Tables } from '../../../src/server/store/memory/tables.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { isFull } from '../../support/full.ts'
import { createHarness } from '../harness.ts'

/** A database with a replica, which may be behind. */
interface Replicated {
  store: Store
  /** After so many calls of the store the replica receives nothing any more. */
  stopReplication(calls: number): void
  /** The replica takes over: what it has not received is lost. */
  failOver(): void
}

function replicated(): Replicated {
  let tables = createTables()
  let current = storeOf(tables)
  let replica: Tables | null = null
  let callsLeft: number | null = null
  const listeners = new Set<(id: string) => void>()
  const notify = (id: string): void => {
    for (const listener of listeners) listener(id)
  }
  const members = Object.entries(current).map(([name, member]: [string, unknown]): [string, unknown] => {
    if (typeof member !== 'function') return [name, member]
    const call = (...args: unknown[]): unknown => {
      if (callsLeft !== null) callsLeft -= 1
      if (callsLeft === 0) replica = structuredClone(tables)
      return Reflect.apply(Reflect.get(current, name), current, args)
    }
    return [name, call]
  })
  current.listen(notify)
  return {
    store: {
      ...current,
      ...Object.fromEntries(members),
      listen(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    stopReplication(calls) {
      callsLeft ??= calls
    },
    failOver() {
      callsLeft = null
      if (replica === null) return
      tables = replica
      replica = null
      current = storeOf(tables)
      current.listen(notify)
    },
  }
}

const admin = { authorization: 'Bearer the operator' }
const which = fc.nat(3)
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('open'),
      order: which,
      method: fc.constantFrom('transfer', 'form'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out'), order: which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('pay', 'fail', 'amount'), order: fc.nat(7) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(1, 4, 30, 400) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('stop replication'), calls: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail over') }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** The states at rest, by the service's word. */
const stateOf: Record<string, string> = { Success: 'succeeded', Failed: 'failed' }

async function live(acts: readonly Act[]): Promise<void> {
  const database = replicated()
  const harness = createHarness({
    store: database.store,
    paypane: {
      adminToken: 'the operator',
      checkoutTtlSeconds: 300,
      correctionWatchHours: 1,
      reviewAfterMinutes: 30,
      rateLimits: { order: 1000, address: 1000 },
    },
  })
  const { sandbox, store } = harness
  for (const order of ['0', '1', '2', '3']) harness.orders.set(order, { amount: '1250.00', currency: 'UAH' })
  /** Orders of which the service has sent a callback since the last failover. */
  let reported = new Set<string>()
  for (const act of acts) {
    if (act.do === 'open') await harness.post('/checkouts', { order: `${act.order}`, method: act.method })
    if (act.do === 'pay out')
      await harness.post(
        '/admin/payouts',
        { reference: `${act.order}`, amount: '10.00', currency: 'UAH' },
        admin,
      )
    if (act.do === 'pay' || act.do === 'fail' || act.do === 'amount') {
      const orders = sandbox.orders().filter(({ status }) => status !== 'Success' && status !== 'Failed')
      const { externalId } = orders[act.order % Math.max(1, orders.length)] ?? {}
      if (externalId === undefined) continue
      const amount = act.do === 'amount' ? { amount: '1260.00' } : {}
      await harness.control(`/orders/${externalId}`, { do: act.do, ...amount })
      reported.add(externalId)
    }
    if (act.do === 'wait') await harness.advance(act.seconds, 10)
    if (act.do === 'stop replication') database.stopReplication(act.calls)
    if (act.do === 'fail over') {
      database.failOver()
      reported = new Set()
    }
  }
  await harness.advance(2 * 3600, 60)

  const { entries } = await store.list({ kind: 'checkout', limit: 100 })
  const payouts = await store.list({ kind: 'payout', limit: 100 })
  const attempts = [...entries, ...payouts.entries].flatMap((entry) => entry.attempts)
  const shown = { attempts, orders: sandbox.orders(), unmatched: harness.unmatched, logs: harness.logs }
  for (const { externalId, externalTransactionId, status } of sandbox.orders()) {
    const attempt = attempts.find((one) => one.externalTransactionId === externalTransactionId)
    if (attempt !== undefined)
      expect(attempt, JSON.stringify(shown)).toMatchObject({
        externalId,
        state: stateOf[status] ?? 'placed',
      })
    else if (reported.has(externalId) && stateOf[status] !== undefined)
      expect(harness.unmatched.map((event) => event.externalId)).toContain(externalId)
  }
  expect(harness.logs.filter(({ level }) => level === 'error')).toEqual([])

  harness.orders.set('new', { amount: '7.00', currency: 'UAH' })
  const { id } = await harness.createCheckout('new', 'transfer')
  await harness.control(`/orders/${sandbox.orders().at(-1)?.externalId}`, { do: 'pay' })
  await harness.advance(10)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
}

test('after a failover that loses commits everything that is stored is the service’s word, and the rest is reported', async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40, size: 'max' }), live), {
    numRuns: isFull ? 200 : 8,
  })
})
