import { expect, test } from 'vitest'
import { CustomerExport } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import { operator } from '../harness.ts'
import { actOnOrder, createSharedCheckout, createShop, writeNote } from './customer-shop.ts'

test('an export has the cards, checkouts and notes of its customer only', async () => {
  const shop = createShop()
  shop.orders.set('other', { amount: '10.00', currency: 'UAH', customer: 'customer-8' })
  const { id } = await shop.createCheckout('a', 'form')
  await actOnOrder(shop, 'pay')
  await writeNote(shop, id, 'Ivan called')
  await shop.createCheckout('b', 'transfer')
  await shop.createCheckout('other', 'transfer')
  await shop.drain()

  const response = await shop.get('/admin/customers/customer-7', operator)
  expect(response.headers.get('content-type')).toBe('application/json')
  const text = await response.text()
  const exported = CustomerExport.parse(JSON.parse(text))
  expect(exported).toMatchObject({
    customer: 'customer-7',
    exportedAt: '2026-01-01T00:00:00.000Z',
    savedCards: [{ label: expect.stringMatching(/^•••• \d{4}$/) }],
  })
  expect(exported.checkouts.map(({ order, status }) => [order, status]).sort()).toEqual([
    ['a', 'succeeded'],
    ['b', 'pending'],
  ])
  expect(exported.checkouts.find(({ order }) => order === 'a')?.attempts[0]?.activity).toContainEqual(
    expect.objectContaining({ type: 'operator_decided', note: 'Ivan called' }),
  )
  expect(await shop.paypane.customers.export('customer-7')).toEqual(exported)

  const [card] = await shop.store.cardsOf('customer-7')
  const details = shop.sandbox.orders().map(({ paymentDetails }) => paymentDetails?.card)
  for (const secret of [card?.token, card?.fingerprint, ...details])
    if (secret != null) expect(text).not.toContain(secret)
})

test('of a checkout with two customers, each gets the own attempts', async () => {
  const shop = createShop()
  const { id } = await createSharedCheckout(shop)
  await actOnOrder(shop, 'pay', 1)
  const [first, last] = await Promise.all(
    ['customer-7', 'customer-8'].map((customer) => shop.paypane.customers.export(customer)),
  )
  expect(first?.checkouts).toMatchObject([
    { id, status: 'failed', attempts: [{ attempt: 1, state: 'failed' }], events: [{ attempt: 1 }] },
  ])
  expect(JSON.stringify(first)).not.toContain('Olha')
  expect(last?.checkouts).toMatchObject([
    { id, status: 'succeeded', attempts: [{ attempt: 2, state: 'succeeded' }], events: [{ attempt: 2 }] },
  ])
  expect(last?.checkouts[0]?.callbacks).toHaveLength(1)
  expect(JSON.stringify(last)).not.toContain('Ivan')
})

test('a customer who has paid nothing of a shared checkout gets nothing of its refunds', async () => {
  const shop = createShop({ paypane: { pages: hostedPages({ name: 'Shop' }) } })
  const { id } = await createSharedCheckout(shop)
  await actOnOrder(shop, 'pay', 1)
  const refund = { amount: '10.00', note: 'Olha has moved' }
  expect((await shop.post(`/admin/checkouts/${id}/refunds`, refund, operator)).status).toBe(201)
  const exported = async (customer: string) => (await shop.paypane.customers.export(customer)).checkouts[0]
  expect(await exported('customer-8')).toMatchObject({ refunds: [{ note: refund.note }] })
  expect(await exported('customer-7')).toMatchObject({ refunds: [] })
})

test('an export of many checkouts is complete', async () => {
  const shop = createShop()
  for (let n = 0; n < 120; n += 1) {
    shop.orders.set(`n-${n}`, { amount: '1.00', currency: 'UAH', customer: 'c-9' })
    await shop.createCheckout(`n-${n}`)
    shop.clock.advance(1)
  }
  const exported = CustomerExport.parse(await (await shop.get('/admin/customers/c-9', operator)).json())
  expect(exported.checkouts.map(({ order }) => order)).toEqual(
    Array.from({ length: 120 }, (_, n) => `n-${119 - n}`),
  )
})

test('any text that an address can name can be the id of a customer; an unknown customer has nothing', async () => {
  const shop = createShop()
  for (const customer of ['c/7?x=1#y', 'Їжак 🧾', '...']) {
    shop.orders.set(customer, { amount: '1.00', currency: 'UAH', customer })
    await shop.createCheckout(customer)
    expect(await shop.paypane.customers.export(customer)).toMatchObject({ checkouts: [{ order: customer }] })
    const path = `/admin/customers/${encodeURIComponent(customer)}`
    expect(await (await shop.get(path, operator)).json()).toMatchObject({ customer, checkouts: [{}] })
  }
  expect(await (await shop.get('/admin/customers/unknown', operator)).json()).toMatchObject({
    savedCards: [],
    checkouts: [],
  })
})

test('personal data needs the operator token', async () => {
  const shop = createShop()
  expect((await shop.get('/admin/customers/customer-7')).status).toBe(401)
})

test('an export that cannot be completed is no complete JSON text, and is logged', async () => {
  const shop = createShop()
  await shop.createCheckout('a')
  shop.store.callbacksOf = () => Promise.reject(new Error('the database is unavailable'))
  const response = await shop.get('/admin/customers/customer-7', operator)
  await expect(response.text()).rejects.toThrow('aborted')
  expect(shop.logs).toContainEqual({
    level: 'error',
    message: 'an export was aborted: Error: the database is unavailable',
  })
})
