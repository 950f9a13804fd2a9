import { expect, test } from 'vitest'
import { CheckoutDetail, CheckoutList, PayoutDetail } from '../../../src/contract/index.ts'
import { memoryStore } from '../../../src/server/index.ts'
import { createHarness, operator, operatorToken } from '../harness.ts'
import { attempt, callback, checkout } from '../store/fixtures.ts'

test('checkouts are listed newest first, in pages, and found by any of their ids', async () => {
  const harness = createHarness()
  for (let n = 1; n <= 5; n += 1) {
    harness.orders.set(`o-${n}`, { amount: `${n}.00`, currency: 'UAH' })
    await harness.createCheckout(`o-${n}`, 'transfer')
    harness.clock.advance(1000)
  }
  const page = async (query: string) =>
    CheckoutList.parse(await (await harness.get(`/admin/checkouts${query}`, operator)).json())
  const first = await page('?limit=3')
  expect(first.checkouts.map(({ order }) => order)).toEqual(['o-5', 'o-4', 'o-3'])
  const second = await page(`?limit=3&after=${first.next}`)
  expect(second.checkouts.map(({ order }) => order)).toEqual(['o-2', 'o-1'])
  expect(second.next).toBeNull()

  const [order] = harness.sandbox.orders()
  for (const name of ['o-1', order?.externalId, order?.externalTransactionId]) {
    expect((await page(`?search=${name}`)).checkouts.map((line) => line.order)).toEqual(['o-1'])
    // The ids are random, and a reference of three characters has no shorter prefix that is searched for.
    const start = name?.slice(0, 20)
    expect((await page(`?search=${start}`)).checkouts.map((line) => line.order)).toEqual(['o-1'])
  }
  expect((await page('?search=o-')).checkouts).toEqual([])
  expect((await page('?needsReview=true')).checkouts).toEqual([])
})

test("a checkout's detail has activity, timeline, callbacks and events, but no secrets", async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const [order] = harness.sandbox.orders()
  await harness.control(`/orders/${order?.externalId}`, { do: 'fail', reason: '4.1.4.63' })
  await harness.drain()
  const text = await (await harness.get(`/admin/checkouts/${id}`, operator)).text()
  const detail = CheckoutDetail.parse(JSON.parse(text))
  expect(detail).toMatchObject({ order: '1042', status: 'failed', needsReview: false })
  expect(detail.attempts[0]?.activity).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: 'create_sent' }),
      expect.objectContaining({ type: 'create_placed', status: 'Processing' }),
      expect.objectContaining({ type: 'lookup_found', status: 'Failed' }),
    ]),
  )
  expect(detail.attempts[0]?.timeline.find(({ code }) => code === '4.1.4.63')?.words).toMatch(/funds/i)
  expect(detail.callbacks.map(({ status }) => status)).toContain('Failed')
  expect(detail.events.map(({ type }) => type)).toEqual(['checkout.failed'])
  for (const canary of [order?.paymentDetails?.card, order?.paymentDetails?.iban, 'token=']) {
    expect(text).not.toContain(canary)
  }
})

test('an order is late if its payment came after the time, whatever became of later attempts', async () => {
  const harness = createHarness()
  const paid = (finalAt: number) => attempt({ state: 'succeeded', finalAt })
  const failed = attempt({ n: 2, state: 'failed', finalAt: 9000 })
  const stored = [
    checkout({ order: 'in time', expiresAt: 5000, attempts: [paid(4999), failed] }),
    checkout({ order: 'late', expiresAt: 5000, attempts: [paid(5000), failed] }),
    checkout({ order: 'not paid', expiresAt: 5000, attempts: [failed] }),
  ]
  for (const entry of stored) await harness.store.insert(entry)
  const { checkouts } = CheckoutList.parse(await (await harness.get('/admin/checkouts', operator)).json())
  const received = { value: '1250.00', currency: 'UAH' }
  expect(Object.fromEntries(checkouts.map((line) => [line.order, [line.late, line.received]]))).toEqual({
    'in time': [false, { ...received, value: expect.stringMatching(/^1250/) }],
    late: [true, { ...received, value: expect.stringMatching(/^1250/) }],
    'not paid': [false, null],
  })
})

test('times and amounts of a payment are those that were named, to the operator and to support', async () => {
  const harness = createHarness()
  const placed = attempt({ externalId: 'E-1' })
  const failed = attempt({ n: 2, state: 'failed', finalAt: 3000, foundAt: 9000, reported: '7.00' })
  const stored = checkout({ attempts: [placed, failed] })
  await harness.store.insert(stored)
  const received = callback({
    externalId: 'E-1',
    status: 'Processing',
    amount: '1250.00',
    pipelines: ['p2p'],
  })
  for (const at of [2000, 4000]) await harness.store.saveCallback(received, at)
  await harness.drain()
  const read = async (path: string) =>
    (await harness.get(`/admin/checkouts/${stored.id}${path}`, operator)).json()
  const detail = CheckoutDetail.parse(await read(''))
  const times = { receivedAt: new Date(2000).toISOString(), lastAt: new Date(4000).toISOString(), times: 2 }
  expect(detail.callbacks).toMatchObject([times])
  expect(detail.attempts).toMatchObject([{ reported: '1250.00' }, { reported: '7.00' }])
  expect(await read('/case')).toMatchObject({
    attempts: [{ endedAt: null }, { endedAt: new Date(3000).toISOString() }],
    callbacks: [times],
  })
})

test('an amount that the service has not named is not shown as reported', async () => {
  const harness = createHarness()
  const stored = checkout({ attempts: [attempt()] })
  await harness.store.insert(stored)
  const detail = await (await harness.get(`/admin/checkouts/${stored.id}`, operator)).json()
  expect(detail.attempts).toMatchObject([{ reported: null }])
})

test('an unmatched callback has the time of its first and last arrival, and of its review', async () => {
  const harness = createHarness()
  const start = harness.clock.now()
  const unknown = callback({ externalId: 'E-9' })
  for (const at of [start, start + 1000]) await harness.store.saveCallback(unknown, at)
  await harness.advance(2 * 3600, 600)
  const { callbacks } = await (await harness.get('/admin/callbacks/unmatched', operator)).json()
  const iso = (ms: number) => new Date(start + ms).toISOString()
  expect(callbacks).toMatchObject([
    { receivedAt: iso(0), lastAt: iso(1000), times: 2, reviewSince: iso(3_600_000) },
  ])
})

test('a list names what cannot be read', async () => {
  const store = memoryStore()
  const harness = createHarness({
    store: {
      ...store,
      list: async (query) => ({ ...(await store.list(query)), unreadable: ['co_damaged'] }),
    },
  })
  for (const path of ['checkouts', 'payouts'])
    expect(await (await harness.get(`/admin/${path}`, operator)).json()).toMatchObject({
      unreadable: ['co_damaged'],
    })
})

test('the claims of a checkout are in the order in which they were made', async () => {
  const harness = createHarness()
  const claims = (number: string, at: number) => [
    { number, at, content: null, receipts: [], resolved: { state: 'accepted' as const, at } },
  ]
  const stored = checkout({
    attempts: [attempt({ claims: claims('SECOND', 2000) }), attempt({ n: 2, claims: claims('FIRST', 1000) })],
  })
  await harness.store.insert(stored)
  const detail = await (await harness.get(`/admin/checkouts/${stored.id}`, operator)).json()
  expect(CheckoutDetail.parse(detail).claims.map(({ number, attempt: n }) => [number, n])).toEqual([
    ['FIRST', 2],
    ['SECOND', 1],
  ])
})

test('of several open reviews a list shows the oldest', async () => {
  const harness = createHarness()
  const open = (n: number, reason: 'amount' | 'overpaid', at: number) =>
    attempt({ n, state: 'placed', review: { reason, at, resolved: null } })
  const stored = checkout({ attempts: [open(1, 'overpaid', 3000), open(2, 'amount', 2000)] })
  await harness.store.insert(stored)
  const response = await harness.get('/admin/checkouts?needsReview=true', operator)
  expect(CheckoutList.parse(await response.json()).checkouts).toMatchObject([
    { id: stored.id, review: { reason: 'amount', since: new Date(2000).toISOString() } },
  ])
})

test('a checkout that needs review is listed and resolved with a note', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  await harness.controlOrder(0, { do: 'pay' })
  await harness.drain()
  await harness.controlOrder(0, { do: 'status', status: 'Failed' })
  await harness.advance(1200, 60)
  harness.orders.set('o-2', { amount: '2.00', currency: 'UAH' })
  await harness.createCheckout('o-2')
  const ordersWith = async (needsReview: string) => {
    const list = await harness.get(`/admin/checkouts?needsReview=${needsReview}`, operator)
    return CheckoutList.parse(await list.json()).checkouts.map(({ order }) => order)
  }
  expect(await ordersWith('1')).toEqual(['1042'])
  expect(await ordersWith('false')).toEqual(['o-2'])

  const resolved = await harness.post(
    `/admin/checkouts/${id}/review`,
    { attempt: 1, action: 'acknowledge', note: 'asked support' },
    operator,
  )
  expect(await resolved.json()).toMatchObject({ needsReview: false, status: 'succeeded' })
  const again = await harness.post(
    `/admin/checkouts/${id}/review`,
    { attempt: 1, action: 'acknowledge', note: 'twice' },
    operator,
  )
  expect(again.status).toBe(409)
  const none = { attempt: 2, action: 'recheck', note: 'there is no second attempt' }
  expect((await harness.post(`/admin/checkouts/${id}/review`, none, operator)).status).toBe(409)
})

test('lists are filtered by the current status and by needsReview', async () => {
  const harness = createHarness()
  harness.orders.set('o-2', { amount: '2.00', currency: 'UAH' })
  await harness.createCheckout('1042', 'transfer')
  await harness.createCheckout('o-2')
  const orders = async (query: string) =>
    CheckoutList.parse(await (await harness.get(`/admin/checkouts?${query}`, operator)).json()).checkouts.map(
      ({ order }) => order,
    )
  expect(await orders('status=pending')).toEqual(['1042'])
  expect(await orders('status=choosing&needsReview=false')).toEqual(['o-2'])
  // Expired, but not written yet: no longer listed as pending.
  harness.clock.advance(1_800_000)
  expect(await orders('status=pending')).toEqual([])
  await harness.drain()
  expect((await orders('status=expired')).sort()).toEqual(['1042', 'o-2'])

  expect((await harness.get('/admin/checkouts?status=lost', operator)).status).toBe(400)
  expect((await harness.get('/admin/payouts?status=choosing', operator)).status).toBe(400)
})

test.each([
  '/admin/checkouts',
  '/admin/payouts',
  '/admin/claims',
  '/admin/events',
  '/admin/callbacks/unmatched',
])('%s refuses a page that is malformed', async (path) => {
  const { get } = createHarness()
  for (const query of ['limit=0', 'limit=-1', 'limit=1.5', 'limit=ten', 'after=co_1', 'after=%00'])
    expect([query, (await get(`${path}?${query}`, operator)).status]).toEqual([query, 400])
  for (const query of ['limit=1', 'limit=1000', 'limit=', 'after=', 'after=1.0.co_1'])
    expect([query, (await get(`${path}?${query}`, operator)).status]).toEqual([query, 200])
})

test.each(['needsReview', 'paidTwice'])('%s is true or false', async (name) => {
  const { get } = createHarness()
  const statusOf = async (text: string) => (await get(`/admin/checkouts?${name}=${text}`, operator)).status
  expect(await Promise.all(['true', '1', '', 'false', '0'].map(statusOf))).toEqual(Array(5).fill(200))
  expect(await Promise.all(['yes', 'True', '2'].map(statusOf))).toEqual(Array(3).fill(400))
})

test('the list of pipelines contains names and profiles, but no keys', async () => {
  const harness = createHarness()
  const response = await harness.get('/admin/pipelines', operator)
  expect(await response.json()).toEqual({
    pipelines: ['p2p', 'form', 'token', 'payout'].map((name) => ({ name, profile: name })),
  })
  expect((await harness.get('/admin/pipelines')).status).toBe(401)
})

test('wrong administrator tokens are limited by client address, and lock no one out who has signed in', async () => {
  const harness = createHarness()
  const request = (address: string, token: string | null) =>
    harness.paypane.fetch(
      new Request('http://127.0.0.1:8787/pay/admin/pipelines', {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      }),
      { address },
    )
  const guesses = (address: string) =>
    Promise.all(Array.from({ length: 80 }, (_, n) => request(address, `guess ${n}`)))
  await Promise.all(Array.from({ length: 80 }, () => request('203.0.113.7', null)))
  expect((await request('203.0.113.7', operatorToken)).status).toBe(200)
  const responses = await guesses('203.0.113.7')
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(60)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(20)
  expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await request('203.0.113.7', operatorToken)).status).toBe(200)

  // Where nobody has used it, the right token could be a guess.
  await guesses('203.0.113.9')
  expect((await request('203.0.113.9', operatorToken)).status).toBe(429)

  expect((await request('203.0.113.8', 'a guess')).status).toBe(401)
  harness.clock.advance(60_001)
  expect((await request('203.0.113.9', operatorToken)).status).toBe(200)
  expect((await request('203.0.113.7', 'a guess')).status).toBe(401)
})

test("a payout's detail has callbacks and events, but no additional fields", async () => {
  const harness = createHarness()
  const additionalFields = [{ key: 'cardNumber', value: '4441114455556666' }]
  await harness.post(
    '/admin/payouts',
    { reference: 'p-1', amount: '10.00', currency: 'UAH', additionalFields },
    operator,
  )
  await harness.controlOrder(0, { do: 'pay' })
  await harness.drain()
  const text = await (await harness.get('/admin/payouts/p-1', operator)).text()
  const detail = PayoutDetail.parse(JSON.parse(text))
  expect(detail.callbacks.map(({ status }) => status)).toContain('Success')
  expect(detail.events.map(({ type }) => type)).toEqual(['payout.succeeded'])
  expect(text).not.toContain('4441114455556666')
})

test('a detail has whom the payer was to pay, masked, also after the payment details are deleted', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  const [order] = harness.sandbox.orders()
  const read = async () => {
    const text = await (await harness.get(`/admin/checkouts/${id}`, operator)).text()
    expect(text).not.toContain(order?.paymentDetails?.card)
    return CheckoutDetail.parse(JSON.parse(text))
  }
  const payTo = {
    destination: `••••${order?.paymentDetails?.card?.slice(-4)}`,
    recipient: order?.paymentDetails?.fio,
    bank: order?.paymentDetails?.bank,
  }
  expect((await read()).attempts[0]?.payTo).toEqual(payTo)
  await harness.advance(3600)
  expect(await read()).toMatchObject({ status: 'expired', attempts: [{ payTo }], late: false })
  await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
  await harness.advance(300, 30)
  expect(await read()).toMatchObject({ status: 'succeeded', late: true, short: false })
})

test('a checkout that received less than requested is short', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.controlOrder(0, { do: 'amount', amount: '90%' })
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(300, 30)
  const detail = await (await harness.get(`/admin/checkouts/${id}`, operator)).json()
  expect(detail).toMatchObject({ paid: { value: '1125.00' }, short: true })
})
