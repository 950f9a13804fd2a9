import { expect, test } from 'vitest'
import { CheckoutList, CheckoutStory, PayoutStory } from '../../src/contract/index.ts'
import { createWorld, type World } from './world.ts'

const admin = { authorization: 'Bearer the operator' }
const withAdmin = (): World => createWorld({ paypane: { adminToken: 'the operator' } })

test('the list is newest first, in pages, and finds an order by any of its names', async () => {
  const world = withAdmin()
  for (let n = 1; n <= 5; n += 1) {
    world.orders.set(`o-${n}`, { amount: `${n}.00`, currency: 'UAH' })
    await world.pay(`o-${n}`, 'transfer')
    world.clock.turn(1000)
  }
  const page = async (query: string) =>
    CheckoutList.parse(await (await world.get(`/admin/checkouts${query}`, admin)).json())
  const first = await page('?limit=3')
  expect(first.checkouts.map(({ order }) => order)).toEqual(['o-5', 'o-4', 'o-3'])
  const second = await page(`?limit=3&after=${first.next}`)
  expect(second.checkouts.map(({ order }) => order)).toEqual(['o-2', 'o-1'])
  expect(second.next).toBeNull()

  const [order] = world.sandbox.orders()
  for (const name of ['o-1', order?.externalId, order?.externalTransactionId]) {
    expect((await page(`?search=${name}`)).checkouts.map((line) => line.order)).toEqual(['o-1'])
  }
  expect((await page('?needs-review=true')).checkouts).toEqual([])
})

test('one whole story: what was sent and heard, the decoded history, callbacks and events; nothing secret', async () => {
  const world = withAdmin()
  const { id } = await world.pay('1042', 'transfer')
  await world.settle()
  const [order] = world.sandbox.orders()
  await world.lever(`/orders/${order?.externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await world.settle()
  const text = await (await world.get(`/admin/checkouts/${id}`, admin)).text()
  const story = CheckoutStory.parse(JSON.parse(text))
  expect(story).toMatchObject({ order: '1042', status: 'failed', needsReview: false })
  expect(story.attempts[0]?.story.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['sent', 'placed: Processing', 'asked: Failed']),
  )
  expect(story.attempts[0]?.timeline.find(({ code }) => code === '4.1.4.63')?.words).toMatch(/funds/i)
  expect(story.callbacks.map(({ status }) => status)).toContain('Failed')
  expect(story.events.map(({ type }) => type)).toEqual(['checkout.failed'])
  for (const canary of [order?.paymentDetails?.card, order?.paymentDetails?.iban, 'token=']) {
    expect(text).not.toContain(canary)
  }
})

test('what needs review is listed first of all filters, and settled with a note', async () => {
  const world = withAdmin()
  const { id } = await world.pay('1042', 'transfer')
  await world.settle()
  const externalId = world.sandbox.orders()[0]?.externalId
  await world.lever(`/orders/${externalId}`, { do: 'pay' })
  await world.settle()
  await world.lever(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
  await world.pass(1200, 60)
  const list = await (await world.get('/admin/checkouts?needs-review=1', admin)).json()
  expect(list.checkouts).toHaveLength(1)

  const settled = await world.post(
    `/admin/checkouts/${id}/settle`,
    { attempt: 1, act: 'acknowledge', note: 'asked support' },
    admin,
  )
  expect(await settled.json()).toMatchObject({ needsReview: false, status: 'succeeded' })
  const again = await world.post(
    `/admin/checkouts/${id}/settle`,
    { attempt: 1, act: 'acknowledge', note: 'twice' },
    admin,
  )
  expect(again.status).toBe(409)
  const none = { attempt: 2, act: 'ask', note: 'there is no second attempt' }
  expect((await world.post(`/admin/checkouts/${id}/settle`, none, admin)).status).toBe(409)
})

test('lists are filtered by status as it is now, and by what does not need review', async () => {
  const world = withAdmin()
  world.orders.set('o-2', { amount: '2.00', currency: 'UAH' })
  await world.pay('1042', 'transfer')
  await world.pay('o-2')
  const orders = async (query: string) =>
    CheckoutList.parse(await (await world.get(`/admin/checkouts?${query}`, admin)).json()).checkouts.map(
      ({ order }) => order,
    )
  expect(await orders('status=pending')).toEqual(['1042'])
  expect(await orders('status=choosing&needs-review=false')).toEqual(['o-2'])
  // Its time is over, and nothing was written yet: it is no longer what it was, and soon listed as expired.
  world.clock.turn(1_800_000)
  expect(await orders('status=pending')).toEqual([])
  await world.settle()
  expect((await orders('status=expired')).sort()).toEqual(['1042', 'o-2'])

  expect((await world.get('/admin/checkouts?status=lost', admin)).status).toBe(400)
  expect((await world.get('/admin/payouts?status=choosing', admin)).status).toBe(400)
})

test('the pipelines are named for the operator, without their keys', async () => {
  const world = withAdmin()
  const answer = await world.get('/admin/pipelines', admin)
  expect(await answer.json()).toEqual({
    pipelines: ['p2p', 'form', 'token', 'payout'].map((name) => ({ name, profile: name })),
  })
  expect((await world.get('/admin/pipelines')).status).toBe(401)
})

test('who guesses the administrator token is held off after ten wrong ones, others are not', async () => {
  const world = createWorld({
    paypane: { adminToken: 'the operator', clientAddress: (request) => request.headers.get('x-from') },
  })
  const ask = (from: string, token: string | null) =>
    world.get('/admin/pipelines', {
      'x-from': from,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    })
  const wrongs = (from: string) => Promise.all(Array.from({ length: 30 }, (_, n) => ask(from, `guess ${n}`)))
  await Promise.all(Array.from({ length: 30 }, () => ask('203.0.113.7', null)))
  const answers = await wrongs('203.0.113.7')
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  const held = await ask('203.0.113.7', 'the operator')
  expect(await held.json()).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0)

  expect((await ask('203.0.113.8', 'the operator')).status).toBe(200)
  // What comes in over loopback tells nobody apart.
  expect((await wrongs('127.0.0.1')).every(({ status }) => status === 401)).toBe(true)
  world.clock.turn(60_001)
  expect((await ask('203.0.113.7', 'the operator')).status).toBe(200)
})

test("a payout's whole story has its callbacks and events, and none of its fields", async () => {
  const world = withAdmin()
  const additionalFields = [{ key: 'cardNumber', value: '4441114455556666' }]
  await world.post(
    '/admin/payouts',
    { reference: 'p-1', amount: '10.00', currency: 'UAH', additionalFields },
    admin,
  )
  await world.lever(`/orders/${world.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await world.settle()
  const text = await (await world.get('/admin/payouts/p-1', admin)).text()
  const story = PayoutStory.parse(JSON.parse(text))
  expect(story.callbacks.map(({ status }) => status)).toContain('Success')
  expect(story.events.map(({ type }) => type)).toEqual(['payout.succeeded'])
  expect(text).not.toContain('4441114455556666')
})
