import { expect, test } from 'vitest'
import { generateSealKey, type PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { interruptedStore } from './interrupted-store.ts'

/** A shop where something else happens just before attempt `n` is stored for the first time. */
function interruptedShop(
  n: number,
  interrupt: (shop: Harness) => Promise<unknown>,
  options: Partial<PaypaneOptions> = {},
): Harness {
  const store = interruptedStore(n, () => interrupt(shop))
  const shop: Harness = createHarness({ paypane: options, store })
  return shop
}

const refuseNext = (shop: Harness) =>
  shop.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
const creates = ({ serviceRequests }: Harness) => serviceRequests.filter((line) => line.startsWith('POST'))

test('of two requests for the same attempt one starts it, also where that one was refused at once', async () => {
  const shop = interruptedShop(1, async (server) => {
    const { id } = await server.createCheckout('1042')
    // Another choice: an identical one would wait for the start that it interrupts.
    const other = await server.post(`/checkouts/${id}/attempts`, { method: 'form', after: 0 })
    expect(await other.json()).toMatchObject({ status: 'failed', attempts: 1 })
  })
  await refuseNext(shop)
  const { id } = await shop.createCheckout('1042')
  const response = await shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect(await response.json()).toMatchObject({ status: 'failed', attempts: 1 })
  expect(creates(shop)).toHaveLength(1)
})

test('no attempt starts where the time to pay ends before it is stored', async () => {
  const shop = interruptedShop(
    2,
    (server) => {
      server.clock.advance(61_000)
      return Promise.resolve()
    },
    { checkoutTtlSeconds: 60 },
  )
  await refuseNext(shop)
  const { id } = await shop.createCheckout('1042', 'transfer')
  const response = await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  expect(await response.json()).toMatchObject({ attempts: 1 })
  expect(shop.sandbox.orders()).toEqual([])
})

test('an attempt that fails before it would have been replaced is followed, not replaced', async () => {
  const shop = interruptedShop(2, async (server) => {
    await server.controlOrder(0, { do: 'fail' })
    await server.drain()
  })
  const { id } = await shop.createCheckout('1042', 'form')
  const response = await shop.post(`/checkouts/${id}/attempts`, {
    method: 'transfer',
    after: 1,
    replace: true,
  })
  expect(await response.json()).toMatchObject({ status: 'pending', attempts: 2 })
  expect((await shop.store.entry(id))?.attempts).toMatchObject([{ state: 'failed', replacedAt: null }, {}])
})

test('without the seal key of its terms, no attempt follows one whose payment details are lost', async () => {
  const shop = createHarness()
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  const { id } = await shop.createCheckout('1042', 'transfer')
  shop.restart({ sealKey: generateSealKey() })
  await shop.advance(10)
  expect((await shop.store.entry(id))?.attempts).toMatchObject([{ state: 'placed', detailsLost: true }])
  expect(shop.logs.filter(({ level }) => level === 'error')).toMatchObject([
    { message: expect.stringMatching(/not among the seal keys/) },
  ])
})
