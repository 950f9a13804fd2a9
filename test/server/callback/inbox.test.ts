import { expect, test } from 'vitest'
import { createHarness, type Harness, typesOf } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

async function pending(harness: Harness): Promise<{ id: string; externalId: string }> {
  const { id } = await harness.createCheckout('1042', 'transfer')
  const externalId = harness.sandbox.orders().at(-1)?.externalId ?? ''
  await harness.drain()
  return { id, externalId }
}

test('a forged callback is rejected and changes nothing', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  const requestCount = harness.serviceRequests.length
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
  expect(harness.serviceRequests).toHaveLength(requestCount)
})

test('a hundred duplicates of a callback apply once', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  harness.callbacksLost = true
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
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
  'the signature of amount %s is verified over its text as received',
  async (amount) => {
    const harness = createHarness()
    const { id, externalId } = await pending(harness)
    harness.callbacksLost = true
    await harness.control(`/orders/${externalId}`, { do: 'pay' })
    expect((await sendCallback(harness, { externalId, status: 'Success', amount })).status).toBe(200)
    await harness.drain()
    expect((await harness.getCheckout(id)).status).toBe('succeeded')
  },
)

test('a corrected transfer goes from failed to succeeded with an event for each change', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await harness.drain()
  const failed = await harness.getCheckout(id)
  expect(failed).toMatchObject({
    status: 'failed',
    final: false,
    action: null,
    reason: { code: '4.1.4.63', group: 'issuer', key: 'insufficient-funds' },
  })
  await harness.control(`/orders/${externalId}`, { do: 'correct' })
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', final: true })
  expect(typesOf(harness)).toEqual(['checkout.failed', 'checkout.corrected', 'checkout.succeeded'])
})

test('a Failed callback after success changes nothing', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  expect((await sendCallback(harness, { externalId, status: 'Failed', amount: '1250.00' })).status).toBe(200)
  await harness.advance(1200, 60)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
})

test('a Failed lookup after success becomes needs_review, and success stays', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  await harness.control(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
  await harness.advance(1200, 60)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(harness.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.succeeded', null],
    ['checkout.needs_review', 'contradiction'],
  ])
})

test('with every callback lost, lookups reach the final state', async () => {
  const harness = createHarness()
  harness.callbacksLost = true
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(5)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('a callback that precedes the create response is stored', async () => {
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
  'a callback to the URL of an attempt that is %s triggers one lookup',
  async (state) => {
    const harness = createHarness({ paypane: { checkoutTtlSeconds: 60 } })
    await harness.control('/faults', {
      on: 'deposit.create',
      effect: state === 'refused' ? 'status:400' : 'drop-before',
      times: 1,
    })
    if (state === 'not_created')
      await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 9 })
    await harness.createCheckout('1042', 'transfer')
    await harness.advance(600, 5)
    const [{ entries }, initialLookups] = [
      await harness.store.list({ kind: 'checkout', limit: 1 }),
      lookupCount(harness),
    ]
    const [attempt] = entries[0]?.attempts ?? []
    expect(attempt).toMatchObject({ state, nextLookupAt: null })
    const path = `/callbacks/p2p/${attempt?.externalTransactionId}`
    const post = (to: string, externalId: string) =>
      sendCallback(harness, { externalId, status: 'Success', amount: '1250.00', path: to })

    expect((await post('/callbacks/p2p', 'e-1')).status).toBe(200)
    expect((await post('/callbacks/p2p/another-order', 'e-2')).status).toBe(200)
    await harness.drain()
    expect(lookupCount(harness)).toBe(initialLookups)
    expect((await post(path, 'e-3')).status).toBe(200)
    await harness.drain()
    expect(lookupCount(harness)).toBe(initialLookups + 1)
  },
)

test('a final status from a callback is confirmed by a lookup before its event is emitted', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('pending')
  expect(typesOf(harness)).toEqual([])
})

test('a verified callback that is never confirmed is accepted, with needs_review', async () => {
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

test('with confirmFinal off, a verified callback is sufficient', async () => {
  const harness = createHarness({ paypane: { confirmFinal: false } })
  const { id, externalId } = await pending(harness)
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('a reported amount other than the requested one is in the view and the event', async () => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'amount', amount: '1300.00' })
  await harness.drain()
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  const view = await harness.getCheckout(id)
  expect(view).toMatchObject({ status: 'succeeded', amount: { value: '1250.00' } })
  expect(Number(view.paid?.value)).toBe(1300)
  expect(typesOf(harness)).toContain('checkout.succeeded')
  expect(harness.events.find(({ type }) => type === 'checkout.succeeded')).toMatchObject({
    requested: { value: '1250.00' },
    paid: { currency: 'UAH' },
  })
})
