import { expect, test } from 'vitest'
import { CheckoutDetail, CheckoutList, PayoutDetail } from '../../../src/contract/index.ts'
import { createHarness, type Harness } from '../harness.ts'

const admin = { authorization: 'Bearer the operator' }
const createAdminHarness = (): Harness => createHarness({ paypane: { adminToken: 'the operator' } })

test('the list is newest first, in pages, and finds an order by any of its names', async () => {
  const harness = createAdminHarness()
  for (let n = 1; n <= 5; n += 1) {
    harness.orders.set(`o-${n}`, { amount: `${n}.00`, currency: 'UAH' })
    await harness.createCheckout(`o-${n}`, 'transfer')
    harness.clock.advance(1000)
  }
  const page = async (query: string) =>
    CheckoutList.parse(await (await harness.get(`/admin/checkouts${query}`, admin)).json())
  const first = await page('?limit=3')
  expect(first.checkouts.map(({ order }) => order)).toEqual(['o-5', 'o-4', 'o-3'])
  const second = await page(`?limit=3&after=${first.next}`)
  expect(second.checkouts.map(({ order }) => order)).toEqual(['o-2', 'o-1'])
  expect(second.next).toBeNull()

  const [order] = harness.sandbox.orders()
  for (const name of ['o-1', order?.externalId, order?.externalTransactionId]) {
    expect((await page(`?search=${name}`)).checkouts.map((line) => line.order)).toEqual(['o-1'])
  }
  expect((await page('?needs-review=true')).checkouts).toEqual([])
})

test('one whole story: what was sent and heard, the decoded history, callbacks and events; nothing secret', async () => {
  const harness = createAdminHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const [order] = harness.sandbox.orders()
  await harness.lever(`/orders/${order?.externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await harness.drain()
  const text = await (await harness.get(`/admin/checkouts/${id}`, admin)).text()
  const story = CheckoutDetail.parse(JSON.parse(text))
  expect(story).toMatchObject({ order: '1042', status: 'failed', needsReview: false })
  expect(story.attempts[0]?.activity).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: 'create_sent' }),
      expect.objectContaining({ type: 'create_placed', status: 'Processing' }),
      expect.objectContaining({ type: 'lookup_found', status: 'Failed' }),
    ]),
  )
  expect(story.attempts[0]?.timeline.find(({ code }) => code === '4.1.4.63')?.words).toMatch(/funds/i)
  expect(story.callbacks.map(({ status }) => status)).toContain('Failed')
  expect(story.events.map(({ type }) => type)).toEqual(['checkout.failed'])
  for (const canary of [order?.paymentDetails?.card, order?.paymentDetails?.iban, 'token=']) {
    expect(text).not.toContain(canary)
  }
})

test('what needs review is listed first of all filters, and settled with a note', async () => {
  const harness = createAdminHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const externalId = harness.sandbox.orders()[0]?.externalId
  await harness.lever(`/orders/${externalId}`, { do: 'pay' })
  await harness.drain()
  await harness.lever(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
  await harness.advance(1200, 60)
  const list = await (await harness.get('/admin/checkouts?needs-review=1', admin)).json()
  expect(list.checkouts).toHaveLength(1)

  const settled = await harness.post(
    `/admin/checkouts/${id}/review`,
    { attempt: 1, act: 'acknowledge', note: 'asked support' },
    admin,
  )
  expect(await settled.json()).toMatchObject({ needsReview: false, status: 'succeeded' })
  const again = await harness.post(
    `/admin/checkouts/${id}/review`,
    { attempt: 1, act: 'acknowledge', note: 'twice' },
    admin,
  )
  expect(again.status).toBe(409)
  const none = { attempt: 2, act: 'recheck', note: 'there is no second attempt' }
  expect((await harness.post(`/admin/checkouts/${id}/review`, none, admin)).status).toBe(409)
})

test('lists are filtered by status as it is now, and by what does not need review', async () => {
  const harness = createAdminHarness()
  harness.orders.set('o-2', { amount: '2.00', currency: 'UAH' })
  await harness.createCheckout('1042', 'transfer')
  await harness.createCheckout('o-2')
  const orders = async (query: string) =>
    CheckoutList.parse(await (await harness.get(`/admin/checkouts?${query}`, admin)).json()).checkouts.map(
      ({ order }) => order,
    )
  expect(await orders('status=pending')).toEqual(['1042'])
  expect(await orders('status=choosing&needs-review=false')).toEqual(['o-2'])
  // Its time is over, and nothing was written yet: it is no longer what it was, and soon listed as expired.
  harness.clock.advance(1_800_000)
  expect(await orders('status=pending')).toEqual([])
  await harness.drain()
  expect((await orders('status=expired')).sort()).toEqual(['1042', 'o-2'])

  expect((await harness.get('/admin/checkouts?status=lost', admin)).status).toBe(400)
  expect((await harness.get('/admin/payouts?status=choosing', admin)).status).toBe(400)
})

test('the pipelines are named for the operator, without their keys', async () => {
  const harness = createAdminHarness()
  const answer = await harness.get('/admin/pipelines', admin)
  expect(await answer.json()).toEqual({
    pipelines: ['p2p', 'form', 'token', 'payout'].map((name) => ({ name, profile: name })),
  })
  expect((await harness.get('/admin/pipelines')).status).toBe(401)
})

test('who guesses the administrator token is held off after ten wrong ones, others are not', async () => {
  const harness = createHarness({
    paypane: { adminToken: 'the operator', clientAddress: (request) => request.headers.get('x-from') },
  })
  const ask = (from: string, token: string | null) =>
    harness.get('/admin/pipelines', {
      'x-from': from,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    })
  const guesses = (from: string) => Promise.all(Array.from({ length: 30 }, (_, n) => ask(from, `guess ${n}`)))
  await Promise.all(Array.from({ length: 30 }, () => ask('203.0.113.7', null)))
  const answers = await guesses('203.0.113.7')
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  const held = await ask('203.0.113.7', 'the operator')
  expect(await held.json()).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0)

  expect((await ask('203.0.113.8', 'the operator')).status).toBe(200)
  // What comes in over loopback tells nobody apart.
  expect((await guesses('127.0.0.1')).every(({ status }) => status === 401)).toBe(true)
  harness.clock.advance(60_001)
  expect((await ask('203.0.113.7', 'the operator')).status).toBe(200)
})

test("a payout's whole story has its callbacks and events, and none of its fields", async () => {
  const harness = createAdminHarness()
  const additionalFields = [{ key: 'cardNumber', value: '4441114455556666' }]
  await harness.post(
    '/admin/payouts',
    { reference: 'p-1', amount: '10.00', currency: 'UAH', additionalFields },
    admin,
  )
  await harness.lever(`/orders/${harness.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await harness.drain()
  const text = await (await harness.get('/admin/payouts/p-1', admin)).text()
  const story = PayoutDetail.parse(JSON.parse(text))
  expect(story.callbacks.map(({ status }) => status)).toContain('Success')
  expect(story.events.map(({ type }) => type)).toEqual(['payout.succeeded'])
  expect(text).not.toContain('4441114455556666')
})
