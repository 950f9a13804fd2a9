import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CheckoutDetail, RefundLink } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import { generateSealKey, type LogLine, memoryStore, type PaypaneOptions } from '../../../src/server/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { addAmounts, isLessThan } from '../../../src/service/amount.ts'
import { withAnotherLetter } from '../../support/with-another-letter.ts'
import { bearer, createDesk } from '../admin/operator-shop.ts'
import { codeOf, type Harness, typesOf } from '../harness.ts'

const pages = hostedPages({ name: 'Oak & Co' })
const account = 'UA213223130000026007233566001'

/** A desk with order 1042, paid by a transfer. */
async function paidDesk(options: Partial<PaypaneOptions> = {}): Promise<Harness & { id: string }> {
  const desk = createDesk({ pages, ...options })
  const { id } = await desk.createCheckout('1042', 'transfer')
  await desk.controlOrder(0, { do: 'pay' })
  await desk.advance(30, 5)
  return Object.assign(desk, { id })
}

const refund = (desk: Harness, id: string, amount: string, note = 'returned', who = 'anna') =>
  desk.post(`/admin/checkouts/${id}/refunds`, { amount, note }, bearer(who))
const linkOf = async (response: Response): Promise<RefundLink> => RefundLink.parse(await response.json())
/** A problem's status, code and detail. */
const problemOf = async (response: Response): Promise<unknown[]> => {
  const { code, detail } = await response.json()
  return [response.status, code, detail]
}
/** What was logged of payouts that were not created, and how severe it was. */
const notCreated = (desk: Harness) =>
  desk.logs.filter(({ message }) => message.startsWith('the payout of a refund was not created'))
const detailOf = async (desk: Harness, id: string): Promise<CheckoutDetail> =>
  CheckoutDetail.parse(await (await desk.get(`/admin/checkouts/${id}`, bearer('anna'))).json())
const give = (desk: Harness, url: string, value: string, headers: Record<string, string> = {}) =>
  desk.post(new URL(url).pathname.replace('/pay', ''), `fields[accountNumber]=${encodeURIComponent(value)}`, {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })

test('a payer says where a refund goes, and it is paid out like any payout', async () => {
  const desk = await paidDesk()
  const created = await refund(desk, desk.id, '250.00')
  expect(created.status).toBe(201)
  const { refund: made, url, expiresAt } = await linkOf(created)
  expect(Date.parse(expiresAt) - desk.clock.now()).toBe(30 * 24 * 3_600_000)
  expect(made).toMatchObject({
    state: 'requested',
    amount: { value: '250.00', currency: 'UAH' },
    operator: 'anna',
  })
  expect((await desk.getCheckout(desk.id)).refunds).toEqual([
    { amount: { value: '250.00', currency: 'UAH' }, state: 'requested' },
  ])

  const path = new URL(url).pathname.replace('/pay', '')
  const page = await (await desk.get(path)).text()
  expect(page).toMatch(/Refund of UAH\s250\.00/)
  expect(desk.sandbox.orders()).toHaveLength(1)

  const wrong = await give(desk, url, '')
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Please fill in this field.')
  expect((await give(desk, url, account, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await give(desk, url, account)).status).toBe(303)
  await desk.advance(5, 1)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ id: made.id, state: 'pending' }])
  const [, payout] = desk.sandbox.orders()
  expect(payout).toMatchObject({ amount: '250.00' })
  // Given once: another destination changes nothing.
  expect((await give(desk, url, 'UA000')).status).toBe(303)

  await desk.control(`/orders/${payout?.externalId}`, { do: 'pay' })
  await desk.advance(120, 5)
  expect((await desk.getCheckout(desk.id)).refunds).toMatchObject([{ state: 'succeeded' }])
  expect(await (await desk.get(path)).text()).toContain('The refund has been sent to you.')
  expect(typesOf(desk).filter((type) => type.includes('refund'))).toEqual([
    'checkout.refund_requested',
    'checkout.refunded',
  ])
  expect(JSON.stringify(await desk.store.entry(desk.id))).not.toContain(account)

  const exported = async (what: string) =>
    (await desk.get(`/admin/export?what=${what}`, bearer('anna'))).text()
  expect(await exported('payouts')).toMatch(new RegExp(`^${made.id},.*,${desk.id}\r$`, 'm'))
  expect(await exported('events')).toMatch(new RegExp(`,checkout\\.refunded,.*,${made.id}\r$`, 'm'))
})

test.each(['before', 'after'])(
  'a payout that has paid more than its refund counts with that, changed %s its success',
  async (when) => {
    const desk = await paidDesk()
    const { url, refund: made } = await linkOf(await refund(desk, desk.id, '600.00'))
    await give(desk, url, account)
    await desk.advance(5, 1)
    if (when === 'before') await desk.controlOrder(1, { do: 'amount', amount: '700.00' })
    await desk.controlOrder(1, { do: 'pay' })
    await desk.advance(120, 5)
    if (when === 'after') await desk.controlOrder(1, { do: 'amount', amount: '700.00' })
    await desk.advance(120, 5)
    expect((await detailOf(desk, desk.id)).refundable.value).toBe('550.00')
    const exceeding = await refund(desk, desk.id, '650.00')
    expect(await problemOf(exceeding)).toEqual([409, 'refund_exceeds', '550.00 UAH can be refunded.'])
    const [refunded] = desk.events.filter(({ type }) => type === 'checkout.refunded')
    expect(refunded).toMatchObject({
      requested: { value: '600.00' },
      paid: { value: when === 'before' ? '700.00' : '600.00' },
      refund: { id: made.id },
    })
  },
)

test('a payout that has paid less is announced with that, and its refund stays reserved', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '600.00'))
  await give(desk, url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(1, { do: 'amount', amount: '500.00' })
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(120, 5)
  const [refunded] = desk.events.filter(({ type }) => type === 'checkout.refunded')
  expect(refunded).toMatchObject({ requested: { value: '600.00' }, paid: { value: '500.00' } })
  expect((await detailOf(desk, desk.id)).refundable.value).toBe('650.00')
})

test('what a payer has typed stays in a form that is refused', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '250.00'))
  const refused = await give(desk, url, `${account} ${'0'.repeat(300)}`)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(`value="${account} 000`)
})

test('refunds never exceed what was received; one that failed or was withdrawn frees its amount', async () => {
  const desk = await paidDesk()
  const first = await linkOf(await refund(desk, desk.id, '1000.00'))
  const exceeding = await refund(desk, desk.id, '250.01')
  expect(await problemOf(exceeding)).toEqual([409, 'refund_exceeds', '250.00 UAH can be refunded.'])
  expect(desk.logs).toContainEqual(
    expect.objectContaining({
      ...{ level: 'info', message: 'refund requested', checkout: desk.id, refund: first.refund.id },
    }),
  )
  expect((await detailOf(desk, desk.id)).refundable).toEqual({ value: '250.00', currency: 'UAH' })
  // The same request again is the same refund.
  expect((await linkOf(await refund(desk, desk.id, '1000', 'returned'))).refund.id).toBe(first.refund.id)

  const withdraw = (refundId = first.refund.id) =>
    desk.post(`/admin/checkouts/${desk.id}/refunds/${refundId}/withdraw`, undefined, bearer('anna'))
  const unknown = await withdraw(first.refund.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  expect([unknown.status, await codeOf(unknown)]).toEqual([404, 'refund_unknown'])
  expect((await withdraw()).status).toBe(200)
  expect(await codeOf(await withdraw())).toBe('not_withdrawable')
  expect((await give(desk, first.url, account)).status).toBe(404)

  const all = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, all.url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(1, { do: 'fail' })
  await desk.advance(120, 5)
  expect((await detailOf(desk, desk.id)).refunds.map(({ state }) => state)).toEqual(['withdrawn', 'failed'])
  expect((await refund(desk, desk.id, '1250.00', 'again')).status).toBe(201)
  expect(typesOf(desk).filter((type) => type === 'checkout.refund_failed')).toHaveLength(2)
})

test('one of two refunds is withdrawn, and the other stays', async () => {
  const desk = await paidDesk()
  const one = await linkOf(await refund(desk, desk.id, '100.00', 'one'))
  const other = await linkOf(await refund(desk, desk.id, '100.00', 'other'))
  const path = `/admin/checkouts/${desk.id}/refunds/${one.refund.id}/withdraw`
  expect((await desk.post(path, undefined, bearer('anna'))).status).toBe(200)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([
    { id: one.refund.id, state: 'withdrawn' },
    { id: other.refund.id, state: 'requested' },
  ])
})

test('each address of a refund that is issued has its audit record', async () => {
  const desk = await paidDesk()
  for (const who of ['anna', 'clerk', 'clerk', 'anna']) await refund(desk, desk.id, '250.00', 'returned', who)
  const records = await desk.store.auditRecords({ after: 0, limit: 10 })
  expect(records.flatMap(({ action, operator }) => (action === 'createRefund' ? [operator] : []))).toEqual([
    'anna',
    'clerk',
    'clerk',
    'anna',
  ])
})

test('two operators at once reserve no more than was received', async () => {
  const desk = await paidDesk()
  const amounts = ['700.00', '600.00', '550.00', '1250.00']
  const answers = await Promise.all(
    amounts.map((amount, n) => refund(desk, desk.id, amount, `note ${n}`, n % 2 === 0 ? 'anna' : 'clerk')),
  )
  const reserved = answers.flatMap(({ ok }, n) => (ok ? [amounts[n] ?? ''] : []))
  expect(reserved.length).toBeGreaterThan(0)
  expect(isLessThan('1250.00', reserved.reduce(addAmounts, '0'))).toBe(false)
})

test('an order that was paid twice can be refunded twice, one that was not paid not at all', async () => {
  const desk = createDesk({ pages })
  const { id } = await desk.createCheckout('1042', 'transfer')
  expect(await codeOf(await refund(desk, id, '0.01'))).toBe('refund_exceeds')
  await desk.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  for (const { externalId } of desk.sandbox.orders())
    await desk.control(`/orders/${externalId}`, { do: 'pay' })
  await desk.advance(60, 5)
  expect(await detailOf(desk, id)).toMatchObject({
    refundable: { value: '2500.00' },
    surplus: { value: '1250.00' },
  })
  expect((await refund(desk, id, '1000.00')).status).toBe(201)
  expect(await detailOf(desk, id)).toMatchObject({ surplus: { value: '250.00' } })
  expect((await refund(desk, id, '1500.00')).status).toBe(201)
  expect(await detailOf(desk, id)).toMatchObject({ refundable: { value: '0.00' }, surplus: null })
})

test('its payout needs a second operator, and waits for one', async () => {
  const desk = await paidDesk({ payoutApproval: 'always' })
  const { refund: made, url } = await linkOf(await refund(desk, desk.id, '100.00'))
  await give(desk, url, account)
  await desk.advance(30, 5)
  expect(desk.sandbox.orders()).toHaveLength(1)
  const decide = (action: 'approve' | 'reject', who: string) =>
    desk.post(`/admin/payouts/${made.id}/${action}`, { note: 'checked' }, bearer(who))
  expect(await codeOf(await decide('approve', 'anna'))).toBe('own_payout')
  expect((await decide('reject', 'boris')).status).toBe(200)
  expect((await desk.getCheckout(desk.id)).refunds).toMatchObject([{ state: 'failed' }])
})

test('an operator who received an address of a refund does not approve its payout', async () => {
  const desk = await paidDesk({ payoutApproval: 'always' })
  const first = await linkOf(await refund(desk, desk.id, '100.00', 'returned', 'clerk'))
  const again = await linkOf(await refund(desk, desk.id, '100.00', 'returned', 'anna'))
  expect(again.refund.id).toBe(first.refund.id)
  await give(desk, again.url, account)
  await desk.advance(30, 5)
  const approve = (who: string) => desk.post(`/admin/payouts/${first.refund.id}/approve`, {}, bearer(who))
  expect(await codeOf(await approve('anna'))).toBe('own_payout')
  const details = await desk.get(`/admin/payouts/${first.refund.id}`, bearer('anna'))
  expect(await details.json()).toMatchObject({
    refund: { checkout: desk.id, order: '1042', note: 'returned' },
    issuedTo: ['clerk', 'anna'],
  })
  expect(desk.sandbox.orders()).toHaveLength(1)
  expect((await approve('boris')).status).toBe(200)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

test('a destination that was stored is paid out also after a restart', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '100.00'))
  await give(desk, url, account)
  desk.restart()
  await desk.advance(60, 5)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

test('a link that was changed, has expired or is of nobody is a plain page, and such links are limited', async () => {
  const desk = await paidDesk({ rateLimits: { unknownOrders: 1 } })
  const { url } = await linkOf(await refund(desk, desk.id, '100.00'))
  const path = new URL(url).pathname.replace('/pay', '')
  expect((await desk.get(withAnotherLetter(path, -1))).status).toBe(404)
  desk.clock.advance(31 * 24 * 3_600_000)
  const expired = await desk.get(path)
  expect(expired.status).toBe(404)
  expect(await expired.text()).toContain('This link no longer works.')
  // Without an address ten times as many are allowed.
  for (let n = 0; n < 10; n += 1) await desk.get('/refund/nobody')
  expect((await desk.get('/refund/nobody')).status).toBe(429)
})

/** The refund's payout fails; the operator requests the same money again. */
async function failedOnce(options: Partial<PaypaneOptions> = {}) {
  const desk = await paidDesk(options)
  const first = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, first.url, account)
  await desk.advance(5, 1)
  const payout = desk.sandbox.orders()[1]?.externalId ?? ''
  await desk.control(`/orders/${payout}`, { do: 'fail' })
  await desk.advance(30, 5)
  expect((await detailOf(desk, desk.id)).refundable.value).toBe('1250.00')
  /** The service says now that the failed payout was paid. */
  const contradict = async (): Promise<void> => {
    await desk.control(`/orders/${payout}`, { do: 'status', status: 'Success' })
    const path = `/admin/payouts/${first.refund.id}/review`
    await desk.post(path, { attempt: 1, action: 'recheck', note: 'asked' }, bearer('anna'))
    await desk.advance(10, 1)
  }
  return { desk, contradict, path: `/admin/payouts/${first.refund.id}/review` }
}

test('a failed refund that the service calls paid later stays reserved, whatever is decided', async () => {
  const { desk, contradict, path } = await failedOnce()
  await contradict()
  expect(await codeOf(await refund(desk, desk.id, '0.01', 'again'))).toBe('refund_exceeds')
  await desk.post(path, { attempt: 1, action: 'acknowledge', note: 'seen' }, bearer('anna'))
  await desk.advance(10, 1)
  expect(await detailOf(desk, desk.id)).toMatchObject({
    refundable: { value: '0.00' },
    refunds: [{ state: 'failed', contradicted: true }],
  })
})

test('a refund that replaces it is not sent then', async () => {
  const { desk, contradict } = await failedOnce()
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00', 'again'))
  await contradict()
  expect((await give(desk, url, account)).status).toBe(404)
  await desk.advance(1200, 60)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

test('a refund of more than the service has corrected the payment to is not approved', async () => {
  const desk = await paidDesk({ payoutApproval: 'always' })
  const { refund: made, url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(0, { do: 'amount', amount: '900.00' })
  await desk.advance(1200, 60)
  expect(await detailOf(desk, desk.id)).toMatchObject({
    received: { value: '900.00' },
    refundable: { value: '0' },
  })
  const approved = await desk.post(`/admin/payouts/${made.id}/approve`, {}, bearer('boris'))
  expect(await codeOf(approved)).toBe('refund_exceeds')
  const more = await refund(desk, desk.id, '0.01', 'more')
  expect(await problemOf(more)).toEqual([409, 'refund_exceeds', '0 UAH can be refunded.'])
  const rejected = await desk.post(`/admin/payouts/${made.id}/reject`, { note: 'gone' }, bearer('boris'))
  expect(await rejected.json()).toMatchObject({ status: 'rejected' })
})

test('a refund called absent whose payout turns up is reserved again, and refunded when it is paid', async () => {
  const desk = await paidDesk()
  await desk.control('/faults', { on: 'payout.create', effect: 'status:400', times: 1, commit: true })
  let isHidden = true
  desk.callbacksLost = true
  const { service } = desk
  desk.restart({
    service: {
      ...service,
      payoutStatus: (...request) =>
        isHidden ? Promise.resolve({ outcome: 'not_found' }) : service.payoutStatus(...request),
    },
  })
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  await desk.advance(60, 1)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }])
  isHidden = false
  desk.callbacksLost = false
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(60, 5)
  expect(await detailOf(desk, desk.id)).toMatchObject({
    refundable: { value: '0.00' },
    refunds: [{ state: 'succeeded' }],
  })
})

test('a process that stalls while a refund follows its payout writes nothing that is out of date', async () => {
  const store = memoryStore()
  const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let stalls = false
  const stalling: typeof store = {
    ...store,
    async save(entry, write) {
      if (stalls && entry.kind === 'checkout') {
        stalls = false
        stalled.resolve()
        await resumed.promise
      }
      return await store.save(entry, write)
    },
  }
  const desk = await paidDesk({ store: stalling })
  await desk.control('/faults', { on: 'payout.create', effect: 'status:400', times: 1, commit: true })
  let isHidden = true
  desk.callbacksLost = true
  const { service } = desk
  const hiding: typeof service = {
    ...service,
    payoutStatus: (...request) =>
      isHidden ? Promise.resolve({ outcome: 'not_found' }) : service.payoutStatus(...request),
  }
  desk.restart({ service: hiding })
  const { url, refund: made } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  await desk.advance(60, 1)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }])

  // It turns up, and the first process reads that; it fails before the process has written it.
  isHidden = false
  stalls = true
  const path = `/admin/payouts/${made.id}/review`
  const recheck = { attempt: 1, action: 'recheck', note: 'asked' }
  const first = Promise.all([desk.post(path, recheck, bearer('anna')), desk.paypane.reconcile()])
  await stalled.promise
  desk.restart({ service: hiding, store })
  await desk.controlOrder(1, { do: 'fail' })
  await desk.advance(60, 5)
  expect((await store.entryByRef('payout', made.id))?.refundDueAt).toBeNull()
  resumed.resolve()
  await first
  await desk.advance(60, 5)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }])
})

test('a refund follows its payout also where that changes again while the refund is written', async () => {
  const store = memoryStore()
  const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const desk = await paidDesk({
    store: {
      ...store,
      async save(entry, write) {
        const saved = await store.save(entry, write)
        if (entry.kind === 'checkout' && entry.refunds.some(({ state }) => state === 'failed')) {
          stalled.resolve()
          await resumed.promise
        }
        return saved
      },
    },
  })
  desk.callbacksLost = true
  await desk.control('/faults', { on: 'payout.create', effect: 'status:422', times: 1, commit: true })
  const { url, refund: made } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  const stateOf = async () => (await store.entryByRef('payout', made.id))?.attempts[0]?.state
  await expect.poll(stateOf).toBe('refused')
  const followed = desk.paypane.reconcile()
  await stalled.promise
  // Another process has found its order, and stops before the refund follows.
  const payout = await store.entryByRef('payout', made.id)
  if (payout === null) throw new Error('The payout is stored.')
  const placed = payout.attempts.map((attempt) => ({
    ...attempt,
    ...({
      state: 'placed',
      confirmedAbsent: false,
      externalId: desk.sandbox.orders()[1]?.externalId ?? '',
    } as const),
  }))
  const refundDueAt = desk.clock.now()
  await store.save({ ...payout, attempts: placed, refundDueAt }, { expectedVersion: payout.version })
  resumed.resolve()
  await followed
  await desk.paypane.reconcile()
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'pending' }])
})

test('a success in another currency is no money that can be refunded', async () => {
  const desk = createDesk({ pages })
  const { id } = await desk.createCheckout('1042', 'transfer')
  const order = desk.sandbox.orders()[0]?.externalId
  const { service } = desk
  desk.restart({
    service: {
      ...service,
      async depositStatus(...request) {
        const found = await service.depositStatus(...request)
        return found.outcome === 'found' ? { ...found, order: { ...found.order, currency: 'VND' } } : found
      },
    },
  })
  await desk.control(`/orders/${order}`, { do: 'pay' })
  await desk.advance(60, 5)
  await desk.post(
    `/admin/checkouts/${id}/review`,
    { attempt: 1, action: 'accept', note: 'seen' },
    bearer('anna'),
  )
  await desk.advance(10, 1)
  expect(await detailOf(desk, id)).toMatchObject({ status: 'succeeded', refundable: { value: '0' } })
  expect(await codeOf(await refund(desk, id, '0.01'))).toBe('refund_exceeds')
})

test('another payout with the reference of a refund is not taken for it', async () => {
  const desk = await paidDesk()
  const { refund: made, url } = await linkOf(await refund(desk, desk.id, '100.00'))
  const other = { reference: made.id, amount: '0.01', currency: 'UAH' }
  await desk.post(
    '/admin/payouts',
    { ...other, additionalFields: [{ key: 'accountNumber', value: '1' }] },
    bearer('clerk'),
  )
  await give(desk, url, account)
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(1200, 60)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }])
})

test('a destination that is sent twice at once is given once, and both see where the refund stands', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '100.00'))
  const answers = await Promise.all([give(desk, url, account), give(desk, url, account)])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  await desk.advance(30, 5)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

test('a destination that arrives slowly, after the payout of another one, sees where the refund stands', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '100.00'))
  await refund(desk, desk.id, '50.00', 'another')
  const [read, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      read.resolve()
      await arrives.promise
      controller.enqueue(new TextEncoder().encode('fields[accountNumber]=UA000'))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const slow = desk.paypane.fetch(new Request(url, init))
  await read.promise
  expect((await give(desk, url, account)).status).toBe(303)
  await desk.advance(5, 1)
  expect(desk.sandbox.orders()).toHaveLength(2)
  arrives.resolve()
  expect((await slow).status).toBe(303)
  await desk.advance(30, 5)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

test.each(['007.00', '0', '-1', '1e2'])(
  '%s is no amount of a refund, before its payer is asked',
  async (amount) => {
    const desk = await paidDesk()
    expect(await codeOf(await refund(desk, desk.id, amount))).toBe('malformed')
  },
)

test('a destination that is given while no pipeline can pay it out is paid out once one can', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  desk.restart({ pipelines: { p2p: { profile: 'p2p', key: 'k', privateKey: 'p' } } })
  await give(desk, url, account)
  await desk.advance(3600, 300)
  const { refunds } = await detailOf(desk, desk.id)
  expect(refunds).toMatchObject([{ state: 'pending' }])
  expect(notCreated(desk)[0]).toMatchObject({
    level: 'error',
    message: 'the payout of a refund was not created yet: ProblemError: It serves another currency or amount',
    ...{ checkout: desk.id, refund: refunds[0]?.id, code: 'pipeline_unknown' },
  })
  const others = ({ level, message }: LogLine): boolean =>
    level === 'error' && !/rejects the key/.test(message)
  expect(desk.logs.filter(others)).toEqual(notCreated(desk))
  desk.restart()
  await desk.advance(1200, 60)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

test('a destination whose seal key is missing is paid out once the key is back', async () => {
  const [key, other] = [generateSealKey(), generateSealKey()]
  const desk = await paidDesk({ sealKey: key })
  const { url } = await linkOf(await refund(desk, desk.id, '100.00'))
  desk.restart({ sealKey: key, pipelines: { p2p: { profile: 'p2p', key: 'k', privateKey: 'p' } } })
  await give(desk, url, account)
  await desk.advance(5, 1)
  desk.restart({ sealKey: other })
  await desk.advance(1200, 60)
  expect(notCreated(desk).at(-1)).toMatchObject({ code: 'payout_unreadable' })
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'pending' }])
  desk.restart({ sealKey: key })
  await desk.advance(1200, 60)
  expect(desk.sandbox.orders()).toHaveLength(2)
})

/** The service corrects the payment to 900.00, and the server reads it. */
async function correctDownwards(desk: Harness): Promise<void> {
  await desk.controlOrder(0, { do: 'amount', amount: '900.00' })
  await desk.advance(60, 5)
}

test('a payout that could not be created is not created once the payment is corrected to less', async () => {
  const desk = await paidDesk({ payoutDailyLimit: { UAH: '100' } })
  const { url, refund: made } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  await desk.advance(5, 1)
  await correctDownwards(desk)
  desk.restart()
  await desk.advance(1200, 60)
  expect(desk.sandbox.orders()).toHaveLength(1)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }])
  expect(notCreated(desk).at(-1)).toMatchObject({
    message: 'the payout of a refund was not created: ProblemError: More would be refunded than was received',
    ...{ refund: made.id, code: 'refund_exceeds' },
  })
})

test('a process that stalls before it stores a payout stores none once its refund was given up', async () => {
  const store = memoryStore()
  const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stalling: typeof store = {
    ...store,
    async save(entry, write) {
      if (write.payout !== undefined) {
        stalled.resolve()
        await resumed.promise
      }
      return await store.save(entry, write)
    },
  }
  const desk = await paidDesk({ store: stalling })
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  await stalled.promise

  desk.restart({ store })
  await correctDownwards(desk)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }])
  const again = await linkOf(await refund(desk, desk.id, '900.00'))
  await give(desk, again.url, account)
  await desk.advance(5, 1)
  expect(desk.sandbox.orders()).toHaveLength(2)
  resumed.resolve()
  await desk.advance(1200, 60)
  expect(desk.sandbox.orders()).toHaveLength(2)
  expect(await store.entryByRef('payout', again.refund.id)).not.toBeNull()
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'failed' }, { state: 'pending' }])
  // Only the first was given up; nothing has failed in the process that stalled.
  expect(desk.logs.filter(({ level }) => level === 'error')).toHaveLength(1)
})

test('a process that stalls while it gives a refund up leaves one alone that has its payout meanwhile', async () => {
  const store = memoryStore()
  const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stalling: typeof store = {
    ...store,
    async save(entry, write) {
      if (entry.kind === 'checkout' && entry.refunds.some(({ state }) => state === 'failed')) {
        stalled.resolve()
        await resumed.promise
      }
      return await store.save(entry, write)
    },
  }
  const payoutDailyLimit = { UAH: '100' }
  const desk = await paidDesk({ store, payoutDailyLimit })
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await give(desk, url, account)
  // It has tried to create the payout.
  await desk.paypane.close()
  desk.restart({ store, payoutDailyLimit })
  await correctDownwards(desk)
  await desk.paypane.close()
  desk.restart({ store: stalling, payoutDailyLimit: undefined })
  desk.clock.advance(1_200_000)
  const first = desk.paypane.reconcile()
  await stalled.promise

  desk.restart({ payoutDailyLimit: undefined })
  await desk.controlOrder(0, { do: 'amount', amount: '1250.00' })
  await desk.advance(300, 5)
  expect(desk.sandbox.orders()).toHaveLength(2)
  resumed.resolve()
  await first
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'pending' }])
})

test('a payout that the store does not take is tried again at once', async () => {
  const store = memoryStore()
  let fails = 2
  const failing: typeof store = {
    ...store,
    save: async (entry, write) => {
      if (write.payout === undefined) return await store.save(entry, write)
      fails -= 1
      if (fails >= 0) throw new Error('The disk is full.')
      return await store.save(entry, write)
    },
  }
  const desk = await paidDesk({ store: failing })
  const { url } = await linkOf(await refund(desk, desk.id, '100.00'))
  await give(desk, url, account)
  await desk.advance(300, 30)
  expect(desk.sandbox.orders()).toHaveLength(2)
  expect(notCreated(desk)).toEqual([])
})

test('a refund that was paid is not paid again once its checkout is restored from an earlier backup', async () => {
  const desk = await paidDesk()
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  const backup = await desk.store.entry(desk.id)
  await give(desk, url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(120, 5)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'succeeded' }])

  const damaged = await desk.store.entry(desk.id)
  if (backup === null || damaged === null) throw new Error('The checkout is stored.')
  await desk.store.save(backup, { expectedVersion: damaged.version })
  await give(desk, url, 'UA000')
  await desk.advance(60, 5)
  expect(await detailOf(desk, desk.id)).toMatchObject({
    refundable: { value: '0.00' },
    refunds: [{ state: 'succeeded' }],
  })
  expect(desk.sandbox.orders()).toHaveLength(2)
  expect(notCreated(desk)).toEqual([])
})

test('a refund that no payout pipeline can send is not requested', async () => {
  const desk = await paidDesk()
  desk.restart({ pipelines: { p2p: { profile: 'p2p', key: 'k', privateKey: 'p' } } })
  const refused = await problemOf(await refund(desk, desk.id, '1.00'))
  expect(refused.slice(1)).toEqual([
    'pipeline_unknown',
    'No payout pipeline serves this currency and amount.',
  ])
})

test('without payment pages no refund is requested', async () => {
  const desk = await paidDesk()
  desk.restart({ pages: undefined })
  expect(await problemOf(await refund(desk, desk.id, '1.00'))).toEqual([
    404,
    'not_found',
    'Refunds need the options pages and publicUrl.',
  ])
})

test('the payment of an erased customer can be refunded', async () => {
  const desk = await paidDesk()
  desk.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  await desk.createCheckout('1042')
  await desk.paypane.customers.erase('c-7')
  const made = await linkOf(await refund(desk, desk.id, '100.00'))
  // A lost response: requested again, it is not reserved again.
  const again = await linkOf(await refund(desk, desk.id, '100.00'))
  expect(again.refund.id).toBe(made.refund.id)
  expect((await detailOf(desk, desk.id)).refundable).toMatchObject({ value: '1150.00' })
  await give(desk, again.url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(60, 5)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'succeeded' }])
})

test('erasing a customer erases the destinations of refunds that are over', async () => {
  const desk = createDesk({ pages })
  desk.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await desk.createCheckout('1042', 'transfer')
  await desk.controlOrder(0, { do: 'pay' })
  await desk.advance(30, 5)
  const over = await linkOf(await refund(desk, id, '100.00'))
  await give(desk, over.url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(60, 5)
  const open = await linkOf(await refund(desk, id, '50.00', 'more'))
  await give(desk, open.url, account)
  await desk.advance(5, 1)
  await desk.paypane.customers.erase('c-7')
  const destinationOf = async (reference: string) => {
    const entry = await desk.store.entryByRef('payout', reference)
    return entry?.kind === 'payout' ? entry.destination : undefined
  }
  expect(await destinationOf(over.refund.id)).toBeNull()
  expect(await destinationOf(open.refund.id)).not.toBeNull()
  await desk.controlOrder(2, { do: 'pay' })
  await desk.advance(60, 5)
  expect((await detailOf(desk, id)).refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
})

test('an erasure that stops at the payout of a refund goes on when it is repeated', async () => {
  const store = memoryStore()
  let stops = false
  const stopping: typeof store = {
    ...store,
    save: async (entry, write) => {
      if (stops && entry.kind === 'payout') throw new Error('It stops here.')
      return await store.save(entry, write)
    },
  }
  const desk = createDesk({ pages, store: stopping })
  desk.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await desk.createCheckout('1042', 'transfer')
  await desk.controlOrder(0, { do: 'pay' })
  await desk.advance(30, 5)
  const { refund: made, url } = await linkOf(await refund(desk, id, '100.00'))
  await give(desk, url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(60, 5)
  stops = true
  await expect(desk.paypane.customers.erase('c-7')).rejects.toThrow('It stops here.')
  stops = false
  await desk.paypane.customers.erase('c-7')
  expect((await store.entryByRef('payout', made.id))?.destination).toBeNull()
})

test('erasing one of two customers of a checkout leaves the destination of its refund', async () => {
  const desk = createDesk({ pages })
  const order = { amount: '1250.00', currency: 'UAH' }
  desk.orders.set('1042', { ...order, customer: 'c-7' })
  const { id } = await desk.createCheckout('1042', 'transfer')
  await desk.controlOrder(0, { do: 'fail' })
  await desk.drain()
  desk.orders.set('1042', { ...order, customer: 'c-8' })
  await desk.createCheckout('1042')
  await desk.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  await desk.controlOrder(1, { do: 'pay' })
  await desk.advance(30, 5)
  const { refund: made, url } = await linkOf(await refund(desk, id, '100.00'))
  await give(desk, url, account)
  await desk.advance(5, 1)
  await desk.controlOrder(2, { do: 'pay' })
  await desk.advance(60, 5)
  const destination = async () => {
    const entry = await desk.store.entryByRef('payout', made.id)
    return entry?.destination ?? null
  }
  await desk.paypane.customers.erase('c-7')
  expect(await destination()).not.toBeNull()
  await desk.paypane.customers.erase('c-8')
  expect(await destination()).toBeNull()
})

test.each([
  ['in memory', () => ({})],
  ['on SQLite', () => ({ store: sqliteStore(':memory:') })],
])('%s: a refund whose payout nobody approves has failed once retention erases it', async (_, store) => {
  const desk = await paidDesk({ payoutApproval: 'always', retentionDays: 30, ...store() })
  const { refund: made, url } = await linkOf(await refund(desk, desk.id, '100.00'))
  await give(desk, url, account)
  await desk.advance(33 * 24 * 3600, 24 * 3600)
  const payout = await desk.store.entryByRef('payout', made.id)
  expect(payout?.erasedAt).not.toBeNull()
  await desk.advance(300, 30)
  expect(await (await desk.get(`/admin/payouts/${made.id}`, bearer('boris'))).json()).toMatchObject({
    status: 'rejected',
  })
  expect(await detailOf(desk, desk.id)).toMatchObject({
    refunds: [{ state: 'failed' }],
    refundable: { value: '1250.00' },
  })
  expect(typesOf(desk)).toContain('payout.rejected')
})

test('an amount that is refunded is not accepted as the payment, until the refund is withdrawn', async () => {
  const desk = createDesk({ pages })
  const { id } = await desk.createCheckout('1042', 'transfer')
  await desk.controlOrder(0, { do: 'amount', amount: '900.00' })
  await desk.controlOrder(0, { do: 'pay' })
  await desk.advance(30, 5)
  const { refund: made } = await linkOf(await refund(desk, id, '900.00'))
  const accept = async () =>
    (
      await desk.post(
        `/admin/checkouts/${id}/review`,
        { attempt: 1, action: 'accept', note: 'enough' },
        bearer('anna'),
      )
    ).status
  expect(await accept()).toBe(409)
  await desk.post(`/admin/checkouts/${id}/refunds/${made.id}/withdraw`, undefined, bearer('anna'))
  expect(await accept()).toBe(200)
  expect(await desk.getCheckout(id)).toMatchObject({ status: 'succeeded' })
})

/** Less than asked is paid, and an amount of it requested back. */
async function refundedDesk(amount: string) {
  const desk = createDesk({ pages })
  const { id } = await desk.createCheckout('1042', 'transfer')
  const report = async (value: string) => {
    await desk.controlOrder(0, { do: 'amount', amount: value })
    await desk.post(
      `/admin/checkouts/${id}/review`,
      { attempt: 1, action: 'recheck', note: 'n' },
      bearer('anna'),
    )
    await desk.advance(10, 5)
  }
  await report('900.00')
  await desk.controlOrder(0, { do: 'pay' })
  await desk.advance(30, 5)
  const { refund: made } = await linkOf(await refund(desk, id, amount))
  const withdraw = () =>
    desk.post(`/admin/checkouts/${id}/refunds/${made.id}/withdraw`, undefined, bearer('anna'))
  return { desk, id, report, withdraw }
}

const wasPaid = (desk: Harness): boolean => desk.events.some(({ type }) => type === 'checkout.succeeded')

test('money that goes back pays nothing, also once the service reports all that was asked', async () => {
  const { desk, id, report, withdraw } = await refundedDesk('900.00')
  await report('1250.00')
  expect(wasPaid(desk)).toBe(false)
  expect(await desk.getCheckout(id)).toMatchObject({ status: 'pending', paid: { value: '1250.00' } })
  expect(await detailOf(desk, id)).toMatchObject({ refundable: { value: '350.00' } })
  await withdraw()
  await desk.advance(10, 5)
  expect(wasPaid(desk)).toBe(true)
  expect(await desk.getCheckout(id)).toMatchObject({ status: 'succeeded' })
})

test('an underpaid order is paid once it keeps all that was asked, whatever went back', async () => {
  const { desk, report } = await refundedDesk('900.00')
  await report('2149.99')
  expect(wasPaid(desk)).toBe(false)
  await report('2150.00')
  expect(wasPaid(desk)).toBe(true)
})

test('a refund that its limit lets through at no time fails a week after its destination was given', async () => {
  const desk = await paidDesk({ payoutDailyLimit: { UAH: '100' } })
  const { url } = await linkOf(await refund(desk, desk.id, '1250.00'))
  await desk.advance(6 * 24 * 3600, 24 * 3600)
  await give(desk, url, account)
  await desk.advance(7 * 24 * 3600, 12 * 3600)
  expect((await detailOf(desk, desk.id)).refunds).toMatchObject([{ state: 'pending' }])
  await desk.advance(24 * 3600, 12 * 3600)
  expect(await detailOf(desk, desk.id)).toMatchObject({
    refundable: { value: '1250.00' },
    refunds: [{ state: 'failed' }],
  })
  expect(desk.sandbox.orders()).toHaveLength(1)
})

test('whoever may only read or resolve requests no refund', async () => {
  const desk = await paidDesk()
  expect((await refund(desk, desk.id, '1.00', 'x', 'boris')).status).toBe(403)
})

test('in any history of requests, withdrawals and outcomes no more is reserved than was received', async () => {
  const step = fc.record({
    amount: fc.integer({ min: 1, max: 900 }).map((units) => `${units}.00`),
    outcome: fc.constantFrom('nothing', 'withdraw', 'succeed', 'fail'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const desk = await paidDesk()
      for (const [n, { amount, outcome }] of steps.entries()) {
        const response = await refund(desk, desk.id, amount, `note ${n}`)
        if (!response.ok) continue
        const { refund: made, url } = await linkOf(response)
        if (outcome === 'withdraw')
          await desk.post(
            `/admin/checkouts/${desk.id}/refunds/${made.id}/withdraw`,
            undefined,
            bearer('anna'),
          )
        if (outcome === 'succeed' || outcome === 'fail') {
          await give(desk, url, account)
          await desk.advance(5, 1)
          const placed = desk.sandbox.orders().at(-1)?.externalId
          await desk.control(`/orders/${placed}`, { do: outcome === 'succeed' ? 'pay' : 'fail' })
          await desk.advance(90, 10)
        }
      }
      const { refunds = [] } = await desk.getCheckout(desk.id)
      const reserved = refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => amount.value)
      expect(isLessThan('1250.00', reserved.reduce(addAmounts, '0'))).toBe(false)
    }),
    { numRuns: 15 },
  )
})
