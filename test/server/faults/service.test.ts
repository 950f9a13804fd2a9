import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { createInvariants } from '../model/invariants.ts'

const operations = ['deposit.create', 'deposit.status', 'payout.create', 'payout.status', 'callback'] as const
const effects = [
  'drop-before',
  'drop-after',
  'status:503',
  'status:500',
  'status:423',
  'status:401',
  'malformed',
  'lag-status',
] as const
const levers = ['pay', 'fail', 'correct'] as const
const admin = { authorization: 'Bearer the operator' }
const orders = 25

/** A status that lags longer is indistinguishable from an order that does not exist. */
const longestLag = 3

const fault = fc
  .record({
    on: fc.constantFrom(...operations),
    effect: fc.constantFrom(...effects),
    times: fc.integer({ min: 1, max: 12 }),
  })
  .map((one) => (one.effect === 'lag-status' ? { ...one, times: Math.min(longestLag, one.times) } : one))

const faultPlan = fc.record({
  faults: fc.uniqueArray(fault, {
    minLength: 10,
    maxLength: 20,
    // A lag of creates and one of lookups are the same fault.
    selector: ({ on, effect }) =>
      effect === 'lag-status' ? `${on.split('.')[0]} ${effect}` : `${on} ${effect}`,
  }),
  methods: fc.array(fc.constantFrom('transfer', 'form'), { minLength: orders, maxLength: orders }),
  actions: fc.array(
    fc.record({
      lever: fc.constantFrom(...levers),
      index: fc.nat(40),
      seconds: fc.integer({ min: 1, max: 40 }),
    }),
    {
      minLength: 20,
      maxLength: 40,
    },
  ),
})

/** The sandbox may refuse a lever or a fault, but only with a 4xx. */
const tryLever = async (harness: Harness, path: string, body: object): Promise<void> => {
  await harness.lever(path, body).catch((error: unknown) => {
    expect(String(error)).toMatch(/ 4\d\d /)
  })
}

test('after every fault of the service at once, the ledgers agree at rest', async () => {
  await fc.assert(
    fc.asyncProperty(faultPlan, async ({ faults, methods, actions }) => {
      const harness = createHarness({
        paypane: {
          adminToken: 'the operator',
          checkoutTtlSeconds: 600,
          correctionWatchHours: 2,
          cascade: 'auto',
          // Longer than any fault lasts, so no attempt needs a review.
          reviewAfterMinutes: 24 * 60,
        },
      })
      for (const fault of faults) await tryLever(harness, '/faults', fault)
      for (const [index, method] of methods.entries()) {
        harness.orders.set(`o-${index}`, { amount: `${index + 20}.00`, currency: 'UAH' })
        expect((await harness.post('/checkouts', { order: `o-${index}`, method })).status).toBeLessThan(500)
        const payout = { reference: `p-${index}`, amount: `${index + 20}.00`, currency: 'UAH' }
        if (index % 3 === 0)
          expect((await harness.post('/admin/payouts', payout, admin)).status).toBeLessThan(500)
      }
      for (const { lever, index, seconds } of actions) {
        const created = harness.sandbox.orders()
        const order = created[index % Math.max(1, created.length)]
        if (order !== undefined) await tryLever(harness, `/orders/${order.externalId}`, { do: lever })
        await harness.advance(seconds, 5)
      }
      // No new requests: remaining faults are used up while the clocks advance.
      await harness.advance(4 * 3600, 120)

      const { entries } = await harness.store.list({ kind: 'checkout', limit: 1000 })
      const payouts = await harness.store.list({ kind: 'payout', limit: 1000 })
      const invariants = createInvariants()
      for (const event of harness.events) invariants.onMerchantEvent(event)
      invariants.checkAtRest([...entries, ...payouts.entries], harness.sandbox.orders(), {
        unmatched: [],
        exact: false,
        delivered: false,
      })
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)
