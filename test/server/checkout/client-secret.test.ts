import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CheckoutView } from '../../../src/contract/index.ts'
import { memoryStore } from '../../../src/server/index.ts'
import { withAnotherLetter } from '../../support/with-another-letter.ts'
import { createHarness, viewOf } from '../harness.ts'
import { answerOf, createTokenShop, saveCard } from './shop.ts'

test('a stranger with the id gets the response of an id that does not exist', async () => {
  const shop = createTokenShop()
  const { id, clientSecret = '' } = await shop.open('1042', { customer: 'c-7' }, { method: 'transfer' })
  const absent = await answerOf(await shop.read('co_00000000000000000000000000', undefined))
  expect(absent.status).toBe(404)
  for (const wrong of [undefined, 'x', id, `${id}_secret_`, clientSecret.slice(0, -4), `${clientSecret}.`])
    expect(await answerOf(await shop.read(id, wrong))).toEqual(absent)
  const long = await shop.get(`/checkouts/${id}?wait=25`, { 'checkout-secret': '', 'if-none-match': '"x"' })
  expect(await answerOf(long)).toEqual(absent)
  expect(await viewOf(await shop.read(id, clientSecret))).toMatchObject({ id })
})

test('without the right secret the store is not read, whether or not the id exists', async () => {
  const store = memoryStore()
  const shop = createTokenShop({ worker: false }, undefined, store)
  const { id, clientSecret = '' } = await shop.open('1042')
  const reads = vi.spyOn(store, 'entry')
  for (const of of [id, 'co_00000000000000000000000000']) {
    const sealed = clientSecret.slice(id.length).replace(/.{8}$/, 'AAAAAAAA')
    for (const wrong of [undefined, 'x', `${of}_secret_x`, `${of}${sealed}`, `co_x${sealed}`])
      expect((await shop.read(of, wrong)).status).toBe(404)
  }
  expect(reads).not.toHaveBeenCalled()
  expect((await shop.read(id, clientSecret)).status).toBe(200)
})

test('a wrong secret is refused before anything is decrypted', async () => {
  const shop = createTokenShop()
  const { id, clientSecret = '' } = await shop.open('1042')
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  onTestFinished(() => decrypt.mockRestore())
  for (const at of [-1, -30]) {
    const wrong = withAnotherLetter(clientSecret, at)
    expect((await shop.read(id, wrong)).status, wrong).toBe(404)
  }
  expect(decrypt).not.toHaveBeenCalled()
})

test('a wrong secret waits for no change', async () => {
  const shop = createTokenShop()
  const { id } = await shop.open('1042')
  const headers = { 'checkout-secret': `${id}_secret_x`, 'if-none-match': '"x"' }
  const waiting = shop.get(`/checkouts/${id}?wait=25`, headers)
  expect((await shop.paypane.stats()).openLongPolls).toBe(0)
  expect((await waiting).status).toBe(404)
})

test.each(['\u0001', '"', '€'])(
  'a customer id of 256 times %j is in a secret that is read',
  async (character) => {
    const customer = character.repeat(256)
    const shop = createTokenShop({}, { amount: '1250.00', currency: 'UAH', customer })
    const { id, clientSecret = '' } = await shop.open('1042')
    expect((await shop.read(id, clientSecret)).status).toBe(200)
    const rendered = await shop.paypane.checkouts.view(id, { customer })
    expect((await shop.read(id, rendered.clientSecret)).status).toBe(200)
  },
)

test('a rendered view refuses a customer id that is longer', async () => {
  const shop = createTokenShop()
  const { id } = await shop.open('1042')
  await expect(shop.paypane.checkouts.view(id, { customer: 'c'.repeat(257) })).rejects.toThrow(
    'The customer is not text of 1 to 256 characters, or it is "." or "..".',
  )
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
  expect(first.clientSecret).toMatch(new RegExp(`^${first.id}_secret_[\\w-]{100,}$`))
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

test('a secret has one spelling', async () => {
  const shop = createTokenShop()
  const { id, clientSecret = '' } = await shop.open('1042')
  const sealedAt = clientSecret.indexOf('_secret_') + '_secret_'.length
  const sealed = clientSecret.slice(sealedAt)
  const spellings = [
    sealed.replaceAll('-', '+').replaceAll('_', '/'),
    `${sealed}=`,
    `${sealed.slice(0, 40)} ${sealed.slice(40)}`,
    ...Array.from(
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
      (last) => sealed.slice(0, -1) + last,
    ),
  ].filter((spelling) => spelling !== sealed)
  for (const spelling of spellings)
    expect((await shop.read(id, clientSecret.slice(0, sealedAt) + spelling)).status, spelling).toBe(404)
})

describe('once its order token would have expired, a secret', () => {
  const opened = async () => {
    const shop = createTokenShop({ checkoutTtlSeconds: 86_400 })
    const card = await saveCard(shop, 'c-7')
    const { id, clientSecret = '' } = await shop.open('1042', { customer: 'c-7' })
    return { shop, card, id, clientSecret }
  }
  const hour = 3_600_000

  test('lists, charges and deletes no card, and starts nothing', async () => {
    const { shop, card, id, clientSecret } = await opened()
    shop.clock.advance(hour - 1)
    expect((await viewOf(await shop.read(id, clientSecret))).savedCards).toMatchObject([{ id: card }])
    shop.clock.advance(1)
    const late = await viewOf(await shop.read(id, clientSecret))
    expect(late).toMatchObject({ status: 'choosing', methods: [], action: null })
    expect(late).not.toHaveProperty('savedCards')
    for (const choice of [{ method: 'saved-card', savedCard: card }, { method: 'form' }]) {
      const start = await shop.start(id, clientSecret, { ...choice, after: 0 })
      expect(start.status).toBe(403)
      expect(await start.json()).toMatchObject({ code: 'order_expired' })
    }
    const removal = await shop.delete(`/cards/${card}`, { 'checkout-secret': clientSecret })
    expect(removal.status).toBe(404)
    expect(await shop.store.cardsOf('c-7')).toHaveLength(1)
    expect(shop.sandbox.orders()).toHaveLength(1)
  })

  test('ends a long poll that shows more', async () => {
    const { shop, id, clientSecret } = await opened()
    await shop.start(id, clientSecret, { method: 'transfer', after: 0 })
    shop.clock.advance(hour - 5000)
    const shown = await shop.read(id, clientSecret)
    const headers = { 'checkout-secret': clientSecret, 'if-none-match': shown.headers.get('etag') ?? '' }
    expect((await viewOf(shown)).action).not.toBeNull()
    const timers = shop.clock.timers()
    const poll = shop.get(`/checkouts/${id}?wait=20`, headers)
    // It waits, and the notifier compares versions.
    while (shop.clock.timers() < timers + 2) await new Promise((resolve) => setImmediate(resolve))
    shop.clock.advance(5000)
    shop.clock.advance(20_000)
    const ended = await poll
    expect(ended.status).toBe(200)
    expect(await viewOf(ended)).toMatchObject({ status: 'pending', action: null })
  })

  test('does not renew an expired checkout', async () => {
    const shop = createTokenShop({ checkoutTtlSeconds: 60 })
    const { id, clientSecret } = await shop.open('1042')
    shop.clock.advance(hour)
    const start = await shop.start(id, clientSecret, { method: 'form', after: 0 })
    expect(await start.json()).toMatchObject({ code: 'order_expired' })
    expect(await shop.store.entry(id)).toMatchObject({ attempts: [] })
  })

  test('still reads the outcome, without payment details, and reports nothing', async () => {
    const { shop, id, clientSecret } = await opened()
    await shop.start(id, clientSecret, { method: 'transfer', after: 0 })
    expect((await viewOf(await shop.read(id, clientSecret))).action).not.toBeNull()
    shop.clock.advance(hour)
    expect(await viewOf(await shop.read(id, clientSecret))).toMatchObject({ status: 'pending', action: null })
    const sent = { 'checkout-secret': clientSecret }
    const report = await shop.post(`/checkouts/${id}/attempts/1/sent`, { sent: true }, sent)
    expect(await report.json()).toMatchObject({ code: 'order_expired' })
    await shop.payNewest()
    expect(await viewOf(await shop.read(id, clientSecret))).toMatchObject({
      status: 'succeeded',
      final: true,
    })
  })

  test('is answered at that moment, also while a long poll waits', async () => {
    const { shop, id, clientSecret } = await opened()
    await shop.start(id, clientSecret, { method: 'transfer', after: 0 })
    const etag = (await shop.read(id, clientSecret)).headers.get('etag') ?? ''
    shop.clock.advance(hour - 10_000)
    const waiting = shop.get(`/checkouts/${id}?wait=25`, {
      'checkout-secret': clientSecret,
      'if-none-match': etag,
    })
    await shop.advance(10, 1)
    expect(await viewOf(await waiting)).toMatchObject({ status: 'pending', action: null })
  })
})

test('a secret that was issued without an order token expires after a day', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 7 * 86_400 } })
  const { id, clientSecret = '' } = await harness.createCheckout('1042')
  const read = async () =>
    CheckoutView.parse(
      await (await harness.get(`/checkouts/${id}`, { 'checkout-secret': clientSecret })).json(),
    )
  harness.clock.advance(86_400_000 - 1)
  expect((await read()).methods).not.toEqual([])
  harness.clock.advance(1)
  expect((await read()).methods).toEqual([])
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
