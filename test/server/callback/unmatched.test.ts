import { expect, test } from 'vitest'
import type { z } from 'zod'
import { UnmatchedCallbackList } from '../../../src/contract/index.ts'
import { createHarness, type Harness, operator } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

const minute = 60
const day = 24 * 3600

const unmatched = async (harness: Harness): Promise<z.infer<typeof UnmatchedCallbackList>['callbacks']> => {
  const response = await harness.get('/admin/callbacks/unmatched', operator)
  return UnmatchedCallbackList.parse(await response.json()).callbacks
}
const needsReview = async (harness: Harness): Promise<number> => (await harness.paypane.stats()).needsReview
async function pending(harness: Harness): Promise<{ id: string; externalId: string }> {
  const { id } = await harness.createCheckout('1042', 'transfer')
  return { id, externalId: harness.sandbox.orders().at(-1)?.externalId ?? '' }
}

test.each(['Refund', 'deposit order'])(
  'a signed Success of order type %o changes no checkout and goes to the operator',
  async (orderType) => {
    const harness = createHarness()
    const { id, externalId } = await pending(harness)
    await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00', orderType })
    await harness.advance(2 * minute, 30)
    expect((await harness.getCheckout(id)).status).toBe('pending')
    expect(harness.events).toEqual([])
    expect(harness.unmatched).toMatchObject([{ type: 'callback.unmatched', externalId, orderType }])
    expect(await unmatched(harness)).toMatchObject([{ externalId, orderType, acknowledged: null }])
    expect(await needsReview(harness)).toBe(1)
  },
)

test.each(['Success', 'Processing'])(
  "a signed %s of a payout with a deposit's externalId may be early, and then goes to the operator",
  async (status) => {
    const harness = createHarness()
    const { id, externalId } = await pending(harness)
    const orderType = 'Withdrawal'
    await sendCallback(harness, { externalId, status, amount: '1250.00', orderType })
    await harness.advance(50 * minute, 10 * minute)
    expect(harness.unmatched).toEqual([])
    expect(await unmatched(harness)).toMatchObject([{ externalId, orderType, reviewSince: null }])
    await harness.advance(20 * minute, minute)
    expect((await harness.getCheckout(id)).status).not.toBe('succeeded')
    expect(harness.unmatched).toMatchObject([{ type: 'callback.unmatched', externalId, orderType }])
  },
)

test.each(['deposit', 'DEPOSIT'])('the order type %o is a deposit', async (orderType) => {
  const harness = createHarness()
  const { id, externalId } = await pending(harness)
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  harness.callbacksLost = true
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00', orderType })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(await unmatched(harness)).toEqual([])
})

test('a verified Success that matches nothing is put before the operator before it is dropped', async () => {
  const harness = createHarness()
  const sent = { externalId: 'e-9', status: 'Success', amount: '9.00' }
  await sendCallback(harness, sent)
  await harness.advance(10 * minute, 10 * minute)
  await sendCallback(harness, sent)
  await harness.advance(40 * minute, 10 * minute)
  // It may be early: it is listed, and nobody has to look at it yet.
  expect(await unmatched(harness)).toMatchObject([{ externalId: 'e-9', reviewSince: null }])
  expect(harness.unmatched).toEqual([])

  await harness.advance(20 * minute, minute)
  expect(harness.unmatched).toMatchObject([
    { ref: 'e-9', externalId: 'e-9', status: 'Success', amount: '9.00', orderType: 'Deposit' },
  ])
  expect(await needsReview(harness)).toBe(1)
  await harness.advance(30 * day, day)
  const [callback] = await unmatched(harness)
  expect(callback).toEqual({
    ...{ id: expect.any(String), externalId: 'e-9', status: 'Success', amount: '9.00' },
    ...{ orderType: 'Deposit', times: 2, acknowledged: null },
    pipelines: ['p2p', 'form', 'token', 'payout'],
    receivedAt: '2026-01-01T00:00:00.000Z',
    lastAt: '2026-01-01T00:10:00.000Z',
    reviewSince: expect.stringMatching(/^2026-01-01T01:/),
  })
  expect(harness.unmatched).toHaveLength(1)

  const path = `/admin/callbacks/unmatched/${callback?.id}/acknowledge`
  expect((await harness.post(path, { note: '' }, operator)).status).toBe(400)
  const response = await harness.post(path, { note: 'another system took it' }, operator)
  const acknowledged = {
    at: new Date(harness.clock.now()).toISOString(),
    ...{ note: 'another system took it', operator: 'admin' },
  }
  expect(await response.json()).toEqual({ ...callback, acknowledged })
  expect(harness.logs).toContainEqual(
    expect.objectContaining({ level: 'info', message: 'operator: acknowledge', callback: callback?.id }),
  )
  expect(await needsReview(harness)).toBe(0)
  await harness.advance(2 * minute, minute)
  expect(await unmatched(harness)).toEqual([])
})

test('a verified progress that matches nothing is dropped after a week without a review', async () => {
  const harness = createHarness()
  await sendCallback(harness, { externalId: 'e-9', status: 'Processing', amount: '9.00' })
  await harness.advance(8 * day, day)
  expect(harness.unmatched).toEqual([])
  expect(await unmatched(harness)).toEqual([])
})

test('only an unmatched callback can be acknowledged', async () => {
  const harness = createHarness()
  const { externalId } = await pending(harness)
  await sendCallback(harness, { externalId, status: 'Processing', amount: '1250.00' })
  await harness.drain()
  const [{ entries }] = [await harness.store.list({ kind: 'checkout', limit: 1 })]
  const [matched] = await harness.store.callbacksOf(entries[0]?.id ?? '')
  for (const id of [matched?.id, 'cb_unknown']) {
    const path = `/admin/callbacks/unmatched/${id}/acknowledge`
    const response = await harness.post(path, { note: 'n' }, operator)
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }])
  }
})
