import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CheckoutView } from '../../../src/contract/index.ts'
import { createHarness } from '../harness.ts'
import { answerOf, createTokenShop } from './shop.ts'

test('a stranger with the id gets the response of an id that does not exist', async () => {
  const shop = createTokenShop()
  const { id, clientSecret = '' } = await shop.open('1042', { customer: 'c-7' }, { method: 'transfer' })
  const absent = await answerOf(await shop.read('co_00000000000000000000000000', undefined))
  expect(absent.status).toBe(404)
  for (const wrong of [undefined, 'x', id, `${id}_secret_`, clientSecret.slice(0, -4), `${clientSecret}.`])
    expect(await answerOf(await shop.read(id, wrong))).toEqual(absent)
  const long = await shop.get(`/checkouts/${id}?wait=25`, { 'checkout-secret': '', 'if-none-match': '"x"' })
  expect(await answerOf(long)).toEqual(absent)
  expect(CheckoutView.parse(await (await shop.read(id, clientSecret)).json())).toMatchObject({ id })
})

test('a stranger with the id starts nothing', async () => {
  const shop = createTokenShop()
  const { id } = await shop.open('1042')
  const response = await shop.start(id, undefined, { method: 'form', after: 0 })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'checkout_unknown' })
  expect(shop.sandbox.orders()).toEqual([])
})

test('the secret of another checkout opens nothing, also under the right id', async () => {
  const shop = createTokenShop()
  const { id } = await shop.open('1042', {}, { method: 'transfer' })
  const other = await shop.open('1044')
  const [, sealed] = (other.clientSecret ?? '').split('_secret_')
  for (const secret of [other.clientSecret, `${id}_secret_${sealed}`]) {
    expect((await shop.read(id, secret)).status).toBe(404)
    expect((await shop.start(id, secret, { method: 'form', after: 1 })).status).toBe(404)
  }
})

test('no mutation of a client secret opens its checkout', async () => {
  const shop = createTokenShop()
  const { id, clientSecret = '' } = await shop.open('1042', {}, { method: 'transfer' })
  const first = clientSecret.indexOf('_secret_') + '_secret_'.length
  // The last character of Base64 may have unused bits.
  const position = fc.integer({ min: first, max: clientSecret.length - 2 })
  const char = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.')
  await fc.assert(
    fc.asyncProperty(position, char, async (at, by) => {
      fc.pre(clientSecret[at] !== by && clientSecret[at + 1] !== '.')
      const mutated = clientSecret.slice(0, at) + by + clientSecret.slice(at + 1)
      expect((await shop.read(id, mutated)).status).toBe(404)
    }),
    { numRuns: 1000 },
  )
})

test('only POST /checkouts and rendered views return the secret, a new one each time', async () => {
  const shop = createTokenShop()
  const first = await shop.open('1042')
  const second = await shop.open('1042')
  expect(first.clientSecret).toMatch(new RegExp(`^${first.id}_secret_[\\w.-]{100,}$`))
  expect(second.clientSecret).not.toBe(first.clientSecret)
  for (const { clientSecret } of [first, second])
    expect(await (await shop.read(first.id, clientSecret)).json()).not.toHaveProperty('clientSecret')
  const started = await shop.start(first.id, first.clientSecret, { method: 'form', after: 0 })
  expect(await started.json()).not.toHaveProperty('clientSecret')

  const rendered = await shop.paypane.checkouts.view(first.id, { customer: 'c-7' })
  const read = await shop.read(first.id, rendered.clientSecret)
  expect(read.headers.get('etag')).toBe(rendered.version)
  expect(await read.json()).toMatchObject({ savedCards: [] })
})

test('another process with the same seal key reads a secret', async () => {
  const shop = createTokenShop()
  const { id, clientSecret } = await shop.open('1042')
  shop.restart()
  expect((await shop.read(id, clientSecret)).status).toBe(200)
})

test('every response is private and not stored, and its ETag depends on the customer', async () => {
  const shop = createTokenShop()
  const guest = await shop.open('1042')
  const owner = await shop.open('1042', { customer: 'c-7' })
  const responses = [
    await shop.read(guest.id, guest.clientSecret),
    await shop.read(guest.id, owner.clientSecret),
    await shop.read(guest.id, undefined),
    await shop.post('/checkouts', { order: '1042' }),
  ]
  for (const { headers } of responses) expect(headers.get('cache-control')).toBe('private, no-store')
  const [tag, ownerTag] = responses.map(({ headers }) => headers.get('etag'))
  expect(tag).not.toBe(ownerTag)
  const unchanged = await shop.get(`/checkouts/${guest.id}`, {
    'checkout-secret': guest.clientSecret ?? '',
    'if-none-match': ownerTag ?? '',
  })
  expect(unchanged.status).toBe(200)
})

test('the id is logged, the secret is not', async () => {
  const harness = createHarness()
  const { id, clientSecret = '' } = await harness.createCheckout('1042', 'transfer')
  await harness.get(`/checkouts/${id}`)
  await harness.drain()
  const logs = JSON.stringify([harness.logs, harness.events])
  expect(logs).toContain(id)
  expect(logs).not.toContain(clientSecret.split('_secret_')[1])
})
