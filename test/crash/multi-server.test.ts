import { afterAll, expect, test } from 'vitest'
import { CheckoutView } from '../../src/contract/index.ts'
import { generateSealKey } from '../../src/server/index.ts'
import { isFull } from '../support/full.ts'
import { startPostgres } from '../support/postgres.ts'
import { startSandbox } from '../support/processes.ts'
import { forEachConcurrently } from './flow.ts'
import { control, openShop, ordersOf, type Shop, startEventReceiver, waitFor } from './shop.ts'

const [postgres, sandbox] = await Promise.all([startPostgres(), startSandbox()])
afterAll(async () => {
  await sandbox.stop()
  await postgres.end()
})

async function withTwoShops(
  worker: (shops: [Shop, Shop], received: () => string[]) => Promise<void>,
): Promise<void> {
  const events = await startEventReceiver()
  const common = {
    sandbox,
    database: await postgres.database(),
    events: events.url,
    sealKey: generateSealKey(),
  }
  const shops: [Shop, Shop] = [await openShop(common), await openShop(common)]
  try {
    await worker(shops, () => [...new Set(events.received.map(({ type, id }) => `${type} ${id}`))])
  } finally {
    await Promise.all(shops.map(({ process }) => process.kill()))
    await events.close()
  }
}

test('a long poll at one server returns when another server receives the callback', () =>
  withTwoShops(async ([one, two]) => {
    // A payer gives up a request after five seconds.
    const view = await waitFor('the payment details', async () => {
      const opened = await one.open('1042')
      return opened?.status === 'pending' && opened
    })
    const address = `${two.process.url}/pay/checkouts/${view.id}`
    const headers = { 'checkout-secret': view.clientSecret ?? '' }
    const etag = (await fetch(address, { headers })).headers.get('etag') ?? ''
    const longPoll = fetch(`${address}?wait=25`, { headers: { ...headers, 'if-none-match': etag } })
    const [order] = await ordersOf(sandbox, one.port)
    await control(sandbox, `/orders/${order?.externalId}`, { do: 'pay' })
    const woken = CheckoutView.parse(await (await longPoll).json())
    expect(woken.status).toBe('succeeded')
  }))

test.runIf(isFull)('a restart of the database under load loses and repeats no payout', () =>
  withTwoShops(async (shops, received) => {
    const references = Array.from({ length: 24 }, (_, index) => `salary-${index}`)
    const begin = forEachConcurrently(references, 8, async (reference) => {
      for (const shop of shops) await shop.payOut(reference)
    })
    await waitFor(
      'the first payouts at the service',
      async () => (await ordersOf(sandbox, ...ports(shops))).length > 3,
    )
    await postgres.stop()
    await shops[0].payOut('meanwhile')
    await postgres.start()
    await begin
    await waitFor('all payouts to be accepted', async () => {
      const statuses = await Promise.all(references.map((reference) => shops[1].payOut(reference)))
      return statuses.every((status) => status === 'pending' || status === 'succeeded')
    })
    await shops[0].payOut('meanwhile')

    const orders = await ordersOf(sandbox, ...ports(shops))
    expect(orders).toHaveLength(references.length + 1)
    for (const { externalId } of orders) await control(sandbox, `/orders/${externalId}`, { do: 'pay' })
    await waitFor('an event for every payout', () => received().length >= orders.length)
    expect(received().every((event) => event.startsWith('payout.succeeded '))).toBe(true)
    expect(received()).toHaveLength(orders.length)
    for (const { process } of shops) {
      expect(process.child.exitCode).toBeNull()
      expect(process.log()).toContain('DatabaseError: PostgreSQL')
    }
  }),
)

const ports = (shops: readonly Shop[]): number[] => shops.map(({ port }) => port)
