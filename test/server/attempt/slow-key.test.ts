import { expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'

const create = 'POST /core/api/v1/integration/deposit-order/'

/** A shop whose P2P key takes `slowMs` for its first use. */
function shopWithSlowKey(slowMs: number): Harness {
  let uses = 0
  const harness: Harness = createHarness({
    paypane: { createGraceMs: 1000, pipelines: { p2p: { profile: 'p2p', key, privateKey: 'private' } } },
  })
  async function key(): Promise<string> {
    uses += 1
    if (uses === 1) harness.clock.advance(slowMs)
    return harness.sandbox.env()['PAYMENTS_P2P_KEY'] ?? ''
  }
  return harness
}

test('a create whose key takes longer than the grace time never leaves', async () => {
  const harness = shopWithSlowKey(6000)
  const view = await harness.createCheckout('1042', 'transfer')
  expect(view).toMatchObject({ status: 'preparing' })
  expect(harness.serviceRequests).not.toContain(create)

  await harness.advance(20)
  expect(await harness.getCheckout(view.id)).toMatchObject({ status: 'pending', attempts: 1 })
  expect(harness.sandbox.orders()).toHaveLength(1)
})

test('a create whose key takes less than the grace time leaves', async () => {
  const harness = shopWithSlowKey(900)
  expect(await harness.createCheckout('1042', 'transfer')).toMatchObject({ status: 'pending' })
  expect(harness.serviceRequests).toEqual([create])
})

test('a key that cannot be obtained sends nothing, and the create is sent once it can', async () => {
  let isBroken = true
  const harness: Harness = createHarness({
    paypane: { pipelines: { p2p: { profile: 'p2p', key, privateKey: 'private' } } },
  })
  async function key(): Promise<string> {
    if (isBroken) throw new Error('the vault is closed')
    return harness.sandbox.env()['PAYMENTS_P2P_KEY'] ?? ''
  }
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(20)
  expect(harness.serviceRequests).toEqual([])
  expect(JSON.stringify(harness.logs)).not.toContain('vault')
  isBroken = false
  await harness.advance(400, 5)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 1 })
})
