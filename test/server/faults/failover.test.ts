import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RefundLink } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import type { Payout } from '../../../src/server/rules/model.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { isFull } from '../../support/full.ts'
import { type Replicated, replicatedStore } from '../../support/replicated-store.ts'
import { createHarness, operator } from '../harness.ts'

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
  /** After so many calls of the store the replica receives nothing any more. */
  let callsLeft: number | null = null
  const database = replicatedStore(() => {
    if (callsLeft !== null) callsLeft -= 1
    if (callsLeft === 0) database.stopReplication()
  })
  const harness = createHarness({
    store: database.store,
    paypane: {
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
        operator,
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
    if (act.do === 'stop replication') callsLeft ??= act.calls
    if (act.do === 'fail over') {
      callsLeft = null
      database.failOver()
      reported = new Set()
    }
  }
  await harness.advance(2 * 3600, 60)

  const { entries } = await store.list({ kind: 'checkout', limit: 100 })
  const payouts = await store.list({ kind: 'payout', limit: 100 })
  const attempts = [...entries, ...payouts.entries].flatMap((entry) => entry.attempts)
  const shown = { attempts, orders: sandbox.orders(), unmatched: harness.unmatched, logs: harness.logs }
  for (const order of sandbox.orders()) {
    const { externalId, externalTransactionId, status } = order
    const attempt = attempts.find((one) => one.externalTransactionId === externalTransactionId)
    // A payout that was created again much later than an order whose amount had changed: an operator decides whose it is.
    const isOlder = attempt !== undefined && Date.parse(order.createdAt) < attempt.firstSentAt - 5 * 60_000
    const isForeign = isOlder && order.amount !== order.requestedAmount && attempt.externalId === null
    if (attempt !== undefined)
      expect(attempt, JSON.stringify(shown)).toMatchObject(
        isForeign
          ? { externalId: null, foreignId: externalId, state: 'unknown', review: { reason: 'foreign' } }
          : { externalId, state: stateOf[status] ?? 'placed' },
      )
    else if (reported.has(externalId) && stateOf[status] !== undefined)
      expect(harness.unmatched.map((event) => event.externalId)).toContain(externalId)
  }
  expect(harness.logs.filter(({ level }) => level === 'error')).toEqual([])

  harness.orders.set('new', { amount: '7.00', currency: 'UAH' })
  const { id } = await harness.createCheckout('new', 'transfer')
  await harness.controlOrder(-1, { do: 'pay' })
  await harness.advance(10)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
}

test('after a failover that loses commits everything that is stored is the service’s word, and the rest is reported', async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40, size: 'max' }), live), {
    numRuns: isFull ? 200 : 8,
  })
})

test('a late response is not taken for the attempt that has its number since a failover', async () => {
  const database = replicatedStore()
  const responses: (() => void)[] = []
  const harness = createHarness({ store: database.store })
  harness.restart({
    service: {
      ...harness.service,
      async createDeposit(...request) {
        const created = await harness.service.createDeposit(...request)
        await new Promise<void>((resolve) => responses.push(resolve))
        return created
      },
    },
  })
  const { id } = await harness.createCheckout('1042')
  database.stopReplication()
  const start = (method: string) => harness.post(`/checkouts/${id}/attempts`, { method, after: 0 })
  const isSent = (count: number) => expect.poll(() => responses.length).toBe(count)
  const lost = start('transfer')
  await isSent(1)
  database.failOver()
  const kept = start('form')
  await isSent(2)
  const [first, second] = harness.sandbox.orders()
  const respond = async (to: number, started: Promise<Response>) => {
    responses[to]?.()
    await started
    return (await database.store.entry(id))?.attempts
  }
  const { externalTransactionId } = second ?? {}
  expect(await respond(0, lost)).toMatchObject([{ externalTransactionId, externalId: null }])
  expect(await respond(1, kept)).toMatchObject([{ externalTransactionId, externalId: second?.externalId }])
  expect(harness.logs.filter(({ message }) => /failover has lost/.test(message))).toMatchObject([
    { externalTransactionId: first?.externalTransactionId, externalId: first?.externalId },
  ])
})

test.each([60, 600])('a payout that a failover has lost is not paid again %i s later', async (seconds) => {
  const database = replicatedStore()
  const { store } = database
  const harness = createHarness({
    store,
  })
  const create = (amount: string) =>
    harness.post('/admin/payouts', { reference: 'salary-7', amount, currency: 'UAH' }, operator)
  database.stopReplication()
  await create('10.00')
  database.failOver()
  await harness.advance(seconds, 60)
  await create('10.0')
  await harness.advance(60, 5)
  const [{ externalId } = {}, ...others] = harness.sandbox.orders()
  expect(others).toEqual([])
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(60, 5)
  expect((await store.entryByRef('payout', 'salary-7'))?.attempts).toMatchObject([
    { state: 'succeeded', externalId },
  ])
})

describe('a failover that comes while the payout of a refund is created', () => {
  /** A paid checkout with a refund. `act`: precedes the write of its payout. */
  async function requestRefund(act: (database: Replicated, payout: Payout) => void | Promise<void>) {
    const database = replicatedStore()
    const { save } = database.store
    const store: Store = {
      ...database.store,
      async save(entry, write) {
        if (write.payout !== undefined) await act(database, write.payout)
        return await save(entry, write)
      },
    }
    const harness = createHarness({
      store,
      paypane: {
        pages: hostedPages({ name: 'Oak & Co' }),
        // No version that was lost is issued again.
        random: Math.random,
      },
    })
    const { id } = await harness.createCheckout('1042', 'transfer')
    const pay = async (which: number): Promise<void> => {
      await harness.controlOrder(which, { do: 'pay' })
      await harness.advance(60, 5)
    }
    await pay(0)
    return { harness, database, id, pay }
  }
  type Refunded = Awaited<ReturnType<typeof requestRefund>>

  async function linkOf({ harness, id }: Refunded): Promise<string> {
    const path = `/admin/checkouts/${id}/refunds`
    const response = await harness.post(path, { amount: '250.00', note: 'returned' }, operator)
    return new URL(RefundLink.parse(await response.json()).url).pathname.replace('/pay', '')
  }

  async function submit({ harness }: Refunded, link: string, account: string): Promise<void> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    await harness.post(link, `fields[accountNumber]=${account}`, type)
  }

  async function giveDestination(refunded: Refunded, link: string, account: string): Promise<void> {
    await submit(refunded, link, account)
    await refunded.harness.advance(5, 1)
  }

  test.each(['payout', 'destination'])('a refund whose %s it has lost is paid once', async (lost) => {
    const refunded = await requestRefund((database) => database.stopReplication())
    const { harness, database, id, pay } = refunded
    const link = await linkOf(refunded)
    if (lost === 'destination') database.stopReplication()
    await giveDestination(refunded, link, 'UA00')
    expect(harness.sandbox.orders()).toHaveLength(2)
    database.failOver()
    // The page requests it again, which is no way to be paid twice.
    if (lost === 'destination') await giveDestination(refunded, link, 'UA11')
    await harness.advance(60, 5)
    expect(harness.sandbox.orders()).toHaveLength(2)
    await pay(1)
    expect(await harness.getCheckout(id)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
  })

  test('a refund whose destination it has lost is not paid, and can be given another', async () => {
    const refunded = await requestRefund((database) => database.failOver())
    const { harness, database, id, pay } = refunded
    const link = await linkOf(refunded)
    database.stopReplication()
    await giveDestination(refunded, link, 'UA00')
    await harness.advance(60, 5)
    expect(harness.sandbox.orders()).toHaveLength(1)
    expect(await harness.getCheckout(id)).toMatchObject({ refunds: [{ state: 'requested' }] })
    await giveDestination(refunded, link, 'UA11')
    await pay(1)
    expect(await harness.getCheckout(id)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
    expect(harness.sandbox.orders()).toHaveLength(2)
  })

  test('a refund that it has lost is not paid, and can be requested again', async () => {
    const refunded = await requestRefund((database) => database.failOver())
    const { harness, database, id, pay } = refunded
    database.stopReplication()
    await giveDestination(refunded, await linkOf(refunded), 'UA00')
    await harness.advance(60, 5)
    expect(harness.sandbox.orders()).toHaveLength(1)
    expect(await harness.getCheckout(id)).not.toHaveProperty('refunds')
    await giveDestination(refunded, await linkOf(refunded), 'UA11')
    await pay(1)
    expect(await harness.getCheckout(id)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
    expect(harness.sandbox.orders()).toHaveLength(2)
  })

  test('a destination that it has lost is not paid in place of the one that was given then', async () => {
    const [submitted, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let first: Payout | null = null
    const refunded = await requestRefund(async (database, payout) => {
      if (first !== null && payout !== first) await resumed.promise
      if (first !== null) return
      first = payout
      database.failOver()
      await submit(refunded, link, 'UA22')
      submitted.resolve()
    })
    const { harness, database } = refunded
    const link = await linkOf(refunded)
    database.stopReplication()
    await submit(refunded, link, 'UA11')
    await submitted.promise
    // The write of the first one has ended by then.
    await new Promise(setImmediate)
    resumed.resolve()
    await harness.advance(60, 5)
    const paid = harness.sandbox.orders().flatMap(({ additionalFields }) => additionalFields)
    expect(paid).toEqual([{ key: 'accountNumber', value: 'UA22' }])
  })
})
