import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import { createTokenShop, saveCard, type TokenShop } from '../checkout/shop.ts'
import { codeOf, operator, viewOf } from '../harness.ts'

const createShop = (): TokenShop => createTokenShop({ checkoutTtlSeconds: 60 })

describe.each([
  [
    'by the operator',
    (shop: TokenShop, id: string) => shop.post(`/admin/checkouts/${id}/reopen`, {}, operator),
  ],
  ['by the merchant', (shop: TokenShop) => shop.paypane.checkouts.reopen('1042')],
])('a form that a stranger has started, %s', (_, reopen) => {
  test.each(['open', 'expired'])('does not make the order unpayable: %s', async (when) => {
    const shop = createShop()
    const stranger = await shop.open('1042', {}, { method: 'form' })
    const owner = await shop.open('1042', { customer: 'c-7' })
    const transfer = (after: number) =>
      shop.start(owner.id, owner.clientSecret, { method: 'transfer', after })
    if (when === 'expired') await shop.advance(61, 5)
    expect(await codeOf(await transfer(1))).toBe('not_retryable')

    await reopen(shop, owner.id)
    expect(shop.logs).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'checkout reopened', checkout: owner.id }),
    )
    expect(await viewOf(await shop.read(owner.id, owner.clientSecret))).toMatchObject({
      status: 'failed',
      final: false,
      attempts: 1,
      action: null,
      retry: true,
      reason: { code: null, group: 'none', key: 'replaced' },
    })
    expect((await viewOf(await shop.read(owner.id, stranger.clientSecret))).action).toBeNull()
    const started = await viewOf(await transfer(1))
    expect(started).toMatchObject({ status: 'pending', attempts: 2, action: { type: 'transfer' } })
    await shop.payNewest()
    expect((await viewOf(await shop.read(owner.id, owner.clientSecret))).status).toBe('succeeded')
  })
})

test('a replaced order is still looked up: its success is an overpayment', async () => {
  const shop = createShop()
  const { id, clientSecret } = await shop.open('1042', {}, { method: 'form' })
  const form = shop.sandbox.orders()[0]?.externalId
  await shop.paypane.checkouts.reopen('1042')
  await shop.drain()
  await shop.start(id, clientSecret, { method: 'transfer', after: 1 })
  await shop.payNewest()
  await shop.control(`/orders/${form}`, { do: 'pay' })
  await shop.advance(30, 5)
  expect(shop.events.map(({ type, attempt }) => [type, attempt])).toEqual([
    ['checkout.succeeded', 2],
    ['checkout.overpaid', 1],
    ['checkout.needs_review', 1],
  ])
})

test('what was replaced long ago is looked up again: lookups alone find its money', async () => {
  const shop = createShop()
  const { id, clientSecret } = await shop.open('1042', {}, { method: 'transfer' })
  const transfer = shop.sandbox.orders()[0]?.externalId
  await shop.start(id, clientSecret, { method: 'form', after: 1, replace: true })
  await shop.failNewest()
  await shop.advance(100 * 3600, 3600)
  shop.callbacksLost = true
  await shop.paypane.checkouts.reopen('1042')
  await shop.control(`/orders/${transfer}`, { do: 'pay' })
  await shop.advance(60, 5)
  expect((await viewOf(await shop.read(id, clientSecret))).status).toBe('succeeded')
})

test('a reopened checkout is paid by the replaced form, too', async () => {
  const shop = createShop()
  const { id, clientSecret } = await shop.open('1042', {}, { method: 'form' })
  await shop.paypane.checkouts.reopen('1042')
  await shop.payNewest()
  expect((await viewOf(await shop.read(id, clientSecret))).status).toBe('succeeded')
})

test('reopening is refused while an attempt is undecided, needs review or is paid', async () => {
  const shop = createShop()
  const reopen = (id: string) => shop.post(`/admin/checkouts/${id}/reopen`, {}, operator)
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 3 })
  const unknown = await shop.open('1042', {}, { method: 'transfer' })
  expect(unknown.status).toBe('preparing')
  const refused = await reopen(unknown.id)
  expect(refused.status).toBe(409)
  expect(await codeOf(refused)).toBe('not_reopenable')

  const paid = await shop.open('1043', {}, { method: 'form' })
  await shop.payNewest()
  expect(await codeOf(await reopen(paid.id))).toBe('not_reopenable')
  await expect(shop.paypane.checkouts.reopen('1043')).rejects.toMatchObject({ code: 'not_reopenable' })
  await expect(shop.paypane.checkouts.reopen('7777')).rejects.toMatchObject({ code: 'checkout_unknown' })
  expect(await codeOf(await reopen('co_none'))).toBe('checkout_unknown')
})

test('reopening is refused until a review is resolved', async () => {
  const shop = createShop()
  const { id } = await shop.open('1042', {}, { method: 'form' })
  await shop.failNewest()
  const form = shop.sandbox.orders()[0]?.externalId
  await shop.control(`/orders/${form}`, { do: 'status', status: 'Success' })
  const review = (action: string) =>
    shop.post(`/admin/checkouts/${id}/review`, { attempt: 1, action, note: 'Seen.' }, operator)
  await review('recheck')
  await shop.drain()
  expect(await shop.store.entry(id)).toMatchObject({
    attempts: [{ state: 'failed', review: { reason: 'contradiction', resolved: null } }],
  })
  const reopen = () => shop.post(`/admin/checkouts/${id}/reopen`, {}, operator)
  expect(await codeOf(await reopen())).toBe('not_reopenable')
  await review('acknowledge')
  expect((await reopen()).status).toBe(200)
})

test('reopening is refused while a verified callback is unconfirmed', async () => {
  const shop = createShop()
  const { id } = await shop.open('1042', {}, { method: 'form' })
  await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 50 })
  await shop.payNewest()
  expect(await codeOf(await shop.post(`/admin/checkouts/${id}/reopen`, {}, operator))).toBe('not_reopenable')
})

describe('a saved card that is being charged', () => {
  async function chargeCard(fault?: string): Promise<{ shop: TokenShop; id: string }> {
    const shop = createShop()
    const savedCard = await saveCard(shop, 'c-7')
    if (fault !== undefined) await shop.control('/faults', { on: 'deposit.create', effect: fault, times: 1 })
    const { id } = await shop.open('1042', { customer: 'c-7' }, { method: 'saved-card', savedCard })
    await shop.drain()
    return { shop, id }
  }
  const reopen = (shop: TokenShop, id: string) => shop.post(`/admin/checkouts/${id}/reopen`, {}, operator)

  test.each([
    ['open', undefined, 0],
    ['found after its response was lost', 'drop-after', 0],
    ['open after the time to pay', undefined, 120],
  ])('prevents reopening: %s', async (_, fault, seconds) => {
    const { shop, id } = await chargeCard(fault)
    await shop.advance(seconds, 5)
    expect(await shop.store.entry(id)).toMatchObject({ attempts: [{ state: 'placed', profile: 'token' }] })
    const refused = await reopen(shop, id)
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'not_reopenable'])
    await expect(shop.paypane.checkouts.reopen('1042')).rejects.toMatchObject({ code: 'not_reopenable' })
  })

  test('prevents it no longer once it has failed', async () => {
    const { shop, id } = await chargeCard()
    await shop.failNewest()
    expect((await reopen(shop, id)).status).toBe(200)
  })
})

test('only an operator reopens', async () => {
  const shop = createShop()
  const { id } = await shop.open('1042', {}, { method: 'form' })
  expect((await shop.post(`/admin/checkouts/${id}/reopen`, {})).status).toBe(401)
})

describe('the limit of attempts', () => {
  const failed = async (shop: TokenShop): Promise<CheckoutView> => {
    const view = await shop.open('1042', {}, { method: 'form' })
    await shop.failNewest()
    await shop.start(view.id, view.clientSecret, { method: 'form', after: 1 })
    await shop.failNewest()
    return view
  }

  test('ends the attempts of a checkout, and the view shows it', async () => {
    const shop = createTokenShop({ maxAttempts: 2 })
    const { id, clientSecret } = await failed(shop)
    expect(await viewOf(await shop.read(id, clientSecret))).toMatchObject({
      status: 'failed',
      attempts: 2,
      retry: false,
      reason: { code: null, group: 'business', key: 'attempts-limit' },
    })
    const third = await shop.start(id, clientSecret, { method: 'form', after: 2 })
    expect(third.status).toBe(409)
    expect(await codeOf(third)).toBe('attempts_limit')
    expect(shop.sandbox.orders()).toHaveLength(2)
  })

  test('counts from the last reopening', async () => {
    const shop = createTokenShop({ maxAttempts: 2 })
    const { id, clientSecret } = await failed(shop)
    await shop.paypane.checkouts.reopen('1042')
    const third = await viewOf(await shop.start(id, clientSecret, { method: 'form', after: 2 }))
    expect(third).toMatchObject({ status: 'pending', attempts: 3 })
  })

  test('also ends automatic attempts', async () => {
    const shop = createTokenShop({ maxAttempts: 1, cascade: 'auto' })
    await shop.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
    expect(await shop.open('1042', {}, { method: 'transfer' })).toMatchObject({ attempts: 1, retry: false })
  })
})
