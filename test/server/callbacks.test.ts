import { expect, test } from 'vitest'
import { sendCallback } from './callback-by-hand.ts'
import { createWorld, type World } from './world.ts'

async function pending(world: World): Promise<{ id: string; externalId: string }> {
  const { id } = await world.pay('1042', 'transfer')
  const externalId = world.sandbox.orders().at(-1)?.externalId ?? ''
  await world.settle()
  return { id, externalId }
}
const typesOf = (world: World): string[] => world.events.map(({ type }) => type)

test('a forged callback is refused and changes nothing', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  const asked = world.asked.length
  const response = await sendCallback(world, {
    externalId,
    status: 'Success',
    amount: '1250.00',
    forged: true,
  })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'signature_invalid' })
  await world.settle()
  expect((await world.view(id)).status).toBe('pending')
  expect(world.asked).toHaveLength(asked)
})

test('the same callback a hundred times changes one thing once', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  world.callbacksLost = true
  await world.lever(`/orders/${externalId}`, { do: 'pay' })
  for (let times = 0; times < 100; times += 1) {
    const response = await sendCallback(world, { externalId, status: 'Success', amount: '1250.00' })
    expect(response.status).toBe(200)
    if (times % 10 === 0) await world.settle()
  }
  await world.settle()
  expect((await world.view(id)).status).toBe('succeeded')
  expect(typesOf(world)).toEqual(['checkout.succeeded'])
})

test.each(['1250.00', '"1250.00"', '1250.0', '"1250"', '1.25e3'])(
  'an amount of %s verifies by its own text',
  async (amount) => {
    const world = createWorld()
    const { id, externalId } = await pending(world)
    world.callbacksLost = true
    await world.lever(`/orders/${externalId}`, { do: 'pay' })
    expect((await sendCallback(world, { externalId, status: 'Success', amount })).status).toBe(200)
    await world.settle()
    expect((await world.view(id)).status).toBe('succeeded')
  },
)

test('a correction: failed, then success, ends in succeeded, and the merchant hears of each', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  await world.lever(`/orders/${externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await world.settle()
  const failed = await world.view(id)
  expect(failed).toMatchObject({
    status: 'failed',
    final: false,
    action: null,
    reason: { code: '4.1.4.63', group: 'issuer', key: 'insufficient-funds' },
  })
  await world.lever(`/orders/${externalId}`, { do: 'correct' })
  await world.settle()
  expect(await world.view(id)).toMatchObject({ status: 'succeeded', final: true })
  expect(typesOf(world)).toEqual(['checkout.failed', 'checkout.corrected', 'checkout.succeeded'])
})

test('success is never taken back: a late failure changes nothing', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  await world.lever(`/orders/${externalId}`, { do: 'pay' })
  await world.settle()
  expect((await sendCallback(world, { externalId, status: 'Failed', amount: '1250.00' })).status).toBe(200)
  await world.pass(1200, 60)
  expect((await world.view(id)).status).toBe('succeeded')
  expect(typesOf(world)).toEqual(['checkout.succeeded'])
})

test('where the status endpoint too says failed after success, a human is called and success stays', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  await world.lever(`/orders/${externalId}`, { do: 'pay' })
  await world.settle()
  await world.lever(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
  await world.pass(1200, 60)
  expect((await world.view(id)).status).toBe('succeeded')
  expect(world.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.succeeded', null],
    ['checkout.needs_review', 'contradiction'],
  ])
})

test('with every callback lost, asking alone gets there', async () => {
  const world = createWorld()
  world.callbacksLost = true
  const { id, externalId } = await pending(world)
  await world.lever(`/orders/${externalId}`, { do: 'pay' })
  await world.pass(5)
  expect((await world.view(id)).status).toBe('succeeded')
})

test('a callback before the create is answered is kept until its order is known', async () => {
  const world = createWorld()
  const early = await sendCallback(world, {
    externalId: 'not known yet',
    status: 'Success',
    amount: '1250.00',
  })
  expect(early.status).toBe(200)
  await world.settle()
  expect(world.logs.filter(({ level }) => level === 'error')).toEqual([])
})

const lookUps = (world: World): number => world.asked.filter((line) => line.startsWith('GET')).length

test.each(['refused', 'absent'] as const)(
  'a callback on the own address of an attempt that is %s: the service is asked for it once more',
  async (state) => {
    const world = createWorld({ paypane: { checkoutTtlSeconds: 60 } })
    await world.lever('/faults', {
      on: 'deposit.create',
      effect: state === 'refused' ? 'status:400' : 'drop-before',
      times: 1,
    })
    if (state === 'absent')
      await world.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 9 })
    await world.pay('1042', 'transfer')
    await world.pass(600, 5)
    const [{ entries }, asked] = [await world.store.list({ kind: 'checkout', limit: 1 }), lookUps(world)]
    const [attempt] = entries[0]?.attempts ?? []
    expect(attempt).toMatchObject({ state, askAt: null })
    const path = `/callbacks/p2p/${attempt?.externalTransactionId}`
    const call = (to: string, externalId: string) =>
      sendCallback(world, { externalId, status: 'Success', amount: '1250.00', path: to })

    expect((await call('/callbacks/p2p', 'e-1')).status).toBe(200)
    expect((await call('/callbacks/p2p/another-order', 'e-2')).status).toBe(200)
    await world.settle()
    expect(lookUps(world)).toBe(asked)
    expect((await call(path, 'e-3')).status).toBe(200)
    await world.settle()
    expect(lookUps(world)).toBe(asked + 1)
  },
)

test('a final word is confirmed at the status endpoint before anybody is told', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  await sendCallback(world, { externalId, status: 'Success', amount: '1250.00' })
  await world.settle()
  expect((await world.view(id)).status).toBe('pending')
  expect(typesOf(world)).toEqual([])
})

test('a verified callback that the status endpoint never confirms stands in the end, and the operator sees it', async () => {
  const world = createWorld({ paypane: { checkoutTtlSeconds: 24 * 3600, reviewAfterMinutes: 10 } })
  const { id, externalId } = await pending(world)
  await sendCallback(world, { externalId, status: 'Success', amount: '1250.00' })
  await world.pass(11 * 60, 20)
  expect((await world.view(id)).status).toBe('succeeded')
  expect(world.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.succeeded', 'unconfirmed'],
    ['checkout.needs_review', 'unconfirmed'],
  ])
})

test('without confirming, the verified callback alone is enough', async () => {
  const world = createWorld({ paypane: { confirmFinal: false } })
  const { id, externalId } = await pending(world)
  await world.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
  await sendCallback(world, { externalId, status: 'Success', amount: '1250.00' })
  await world.settle()
  expect((await world.view(id)).status).toBe('succeeded')
})

test('another amount than asked is shown and told', async () => {
  const world = createWorld()
  const { id, externalId } = await pending(world)
  await world.lever(`/orders/${externalId}`, { do: 'amount', amount: '1100.00' })
  await world.settle()
  await world.lever(`/orders/${externalId}`, { do: 'pay' })
  await world.settle()
  const view = await world.view(id)
  expect(view).toMatchObject({ status: 'succeeded', amount: { value: '1250.00' } })
  expect(Number(view.paid?.value)).toBe(1100)
  expect(typesOf(world)).toContain('checkout.succeeded')
  expect(world.events.find(({ type }) => type === 'checkout.succeeded')).toMatchObject({
    asked: { value: '1250.00' },
    paid: { currency: 'UAH' },
  })
})
