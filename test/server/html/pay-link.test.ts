import { expect, test } from 'vitest'
import { CheckoutDetail, PayLink, Problem } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import { createTokenShop } from '../checkout/shop.ts'

const adminToken = 'the operator of this shop'
const headers = { authorization: `Bearer ${adminToken}` }

test('an operator creates a payment link: the same checkout on every device, in no log', async () => {
  const shop = createTokenShop({ adminToken, pages: hostedPages({ name: 'Shop' }) })
  const { id } = await shop.open('1042', {}, { method: 'transfer' })
  const detail = await shop.get(`/admin/checkouts/${id}`, headers)
  expect(CheckoutDetail.parse(await detail.json()).linkable).toBe(true)

  const response = await shop.post(`/admin/checkouts/${id}/link`, {}, headers)
  const { url, expiresAt } = PayLink.parse(await response.json())
  expect(Date.parse(expiresAt) - shop.clock.now()).toBe(7 * 24 * 3_600_000)
  for (let device = 0; device < 2; device += 1) {
    const page = await shop.paypane.fetch(new Request(url))
    expect(await page.text()).toContain(`checkout="${id}_secret_`)
  }
  expect(shop.sandbox.orders()).toHaveLength(1)
  expect(JSON.stringify(shop.logs)).not.toContain(new URL(url).pathname.split('/').at(-1))

  expect((await shop.post(`/admin/checkouts/${id}/link`, {})).status).toBe(401)
  expect((await shop.post('/admin/checkouts/co_unknown/link', {}, headers)).status).toBe(404)
})

test('a link proves no customer, whatever the session of its request says', async () => {
  const terms = { amount: '10.00', currency: 'UAH', customer: 'c-7' }
  const shop = createTokenShop({ adminToken, pages: hostedPages({ name: 'Shop' }) }, terms)
  const { id } = await shop.open('1042')
  const response = await shop.post(`/admin/checkouts/${id}/link`, {}, headers)
  const { url } = PayLink.parse(await response.json())
  const opened = await shop.post('/checkouts', { order: url.split('/').at(-1) })
  expect(await opened.json()).not.toHaveProperty('savedCards')
})

test('a link has the terms of the newest order token, and proves no customer', async () => {
  const shop = createTokenShop({
    adminToken,
    pages: hostedPages({ name: 'Shop' }),
    order: (_reference, _request, token) =>
      token?.amount === undefined || token.currency === undefined
        ? null
        : { amount: token.amount, currency: token.currency },
  })
  const terms = { amount: '10.00', currency: 'UAH', customer: 'c-7' }
  const { id } = await shop.open('1042', terms)
  const response = await shop.post(`/admin/checkouts/${id}/link`, {}, headers)
  const { url } = PayLink.parse(await response.json())
  expect((await shop.paypane.fetch(new Request(url))).status).toBe(200)
  const posted = await shop.post('/checkouts', { order: url.split('/').at(-1) })
  expect(await posted.json()).toMatchObject({ id, amount: { value: '10.00' } })
  expect(await (await shop.post('/checkouts', { order: url.split('/').at(-1) })).json()).not.toHaveProperty(
    'savedCards',
  )

  // A later token with another price ends the link's.
  shop.clock.advance(1000)
  await shop.open('1042', { ...terms, amount: '1000.00' })
  expect((await shop.paypane.fetch(new Request(url))).status).toBe(409)
})

test('a server without payment pages has no links', async () => {
  const shop = createTokenShop({ adminToken })
  const { id } = await shop.open('1042')
  const detail = await shop.get(`/admin/checkouts/${id}`, headers)
  expect(CheckoutDetail.parse(await detail.json()).linkable).toBe(false)
  const response = await shop.post(`/admin/checkouts/${id}/link`, {}, headers)
  expect(response.status).toBe(404)
  expect(Problem.parse(await response.json()).detail).toContain('pages')
})
