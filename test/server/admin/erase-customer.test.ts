import { expect, test } from 'vitest'
import { CheckoutDetail, CustomerErasure, RefundLink } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import { generateSealKey, memoryStore } from '../../../src/server/index.ts'
import { createSealer } from '../../../src/server/lib/crypto/seal.ts'
import type { PaymentsClient } from '../../../src/service/index.ts'
import { operator, typesOf, viewOf } from '../harness.ts'
import {
  actOnOrder,
  createSharedCheckout,
  createShop,
  erase,
  storedText,
  writeNote,
} from './customer-shop.ts'

test('erasing deletes the cards and redacts the checkouts of a customer; amounts stay', async () => {
  const shop = createShop()
  shop.orders.set('other', { amount: '10.00', currency: 'UAH', customer: 'customer-8' })
  const { id } = await shop.createCheckout('a', 'form')
  await actOnOrder(shop, 'pay')
  await writeNote(shop, id, 'Ivan Petrenko called')
  await shop.drain()
  const other = await shop.createCheckout('other', 'form')
  await writeNote(shop, other.id, 'Olha called')
  const before = await shop.getCheckout(id)
  expect(await storedText(shop, id)).toContain('Ivan Petrenko')

  const response = await erase(shop, 'customer-7')
  expect(CustomerErasure.parse(await response.json())).toEqual({ savedCards: 1, checkouts: 1 })
  expect(await shop.store.cardsOf('customer-7')).toEqual([])
  const stored = await storedText(shop, id)
  for (const personal of ['"customer-7"', 'Ivan', 'Petrenko']) expect(stored).not.toContain(personal)
  expect(await storedText(shop, other.id)).toContain('Olha called')

  const { order, status, final, amount, paid, attempts } = before
  expect(await shop.getCheckout(id)).toMatchObject({ order, status, final, amount, paid, attempts })
  const detail = CheckoutDetail.parse(await (await shop.get(`/admin/checkouts/${id}`, operator)).json())
  expect(detail).toMatchObject({
    order: 'a',
    status: 'succeeded',
    paid: { value: '10.00', currency: 'UAH' },
    attempts: [{ state: 'succeeded', externalId: shop.sandbox.orders()[0]?.externalId }],
    events: [{ type: 'checkout.succeeded' }],
  })
  expect(await shop.paypane.customers.export('customer-7')).toMatchObject({ savedCards: [], checkouts: [] })
  expect(await shop.paypane.customers.erase('customer-7')).toEqual({ savedCards: 0, checkouts: 0 })
})

test('erasing is logged without the customer', async () => {
  const shop = createShop()
  await shop.createCheckout('a', 'transfer')
  await shop.paypane.customers.erase('customer-7')
  expect(shop.logs).toContainEqual({
    level: 'info',
    message: 'customer erased',
    checkouts: 1,
    savedCards: 0,
  })
  expect(JSON.stringify(shop.logs)).not.toContain('"customer-7"')
})

test('a pending payment continues after erasing, and its card is not saved', async () => {
  const shop = createShop()
  const { id } = await shop.createCheckout('a', 'form')
  const action = (await shop.getCheckout(id)).action
  expect(await shop.paypane.customers.erase('customer-7')).toEqual({ savedCards: 0, checkouts: 1 })
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', action })

  // The page is reloaded, the order is paid, and an operator adds a note.
  await shop.createCheckout('a')
  await actOnOrder(shop, 'pay')
  await writeNote(shop, id, 'Ivan called')
  await shop.advance(700, 10)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded', final: true })
  expect(typesOf(shop)).toEqual(['checkout.succeeded'])
  expect(await shop.store.cardsOf('customer-7')).toEqual([])
  const entry = await shop.store.entry(id)
  expect(entry).toMatchObject({
    customer: null,
    terms: null,
    attempts: [{ body: null, paymentDetails: null }],
  })
  for (const { action } of entry?.attempts[0]?.history ?? []) expect(action).toBeNull()
  const stored = await storedText(shop, id)
  for (const personal of ['"customer-7"', 'Ivan']) expect(stored).not.toContain(personal)
})

test('a card found by a lookup that was running during erasing is not saved', async () => {
  const shop = createShop()
  const { id } = await shop.createCheckout('a', 'form')
  const { service } = shop
  await shop.controlOrder(0, { do: 'pay' })
  const depositStatus: PaymentsClient['depositStatus'] = async (pipeline, order) => {
    const result = await service.depositStatus(pipeline, order)
    await shop.paypane.customers.erase('customer-7')
    return result
  }
  shop.restart({ service: { ...service, depositStatus } })
  await shop.drain()
  expect((await shop.getCheckout(id)).status).toBe('succeeded')
  expect(await shop.store.cardsOf('customer-7')).toEqual([])
})

test('what is written while the checkouts of a customer are read is kept', async () => {
  const store = memoryStore()
  let pays = false
  const shop = createShop({
    store: {
      ...store,
      async list(query) {
        const page = await store.list(query)
        if (pays && query.customer !== undefined) {
          pays = false
          await actOnOrder(shop, 'pay')
        }
        return page
      },
    },
  })
  const { id } = await shop.createCheckout('a', 'form')
  pays = true
  await shop.paypane.customers.erase('customer-7')
  expect(await store.entry(id)).toMatchObject({ customer: null, attempts: [{ state: 'succeeded' }] })
})

test('a card that is saved before its checkout is erased goes with the others', async () => {
  const store = memoryStore()
  let pays = false
  const shop = createShop({
    store: {
      ...store,
      async list(query) {
        if (pays) {
          pays = false
          await actOnOrder(shop, 'pay')
          expect(await store.cardsOf('customer-7')).toHaveLength(1)
        }
        return await store.list(query)
      },
    },
  })
  await shop.createCheckout('a', 'form')
  pays = true
  expect(await shop.paypane.customers.erase('customer-7')).toEqual({ savedCards: 1, checkouts: 1 })
  expect(await store.cardsOf('customer-7')).toEqual([])
})

test('an erased customer who pays a new order has a card saved again', async () => {
  const shop = createShop()
  await shop.createCheckout('a', 'form')
  await actOnOrder(shop, 'pay')
  await shop.paypane.customers.erase('customer-7')
  await shop.createCheckout('b', 'form')
  await actOnOrder(shop, 'pay', 1)
  expect(await shop.store.cardsOf('customer-7')).toHaveLength(1)
})

test('of a checkout with two customers, only the attempts of the erased one are redacted', async () => {
  const shop = createShop()
  const { id } = await createSharedCheckout(shop)
  const { action } = await shop.getCheckout(id)
  expect(await shop.paypane.customers.erase('customer-7')).toEqual({ savedCards: 0, checkouts: 1 })
  // A late correction of the erased customer's attempt and a note about it.
  await actOnOrder(shop, 'correct')
  await writeNote(shop, id, 'Ivan called again')
  const stored = await storedText(shop, id)
  for (const personal of ['"customer-7"', 'Ivan']) expect(stored).not.toContain(personal)
  for (const kept of ['"customer-8"', 'Olha']) expect(stored).toContain(kept)
  expect(action).not.toBeNull()
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded' })

  await actOnOrder(shop, 'pay', 1)
  expect(await shop.store.cardsOf('customer-8')).toHaveLength(1)
  expect((await shop.paypane.customers.export('customer-7')).checkouts).toEqual([])
  expect((await shop.paypane.customers.export('customer-8')).checkouts).toMatchObject([
    { attempts: [{ attempt: 2 }] },
  ])
  expect(await shop.paypane.customers.erase('customer-8')).toEqual({ savedCards: 1, checkouts: 1 })
  expect(await storedText(shop, id)).not.toMatch(/"customer-8"|Olha/)
})

/** A shop whose customers fill in an address, and a reader of the terms that it stores. */
async function createShopWithFields() {
  const sealKey = generateSealKey()
  const sealer = await createSealer([sealKey])
  const shop = createShop({ paypane: { sealKey } })
  const email = { key: 'email', kind: 'email' } as const
  const order = { amount: '10.00', currency: 'UAH', fields: { transfer: [email], form: [email] } }
  const proveCustomer = (customer: string) => shop.orders.set('a', { ...order, customer })
  const readTerms = async (id: string): Promise<string> => {
    const entry = await shop.store.entry(id)
    const sealed = entry?.kind === 'checkout' ? entry.terms : null
    return (sealed && (await sealer.decrypt({ purpose: 'terms', entry: id }, sealed))) ?? ''
  }
  return { shop, proveCustomer, readTerms }
}

test('the stored terms of a checkout do not name its customer', async () => {
  const { shop, proveCustomer, readTerms } = await createShopWithFields()
  proveCustomer('customer-7')
  const { id } = await shop.createCheckout('a')
  expect(await readTerms(id)).toContain('email')
  expect(await readTerms(id)).not.toContain('customer-7')
})

/** A checkout where customer-7 has filled in an address, and then customer-8 another one, with their attempts. */
async function createFilledByTwo() {
  const { shop, proveCustomer, readTerms } = await createShopWithFields()
  proveCustomer('customer-7')
  const first = { order: 'a', method: 'transfer', fields: { email: 'ivan@home.example' } }
  const { id } = await viewOf(await shop.post('/checkouts', first))
  await actOnOrder(shop, 'fail')
  proveCustomer('customer-8')
  const { clientSecret = '' } = await shop.createCheckout('a')
  const second = { method: 'form', fields: { email: 'olha@home.example' }, after: 1 }
  await shop.post(`/checkouts/${id}/attempts`, second, { 'checkout-secret': clientSecret })
  return { shop, id, filled: () => readTerms(id) }
}

test.each([
  ['customer-7', true],
  ['customer-8', false],
])('of a checkout with two customers, what %s filled in is erased', async (erased, isKept) => {
  const { shop, id, filled } = await createFilledByTwo()
  // That of the first one is not stored any more.
  expect(await filled()).toContain('olha@')
  expect(await filled()).not.toContain('ivan@')

  await shop.paypane.customers.erase(erased)
  expect((await filled()).includes('olha@')).toBe(isKept)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 2 })
})

test('what an erased customer filled in is not there once a missing seal key is back', async () => {
  const { shop, id, filled } = await createFilledByTwo()
  const before = shop.paypane
  shop.restart({ sealKey: generateSealKey() })
  await shop.paypane.customers.erase('customer-8')
  expect(await filled()).not.toContain('olha@')

  shop.paypane = before
  await actOnOrder(shop, 'fail', 1)
  const again = { method: 'form', fields: { email: 'ivan@home.example' }, after: 2 }
  await shop.createCheckout('a')
  expect((await shop.post(`/checkouts/${id}/attempts`, again)).status).toBe(200)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 3 })
})

test('of a checkout with two customers, only the receipts of the erased one are deleted', async () => {
  const shop = createShop()
  const { id } = await createSharedCheckout(shop)
  const file = { id: 'r-1', type: 'image/jpeg', size: 1, createdAt: 0, sealed: 'sealed' } as const
  for (const attempt of [1, 2]) await shop.store.saveReceipt({ ...file, entryId: id, attempt }, 3)
  await erase(shop, 'customer-7')
  expect(await shop.store.receipt(id, 1, 'r-1')).toBeNull()
  expect(await shop.store.receipt(id, 2, 'r-1')).not.toBeNull()
})

test('of a checkout with two customers, the notes of refunds go with the customer who has paid', async () => {
  const shop = createShop({ paypane: { pages: hostedPages({ name: 'Shop' }) } })
  const { id } = await createSharedCheckout(shop)
  await actOnOrder(shop, 'pay', 1)
  const refund = { amount: '4.00', note: 'Her card is lost' }
  const request = async (): Promise<string> => {
    const response = await shop.post(`/admin/checkouts/${id}/refunds`, refund, operator)
    return RefundLink.parse(await response.json()).refund.id
  }
  const made = await request()
  await erase(shop, 'customer-8')
  expect(await storedText(shop, id)).not.toContain(refund.note)
  // The same request again is the same refund: a second one would pay the same money out once more.
  expect(await request()).toBe(made)
})

test('erasing the last customer of a checkout keeps what an earlier one started', async () => {
  const shop = createShop()
  const { id } = await createSharedCheckout(shop)
  const { action } = await shop.getCheckout(id)
  expect(await shop.paypane.customers.erase('customer-8')).toEqual({ savedCards: 0, checkouts: 1 })
  const stored = await storedText(shop, id)
  for (const personal of ['"customer-8"', 'Olha']) expect(stored).not.toContain(personal)
  expect(stored).toContain('Ivan')
  // The payment under way continues, and its card is not saved.
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', action })
  await actOnOrder(shop, 'pay', 1)
  expect(await shop.store.cardsOf('customer-8')).toEqual([])
  expect((await shop.paypane.customers.export('customer-7')).checkouts).toMatchObject([
    { attempts: [{ attempt: 1 }] },
  ])
})

test('a correction after erasing counts', async () => {
  const shop = createShop()
  const { id } = await shop.createCheckout('a', 'transfer')
  await actOnOrder(shop, 'fail')
  await shop.paypane.customers.erase('customer-7')
  await actOnOrder(shop, 'correct')
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  expect(typesOf(shop)).toContain('checkout.corrected')
})

test('erasing needs the operator token', async () => {
  const shop = createShop()
  await shop.createCheckout('a')
  expect((await erase(shop, 'customer-7', { authorization: 'Bearer a guess' })).status).toBe(401)
  expect((await shop.paypane.customers.export('customer-7')).checkouts).toHaveLength(1)
})
