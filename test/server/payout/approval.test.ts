import { expect, test } from 'vitest'
import { PayoutDetail, PayoutView } from '../../../src/contract/index.ts'
import { generateSealKey, memoryStore } from '../../../src/server/index.ts'
import { type Entry, isOfKind } from '../../../src/server/rules/model.ts'
import { bearer, createDesk } from '../admin/operator-shop.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { codeOf, type Harness } from '../harness.ts'
import { memoryDatabase } from '../store/sql/memory-database.ts'

const card = '4149 6050 1234 5678'
const request = (reference: string, amount = '150.00', value = card) => ({
  reference,
  amount,
  currency: 'UAH',
  additionalFields: [
    { key: 'cardNumber', value },
    { key: 'recipient', value: 'Taras Shevchenko' },
  ],
})
const create = (desk: Harness, who: string, body: object) => desk.post('/admin/payouts', body, bearer(who))
const decide = (desk: Harness, action: 'approve' | 'reject', who: string, reference = 'p-1') =>
  desk.post(`/admin/payouts/${reference}/${action}`, { note: 'checked' }, bearer(who))
const detail = async (desk: Harness, reference = 'p-1'): Promise<PayoutDetail> =>
  PayoutDetail.parse(await (await desk.get(`/admin/payouts/${reference}`, bearer('boris'))).json())
const sendCount = (desk: Harness): number =>
  desk.serviceRequests.filter((line) => line.startsWith('POST')).length

test('above the amount nothing is sent until another operator approves', async () => {
  const desk = createDesk({ payoutApproval: { UAH: '100' } })
  expect((await create(desk, 'anna', request('small', '100.00'))).status).toBe(201)
  expect(sendCount(desk)).toBe(1)

  const created = await create(desk, 'anna', request('p-1', '100.01'))
  expect(created.status).toBe(202)
  const view = PayoutView.parse(await created.json())
  expect(view).toMatchObject({ status: 'awaiting_approval', externalId: null, paid: null })
  // Nothing new.
  expect((await create(desk, 'anna', request('p-1', '100.01'))).status).toBe(200)
  await desk.drain()
  expect(sendCount(desk)).toBe(1)
  expect((await desk.store.entryByRef('payout', 'p-1'))?.attempts).toEqual([])
  const listed = await desk.get('/admin/payouts?status=awaiting_approval', bearer('boris'))
  expect((await listed.json()).payouts).toEqual([view])

  expect(await codeOf(await decide(desk, 'approve', 'anna'))).toBe('own_payout')
  expect(await codeOf(await decide(desk, 'approve', 'the admin'))).toBe('scope_missing')
  expect(await codeOf(await decide(desk, 'approve', 'clerk'))).toBe('scope_missing')
  expect(sendCount(desk)).toBe(1)

  const approved = PayoutDetail.parse(await (await decide(desk, 'approve', 'boris')).json())
  expect(approved).toMatchObject({
    status: 'pending',
    externalTransactionId: view.externalTransactionId,
    createdBy: 'anna',
    approvals: [
      { action: 'create', requestedBy: 'anna', decided: { approved: true, by: 'boris', note: 'checked' } },
    ],
  })
  expect(sendCount(desk)).toBe(2)
  expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('not_awaiting')
  expect(await codeOf(await decide(desk, 'reject', 'boris'))).toBe('not_awaiting')
})

test('an approval without a note needs no body', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'anna', request('p-1'))
  const url = 'http://127.0.0.1:8787/pay/admin/payouts/p-1/approve'
  const approved = await desk.paypane.fetch(new Request(url, { method: 'POST', headers: bearer('boris') }))
  expect(approved.status).toBe(200)
  expect(PayoutDetail.parse(await approved.json()).approvals).toMatchObject([
    { decided: { approved: true, by: 'boris', note: null } },
  ])
})

test('the approved payout sends exactly what was requested', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'anna', request('p-1'))
  await decide(desk, 'approve', 'boris')
  const order = await desk.controlOrder(0)
  expect(order).toMatchObject({ amount: '150.00' })
  expect(JSON.stringify(order)).toContain(card)
})

test('a rejected payout stays so, and its reference sends nothing any more', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'anna', request('p-1'))
  expect(await codeOf(await decide(desk, 'reject', 'anna'))).toBe('own_payout')
  expect(await (await decide(desk, 'reject', 'boris')).json()).toMatchObject({ status: 'rejected' })
  expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('not_awaiting')
  const again = await create(desk, 'anna', request('p-1'))
  expect([again.status, (await again.json()).status]).toEqual([200, 'rejected'])
  await desk.drain()
  expect(sendCount(desk)).toBe(0)
  expect(desk.events.map(({ type, ref, attempt }) => [type, ref, attempt])).toEqual([
    ['payout.rejected', 'p-1', 0],
  ])
})

test.each([
  ['approve', undefined],
  ['approve', { note: '' }],
  ['reject', undefined],
  ['reject', {}],
  ['reject', { note: '' }],
] as const)('a note is optional: %s with the body %j', async (action, body) => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'anna', request('p-1'))
  const response = await desk.post(`/admin/payouts/p-1/${action}`, body ?? '', bearer('boris'))
  expect(response.status).toBe(200)
  const decided = { approved: action === 'approve', by: 'boris', note: null }
  expect((await detail(desk)).approvals).toMatchObject([{ decided }])
  expect(await desk.store.auditRecords({ after: 0, limit: 9 })).toMatchObject([
    { action: 'createPayout' },
    { action: `${action}Payout`, operator: 'boris', ref: 'p-1', note: null },
    { action: 'readPayoutDetail' },
  ])
})

test('of decisions that race one is written', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'clerk', request('p-1'))
  const responses = await Promise.all([
    decide(desk, 'approve', 'anna'),
    decide(desk, 'reject', 'boris'),
    decide(desk, 'approve', 'boris'),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(sendCount(desk)).toBeLessThanOrEqual(1)
})

test('a payout of the merchant’s own code awaits an approval, too', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  expect(await desk.paypane.payouts.create(request('p-1'))).toMatchObject({ status: 'awaiting_approval' })
  expect(await (await decide(desk, 'approve', 'anna')).json()).toMatchObject({
    status: 'pending',
    createdBy: null,
  })
})

test('a payout is sent once although the server stops right after its approval', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'anna', request('p-1'))
  await desk.control('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
  await decide(desk, 'approve', 'boris')
  expect(await detail(desk)).toMatchObject({ status: 'preparing' })
  desk.restart()
  await desk.advance(120, 5)
  expect(await detail(desk)).toMatchObject({ status: 'pending' })
  expect(desk.sandbox.orders()).toHaveLength(1)
})

test('what awaits an approval survives a rotation of the seal key', async () => {
  const [first, second] = [generateSealKey(), generateSealKey()]
  const desk = createDesk({ payoutApproval: 'always', sealKey: first })
  await create(desk, 'anna', request('p-1'))
  desk.restart({ sealKey: [second, first] })
  await desk.drain()
  desk.restart({ sealKey: second })
  expect(await (await decide(desk, 'approve', 'boris')).json()).toMatchObject({ status: 'pending' })
})

test('without its seal key a payout cannot be approved: nothing is sent, and it can be rejected', async () => {
  const key = generateSealKey()
  const desk = createDesk({ payoutApproval: 'always', sealKey: key })
  for (const reference of ['p-1', 'p-2']) await create(desk, 'anna', request(reference))
  desk.restart({ sealKey: generateSealKey() })
  const approved = await decide(desk, 'approve', 'boris')
  expect([approved.status, await approved.json()]).toMatchObject([
    409,
    { code: 'payout_unreadable', detail: expect.stringContaining('Nothing was sent') },
  ])
  await desk.drain()
  expect(sendCount(desk)).toBe(0)
  expect(await detail(desk)).toMatchObject({ status: 'awaiting_approval' })
  expect(await (await decide(desk, 'reject', 'boris')).json()).toMatchObject({ status: 'rejected' })
  desk.restart({ sealKey: key })
  expect(await (await decide(desk, 'approve', 'boris', 'p-2')).json()).toMatchObject({ status: 'pending' })
})

test('a payout whose pipeline is configured no longer is not approved, and can be rejected', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await create(desk, 'anna', request('p-1'))
  const env = desk.sandbox.env()
  const [key, privateKey] = [env['PAYMENTS_P2P_KEY'] ?? '', env['PAYMENTS_PRIVATE_KEY'] ?? '']
  desk.restart({ pipelines: { p2p: { profile: 'p2p', key, privateKey } } })
  expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('pipeline_unknown')
  expect(sendCount(desk)).toBe(0)
  expect(await (await decide(desk, 'reject', 'boris')).json()).toMatchObject({ status: 'rejected' })
})

test('of an unknown reference nothing is decided', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  for (const action of ['approve', 'reject'] as const)
    expect(await codeOf(await decide(desk, action, 'boris', 'p-9'))).toBe('payout_unknown')
})

test('payouts without a destination are not to the same one', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  for (const reference of ['p-1', 'p-2'])
    expect((await create(desk, 'anna', { reference, amount: '10.00', currency: 'UAH' })).status).toBe(202)
  expect(await detail(desk)).toMatchObject({ destination: [], sameDestination: { payouts: [] } })
})

test('the approver sees the destination masked, and what was paid to it before', async () => {
  const desk = createDesk({ payoutApproval: { UAH: '100' } })
  await create(desk, 'anna', request('before', '90.00', '4149605012345678'))
  await create(desk, 'anna', request('another', '90.00', '5168742012345678'))
  await create(desk, 'anna', request('p-1'))
  const shown = await detail(desk)
  expect(shown.destination).toEqual([
    { key: 'cardNumber', value: '••••5678' },
    { key: 'recipient', value: 'T••• S•••' },
  ])
  expect(shown.sameDestination).toMatchObject({ more: false, payouts: [{ reference: 'before' }] })
  expect(JSON.stringify(await desk.store.entryByRef('payout', 'p-1'))).not.toMatch(/4149|Taras/)
})

test('the approver reads that there are more payouts to the destination where one cannot be read', async () => {
  const { store, execute } = await memoryDatabase()
  const desk = createDesk({ payoutApproval: { UAH: '100' }, store })
  await create(desk, 'anna', request('before', '90.00'))
  await create(desk, 'anna', request('p-1'))
  await execute(`UPDATE entries SET doc = '{' WHERE ref = 'before'`)
  expect((await detail(desk)).sameDestination).toEqual({ payouts: [], more: true })
})

test('the approver sees what was paid to the same destination before a rotation of the seal key', async () => {
  const [first, second] = [generateSealKey(), generateSealKey()]
  const desk = createDesk({ payoutApproval: { UAH: '100' }, sealKey: first })
  await create(desk, 'anna', request('before', '90.00'))
  desk.restart({ sealKey: [second, first] })
  await create(desk, 'anna', request('after', '90.00'))
  await create(desk, 'anna', request('p-1'))
  const { payouts } = (await detail(desk)).sameDestination
  expect(payouts.map(({ reference }) => reference).sort()).toEqual(['after', 'before'])
})

test('the whole destination is sealed until the payout is over', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  const body = async () => {
    const entry = await desk.store.entryByRef('payout', 'p-1')
    return entry?.kind === 'payout' ? entry.request?.body : undefined
  }
  await create(desk, 'anna', request('p-1'))
  expect(await body()).toMatch(/^1\./)
  await decide(desk, 'approve', 'boris')
  expect(await body()).toMatch(/^1\./)
  await desk.controlOrder(0, { do: 'pay' })
  await desk.drain()
  expect(await detail(desk)).toMatchObject({ status: 'succeeded' })
  expect(await body()).toBeNull()
})

test('a day pays out no more than its limit; a new day at 00:00 UTC has its own', async () => {
  const desk = createDesk({ payoutDailyLimit: { UAH: '300' } })
  expect((await create(desk, 'anna', request('a'))).status).toBe(201)
  expect((await create(desk, 'anna', request('b'))).status).toBe(201)
  const beyond = await create(desk, 'anna', request('c', '0.01'))
  expect([beyond.status, await codeOf(beyond)]).toEqual([409, 'payout_limit'])
  // The same request again reserves nothing.
  expect((await create(desk, 'anna', request('a'))).status).toBe(200)
  desk.clock.advance(24 * 3_600_000)
  expect((await create(desk, 'anna', request('c', '300'))).status).toBe(201)
  expect(await codeOf(await create(desk, 'anna', { ...request('d', '1'), currency: 'KZT' }))).toBe(
    'payout_limit',
  )
})

test('an approval reserves on its own day, a payout that awaits one reserves nothing', async () => {
  const desk = createDesk({ payoutApproval: 'always', payoutDailyLimit: { UAH: '200' } })
  for (const reference of ['p-1', 'p-2', 'p-3']) await create(desk, 'anna', request(reference))
  expect((await decide(desk, 'approve', 'boris')).status).toBe(200)
  const beyond = await decide(desk, 'approve', 'boris', 'p-2')
  expect([beyond.status, await codeOf(beyond)]).toEqual([409, 'payout_limit'])
  expect(await detail(desk, 'p-2')).toMatchObject({ status: 'awaiting_approval' })
  expect((await decide(desk, 'reject', 'boris', 'p-3')).status).toBe(200)
  desk.clock.advance(24 * 3_600_000)
  expect((await decide(desk, 'approve', 'boris', 'p-2')).status).toBe(200)
})

/** A payout whose outcome stays unknown until an operator has to decide. */
async function unresolved(desk: Harness): Promise<void> {
  await desk.control('/faults', { on: 'payout.create', effect: 'drop-before', times: 1000 })
  await desk.control('/faults', { on: 'payout.status', effect: 'status:503', times: 1000 })
  await create(desk, 'clerk', request('p-1'))
  await decide(desk, 'approve', 'boris')
  await desk.advance(7200, 300)
  expect(await detail(desk)).toMatchObject({ status: 'preparing', needsReview: true })
}
const discard = (desk: Harness, who: string) =>
  desk.post(
    '/admin/payouts/p-1/review',
    { attempt: 1, action: 'discard', note: 'no such order' },
    bearer(who),
  )

test('to discard a payout takes a second operator, who may refuse, and reserves nothing', async () => {
  const desk = createDesk({ payoutApproval: 'always', payoutDailyLimit: { UAH: '150' } })
  await unresolved(desk)
  expect(await (await discard(desk, 'the admin')).json()).toMatchObject({
    status: 'preparing',
    needsReview: true,
  })
  expect(await (await discard(desk, 'anna')).json()).toMatchObject({
    ...{ status: 409, code: 'not_resolvable', detail: 'To discard it awaits an approval already.' },
  })
  expect(desk.logs.filter(({ message }) => message.startsWith('operator:'))).toMatchObject([
    { level: 'info', message: 'operator: discard', payout: expect.stringMatching(/^po_/), attempt: 1 },
  ])
  expect(await (await decide(desk, 'reject', 'boris')).json()).toMatchObject({ status: 'preparing' })
  await discard(desk, 'anna')
  expect(await codeOf(await decide(desk, 'approve', 'anna'))).toBe('own_payout')
  const sent = sendCount(desk)
  const discarded = PayoutDetail.parse(await (await decide(desk, 'approve', 'boris')).json())
  expect(sendCount(desk)).toBe(sent)
  expect(discarded).toMatchObject({ status: 'failed', needsReview: false })
  expect(
    discarded.approvals.map(({ action, requestedBy, decided }) => [action, requestedBy, decided?.approved]),
  ).toEqual([
    ['create', 'clerk', true],
    ['discard', 'admin', false],
    ['discard', 'anna', true],
  ])
  expect(discarded.attempts[0]?.review?.resolved).toMatchObject({ operator: 'anna', note: 'no such order' })
})

test.each(['recheck', 'acknowledge'])('%s takes one operator, and discards nothing', async (action) => {
  const desk = createDesk({ payoutApproval: 'always' })
  await unresolved(desk)
  const request = { attempt: 1, action, note: 'asked' }
  expect((await desk.post('/admin/payouts/p-1/review', request, bearer('anna'))).status).toBe(200)
  expect(await detail(desk)).toMatchObject({ status: 'preparing', approvals: [{ action: 'create' }] })
})

test('a decision without a note does not repeat that of the request', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await unresolved(desk)
  await discard(desk, 'anna')
  await desk.post('/admin/payouts/p-1/approve', {}, bearer('boris'))
  expect((await detail(desk)).approvals.at(-1)).toMatchObject({
    note: 'no such order',
    decided: { by: 'boris', note: null },
  })
})

test('a payout that was approved takes a second operator also where others of its amount no longer do', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await unresolved(desk)
  desk.restart({ payoutApproval: 'never' })
  expect(await (await discard(desk, 'anna')).json()).toMatchObject({ status: 'preparing' })
  expect(await (await decide(desk, 'approve', 'boris')).json()).toMatchObject({ status: 'failed' })
})

test('an approval is of the act that the operator has seen, and of no later one', async () => {
  const store = memoryStore()
  let seen: Entry | null = null
  const desk = createDesk(
    { payoutApproval: 'always' },
    {
      store: {
        ...store,
        entryByRef: async (kind, ref) =>
          seen !== null && isOfKind(seen, kind) ? seen : await store.entryByRef(kind, ref),
      },
    },
  )
  await create(desk, 'anna', request('p-1'))
  const awaiting = await store.entryByRef('payout', 'p-1')
  await desk.control('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
  await desk.control('/faults', { on: 'payout.status', effect: 'status:503', times: 1000 })
  await decide(desk, 'approve', 'boris')
  await desk.advance(7200, 300)
  await discard(desk, 'anna')
  seen = awaiting
  expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('not_awaiting')
  seen = null
  expect((await detail(desk)).approvals).toMatchObject([
    { action: 'create', decided: { approved: true } },
    { action: 'discard', decided: null },
  ])
})

test('a discard that fits no longer is not carried out', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await unresolved(desk)
  await discard(desk, 'anna')
  await desk.control('/reset', {})
  const entry = await desk.store.entryByRef('payout', 'p-1')
  if (entry === null) throw new Error('The payout is stored.')
  await desk.store.save(
    { ...entry, attempts: entry.attempts.map((attempt) => ({ ...attempt, state: 'placed' })) },
    { expectedVersion: entry.version },
  )
  expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('not_resolvable')
  expect(await detail(desk)).toMatchObject({ status: 'pending' })
})

test('a discard is not carried out once an order was found since it was requested', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await unresolved(desk)
  await discard(desk, 'anna')
  const history = [{ time: '2025-01-01T00:00:00Z', action: null, code: null }]
  const order = {
    externalId: 'E-1',
    status: 'Success',
    amount: '99.00',
    currency: null,
    externalParams: null,
  }
  desk.restart({
    service: {
      ...desk.service,
      payoutStatus: async () => ({ outcome: 'found', order: { ...order, history } }),
    },
  })
  await desk.advance(7200, 300)
  expect((await detail(desk)).attempts).toMatchObject([{ review: { reason: 'foreign', resolved: null } }])
  expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('not_resolvable')
  expect(await detail(desk)).toMatchObject({ status: 'preparing', needsReview: true })
  expect((await decide(desk, 'reject', 'boris')).status).toBe(200)
  await discard(desk, 'anna')
  expect(await (await decide(desk, 'approve', 'boris')).json()).toMatchObject({ status: 'failed' })
})

test.each([{ earlier: [] }, { earlier: ['Processing'] }])(
  'a discard is not carried out once a callback has come since it was requested, after $earlier',
  async ({ earlier }) => {
    const desk = createDesk({ payoutApproval: 'always' })
    await unresolved(desk)
    const path = `/callbacks/payout/${(await detail(desk)).externalTransactionId}`
    const callback = { externalId: 'E-1', status: 'Success', amount: '150.00', orderType: 'Withdrawal' }
    for (const status of earlier) await sendCallback(desk, { ...callback, status, path })
    await desk.advance(1)
    await discard(desk, 'anna')
    await desk.advance(1)
    expect((await sendCallback(desk, { ...callback, path })).status).toBe(200)
    expect(await codeOf(await decide(desk, 'approve', 'boris'))).toBe('not_resolvable')
    expect(await detail(desk)).toMatchObject({ status: 'preparing' })
  },
)

test('where no approval is asked for, one operator discards', async () => {
  const desk = createDesk({ payoutApproval: { UAH: '1000' } })
  await desk.control('/faults', { on: 'payout.create', effect: 'drop-before', times: 1000 })
  await desk.control('/faults', { on: 'payout.status', effect: 'status:503', times: 1000 })
  await create(desk, 'clerk', request('p-1'))
  await desk.advance(7200, 300)
  expect(await (await discard(desk, 'anna')).json()).toMatchObject({ status: 'failed' })
})

test('a payout that is approved just before retention would reject it is sent', async () => {
  const store = memoryStore()
  let approve = async (): Promise<void> => undefined
  const list: typeof store.list = async (query) => {
    const page = await store.list(query)
    if (query.status === 'awaiting_approval' && query.until !== undefined) await approve()
    return page
  }
  const desk = createDesk({ payoutApproval: 'always', retentionDays: 1 }, { store: { ...store, list } })
  await create(desk, 'anna', request('p-1'))
  desk.clock.advance(48 * 3_600_000)
  approve = async () => {
    approve = async () => undefined
    expect((await decide(desk, 'approve', 'boris')).status).toBe(200)
  }
  await desk.paypane.reconcile()
  expect(await detail(desk)).toMatchObject({ status: 'pending', approvals: [{ decided: { by: 'boris' } }] })
  expect(desk.events).toEqual([])
})

test('retention takes the destination and the notes of a payout, not who approved it', async () => {
  const desk = createDesk({ payoutApproval: 'always', retentionDays: 1 })
  for (const reference of ['p-1', 'p-2']) await create(desk, 'anna', request(reference))
  await decide(desk, 'reject', 'boris')
  await desk.drain()
  desk.clock.advance(48 * 3_600_000)
  await desk.drain()
  expect(await detail(desk)).toMatchObject({
    status: 'rejected',
    createdBy: 'anna',
    destination: [],
    approvals: [{ requestedBy: 'anna', decided: { by: 'boris', note: '[erased]' } }],
  })
  await desk.drain()
  expect(desk.events.map(({ type, ref }) => [type, ref])).toEqual([
    ['payout.rejected', 'p-1'],
    ['payout.rejected', 'p-2'],
  ])
  // It waited so long that what it would send is gone.
  expect(await codeOf(await decide(desk, 'approve', 'boris', 'p-2'))).toBe('not_awaiting')
  expect(sendCount(desk)).toBe(0)
})
