import { expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

async function pending(harness: Harness): Promise<{ id: string; externalId: string }> {
  const { id } = await harness.createCheckout('1042', 'transfer')
  const externalId = harness.sandbox.orders().at(-1)?.externalId ?? ''
  await harness.drain()
  return { id, externalId }
}
const typesOf = (harness: Harness): string[] => harness.events.map(({ type }) => type)

test('a forged callback is refused and changes nothing', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  const asked = harness.serviceRequests.length
  const response = await sendCallback(harness, {
    externalId,
    status: 'Success',
    amount: '1250.00',
    forged: true,
  })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'signature_invalid' })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('pending')
  expect(harness.serviceRequests).toHaveLength(asked)
})

test('the same callback a hundred times changes one thing once', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  harness.callbacksLost = true
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  for (let times = 0; times < 100; times += 1) {
    const response = await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
    expect(response.status).toBe(200)
    if (times % 10 === 0) await harness.drain()
  }
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
})

test.each(['1250.00', '"1250.00"', '1250.0', '"1250"', '1.25e3'])(
  'an amount of %s verifies by its own text',
  async (amount) => {
    const harness = createHarness()
    const { id, externalId } = await pending(harness)
    harness.callbacksLost = true
    await harness.lever(`/orders/${externalId}`, { do: 'pay' })
    expect((await sendCallback(harness, { externalId, status: 'Success', amount })).status).toBe(200)
    await harness.drain()
    expect((await harness.getCheckout(id)).status).toBe('succeeded')
  },
)

test('a correction: failed, then success, ends in succeeded, and the merchant hears of each', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await harness.drain()
  const failed = await harness.getCheckout(id)
  expect(failed).toMatchObject({
    status: 'failed',
    final: false,
    action: null,
    reason: { code: '4.1.4.63', group: 'issuer', key: 'insufficient-funds' },
  })
  await harness.lever(`/orders/${externalId}`, { do: 'correct' })
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', final: true })
  expect(typesOf(harness)).toEqual(['checkout.failed', 'checkout.corrected', 'checkout.succeeded'])
})

test('success is never taken back: a late failure changes nothing', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  expect((await sendCallback(harness, { externalId, status: 'Failed', amount: '1250.00' })).status).toBe(200)
  await harness.advance(1200, 60)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
})

test('where the status endpoint too says failed after success, a human is called and success stays', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  await harness.lever(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
  await harness.advance(1200, 60)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(harness.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.succeeded', null],
    ['checkout.needs_review', 'contradiction'],
  ])
})

test('with every callback lost, asking alone gets there', async () => {
  const harness = createHarness()
  harness.callbacksLost = true
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('a callback before the create is answered is kept until its order is known', async () => {
  const harness = createHarness()
  const early = await sendCallback(harness, {
    externalId: 'not known yet',
    status: 'Success',
    amount: '1250.00',
  })
  expect(early.status).toBe(200)
  await harness.drain()
  expect(harness.logs.filter(({ level }) => level === 'error')).toEqual([])
})

const lookupCount = (harness: Harness): number =>
  harness.serviceRequests.filter((line) => line.startsWith('GET')).length

test.each(['refused', 'not_created'] as const)(
  'a callback on the own address of an attempt that is %s: the service is asked for it once more',
  async (state) => {
    const harness = createHarness({ paypane: { checkoutTtlSeconds: 60 } })
    await harness.lever('/faults', {
      on: 'deposit.create',
      effect: state === 'refused' ? 'status:400' : 'drop-before',
      times: 1,
    })
    if (state === 'not_created')
      await harness.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 9 })
    await harness.createCheckout('1042', 'transfer')
    await harness.advance(600, 5)
    const [{ entries }, asked] = [
      await harness.store.list({ kind: 'checkout', limit: 1 }),
      lookupCount(harness),
    ]
    const [attempt] = entries[0]?.attempts ?? []
    expect(attempt).toMatchObject({ state, nextLookupAt: null })
    const path = `/callbacks/p2p/${attempt?.externalTransactionId}`
    const call = (to: string, externalId: string) =>
      sendCallback(harness, { externalId, status: 'Success', amount: '1250.00', path: to })

    expect((await call('/callbacks/p2p', 'e-1')).status).toBe(200)
    expect((await call('/callbacks/p2p/another-order', 'e-2')).status).toBe(200)
    await harness.drain()
    expect(lookupCount(harness)).toBe(asked)
    expect((await call(path, 'e-3')).status).toBe(200)
    await harness.drain()
    expect(lookupCount(harness)).toBe(asked + 1)
  },
)

test('a final word is confirmed at the status endpoint before anybody is told', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('pending')
  expect(typesOf(harness)).toEqual([])
})

test('a verified callback that the status endpoint never confirms stands in the end, and the operator sees it', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 24 * 3600, reviewAfterMinutes: 10 } })
  const { id, externalId } = await pending(harness)
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.advance(11 * 60, 20)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(harness.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.succeeded', 'unconfirmed'],
    ['checkout.needs_review', 'unconfirmed'],
  ])
})

test('without confirming, the verified callback alone is enough', async () => {
  const harness = createHarness({ paypane: { confirmFinal: false } })
  const { id, externalId } = await pending(harness)
  await harness.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('another amount than asked is shown and told', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.lever(`/orders/${externalId}`, { do: 'amount', amount: '1100.00' })
  await harness.drain()
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  const view = await harness.getCheckout(id)
  expect(view).toMatchObject({ status: 'succeeded', amount: { value: '1250.00' } })
  expect(Number(view.paid?.value)).toBe(1100)
  expect(typesOf(harness)).toContain('checkout.succeeded')
  expect(harness.events.find(({ type }) => type === 'checkout.succeeded')).toMatchObject({
    asked: { value: '1250.00' },
    paid: { currency: 'UAH' },
  })
})
