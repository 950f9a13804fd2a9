import { expect, test } from 'vitest'
import { generateSealKey } from '../../../src/server/index.ts'
import { createHarness, type Harness } from '../harness.ts'

const admin = { authorization: 'Bearer the operator' }
const open = (): Harness => createHarness({ paypane: { adminToken: 'the operator' } })
const payoutRequest = { reference: 'p-1', amount: '100.00', currency: 'UAH' }
const createCount = (harness: Harness): number =>
  harness.serviceRequests.filter((line) => line.startsWith('POST')).length

test('without the token there is no way in, and without one configured no admin at all', async () => {
  const harness = open()
  expect((await harness.post('/admin/payouts', payoutRequest)).status).toBe(401)
  expect(
    (await harness.post('/admin/payouts', payoutRequest, { authorization: 'Bearer another' })).status,
  ).toBe(401)
  expect((await createHarness().post('/admin/payouts', payoutRequest, admin)).status).toBe(404)
})

test('a payout is made once under its reference, and followed until it is final', async () => {
  const harness = open()
  const first = await harness.post('/admin/payouts', payoutRequest, admin)
  expect(first.status).toBe(201)
  const view = await first.json()
  expect(view).toMatchObject({
    reference: 'p-1',
    status: 'pending',
    needsReview: false,
    amount: { value: '100.00', currency: 'UAH' },
  })

  const again = await harness.post('/admin/payouts', { ...payoutRequest, amount: 100.0 }, admin)
  expect(again.status).toBe(200)
  expect((await again.json()).externalTransactionId).toBe(view.externalTransactionId)
  expect(createCount(harness)).toBe(1)

  await harness.lever(`/orders/${view.externalId}`, { do: 'pay' })
  await harness.drain()
  expect(await (await harness.get('/admin/payouts/p-1', admin)).json()).toMatchObject({ status: 'succeeded' })
  expect(harness.events.map(({ type, ref }) => [type, ref])).toEqual([['payout.succeeded', 'p-1']])
})

test('other content under the same reference is a conflict, and nothing goes out', async () => {
  const harness = open()
  await harness.post('/admin/payouts', payoutRequest, admin)
  const other = await harness.post('/admin/payouts', { ...payoutRequest, amount: '100.01' }, admin)
  expect(other.status).toBe(409)
  expect((await other.json()).code).toBe('payout_conflict')
  expect(createCount(harness)).toBe(1)
})

test('the same request is known again after the seal key was followed by a new one', async () => {
  const [first, second] = [generateSealKey(), generateSealKey()]
  const harness = createHarness({ paypane: { adminToken: 'the operator', sealKey: first } })
  await harness.post('/admin/payouts', payoutRequest, admin)
  harness.restart({ sealKey: [second, first] })
  expect((await harness.post('/admin/payouts', payoutRequest, admin)).status).toBe(200)
  expect((await harness.post('/admin/payouts', { ...payoutRequest, amount: '100.01' }, admin)).status).toBe(
    409,
  )
})

test('a wish of the merchant’s own code that is not well formed is a problem like any other', async () => {
  const { paypane } = open()
  await expect(paypane.payouts.create({ ...payoutRequest, amount: 'much' })).rejects.toMatchObject({
    code: 'malformed',
  })
})

test('fifty askings at once make one payout', async () => {
  const harness = open()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => harness.post('/admin/payouts', payoutRequest, admin)),
  )
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).externalTransactionId))
  expect(new Set(ids).size).toBe(1)
  expect(createCount(harness)).toBe(1)
})

test('a payout whose answer is lost is looked up, found and never made twice', async () => {
  const harness = open()
  await harness.lever('/faults', { on: 'payout.create', effect: 'drop-after', times: 1 })
  const response = await harness.post('/admin/payouts', payoutRequest, admin)
  expect(response.status).toBe(202)
  expect((await response.json()).status).toBe('preparing')
  await harness.drain()
  expect(await (await harness.get('/admin/payouts/p-1', admin)).json()).toMatchObject({ status: 'pending' })
  expect(createCount(harness)).toBe(1)
})

test('too little balance: refused, no order exists, and the reason is said', async () => {
  const harness = open()
  const response = await harness.post('/admin/payouts', { ...payoutRequest, amount: '99999999999.00' }, admin)
  expect(await response.json()).toMatchObject({ status: 'failed', reason: { group: 'business' } })
  await harness.drain()
  expect(harness.events.map(({ type }) => type)).toEqual(['payout.failed'])
})

test('a payout that cannot be resolved goes to the operator, who settles it with a note that is kept', async () => {
  const harness = createHarness({ paypane: { adminToken: 'the operator', reviewAfterMinutes: 5 } })
  await harness.lever('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
  await harness.lever('/faults', { on: 'payout.status', effect: 'status:503', times: 1000 })
  await harness.post('/admin/payouts', payoutRequest, admin)
  await harness.advance(600, 30)
  expect(await (await harness.get('/admin/payouts/p-1', admin)).json()).toMatchObject({
    status: 'preparing',
    needsReview: true,
  })

  const settled = await harness.post(
    '/admin/payouts/p-1/review',
    { attempt: 1, act: 'discard', note: 'support says: none' },
    admin,
  )
  expect(await settled.json()).toMatchObject({ status: 'failed', needsReview: false })
  await harness.drain()
  expect(harness.events.map(({ type }) => type)).toEqual(['payout.needs_review', 'payout.failed'])
})

test('the balance has the seven figures, as text', async () => {
  const harness = open()
  const figures = await (await harness.get('/admin/balance?currency=UAH', admin)).json()
  expect(Object.keys(figures)).toHaveLength(7)
  expect(figures.currency).toBe('UAH')
  expect((await harness.get('/admin/balance', admin)).status).toBe(400)
})
