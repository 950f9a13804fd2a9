import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CheckoutView, PayLink } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import type { OrderToSign } from '../../../src/server/index.ts'
import { createTokenShop, sign, type TokenShop } from './shop.ts'

/** A shop whose amounts are in its tokens only. */
const createSigningShop = (options: Parameters<typeof createTokenShop>[0] = {}): TokenShop =>
  createTokenShop({
    order: (_reference, _request, { amount, currency } = { purpose: 'pay' }) =>
      amount === undefined || currency === undefined ? null : { amount, currency },
    ...options,
  })

const priced = (amount: string): Omit<OrderToSign, 'order'> => ({ amount, currency: 'UAH' })

const post = async (shop: TokenShop, order: string, body: object = {}) => {
  const response = await shop.post('/checkouts', { order, ...body })
  const answer: CheckoutView & { code?: string } = await response.json()
  return answer
}

test('a token that was issued earlier does not bring back its amount', async () => {
  const shop = createSigningShop()
  const first = await shop.token('1042', priced('10.00'))
  await post(shop, first)
  shop.clock.advance(1000)
  const second = await shop.token('1042', priced('1000.00'))
  expect(await post(shop, second)).toMatchObject({ amount: { value: '1000.00' } })
  const again = await post(shop, first, { method: 'form' })
  expect(again).toMatchObject({ code: 'amount_changed' })
  expect(shop.sandbox.orders()).toEqual([])
  expect(await post(shop, second, { method: 'form' })).toMatchObject({ amount: { value: '1000.00' } })
})

test('nor its currency, where both state the same number', async () => {
  const shop = createSigningShop()
  const first = await shop.token('1042', priced('10.00'))
  await post(shop, first)
  shop.clock.advance(1000)
  await post(shop, await shop.token('1042', { amount: '10.00', currency: 'KZT' }))
  expect(await post(shop, first)).toMatchObject({ code: 'amount_changed' })
})

test('also not after the time of the newer one is over, nor with its client secret', async () => {
  const shop = createSigningShop({ checkoutTtlSeconds: 60 })
  const first = await shop.token('1042', priced('10.00'))
  const { id, clientSecret } = await post(shop, first)
  shop.clock.advance(1000)
  await post(shop, await shop.token('1042', priced('1000.00')))
  await shop.advance(120, 10)
  expect(await post(shop, first, { method: 'form' })).toMatchObject({ code: 'amount_changed' })
  const started = await shop.start(id, clientSecret, { method: 'form', after: 0 })
  expect(await started.json()).toMatchObject({ amount: { value: '1000.00' } })
})

test('an earlier token of the same amount proves its order, with the methods of the newest one', async () => {
  const shop = createSigningShop()
  const first = await shop.token('1042', { ...priced('10.00'), methods: ['transfer'] })
  await post(shop, first)
  shop.clock.advance(1000)
  await post(shop, await shop.token('1042', { ...priced('10.00'), methods: ['form'] }))
  expect(await post(shop, first)).toMatchObject({ methods: ['form'] })
  expect(await post(shop, first, { method: 'transfer' })).toMatchObject({ code: 'method_not_offered' })
})

test('so it is also once an attempt of the earlier one has failed', async () => {
  const shop = createSigningShop()
  const first = await shop.token('1042', { ...priced('10.00'), methods: ['transfer', 'form'] })
  const { id, clientSecret } = await post(shop, first, { method: 'transfer' })
  await shop.controlOrder(0, { do: 'fail' })
  await shop.advance(30, 5)
  await post(shop, await shop.token('1042', { ...priced('10.00'), methods: ['form'] }))
  expect(await post(shop, first)).toMatchObject({ status: 'failed', methods: ['form'] })
  const started = await shop.start(id, clientSecret, { method: 'transfer', after: 1 })
  expect(await started.json()).toMatchObject({ code: 'method_not_offered' })
})

test('nor does a request that was under way when the newer one came start a method of the earlier one', async () => {
  let openMeanwhile = async (): Promise<unknown> => undefined
  const shop = createSigningShop({
    order: async (_reference, _request, { amount, currency } = { purpose: 'pay' }) => {
      const open = openMeanwhile
      openMeanwhile = async () => undefined
      await open()
      return amount === undefined || currency === undefined ? null : { amount, currency }
    },
  })
  const first = await shop.token('1042', { ...priced('10.00'), methods: ['transfer'] })
  const { id, clientSecret } = await post(shop, first)
  shop.clock.advance(1000)
  const second = await shop.token('1042', { ...priced('10.00'), methods: ['form'] })
  openMeanwhile = () => post(shop, second)
  const started = await shop.start(id, clientSecret, { method: 'transfer', after: 0 })
  expect(await started.json()).toMatchObject({ code: 'method_not_offered' })
  expect(shop.sandbox.orders()).toEqual([])
})

test('without iat, the expiry counts', async () => {
  const shop = createSigningShop()
  const exp = shop.clock.now() / 1000 + 3600
  const claims = { sub: '1042', aud: 'pay', currency: 'UAH' }
  const first = await sign({ ...claims, exp, amount: '10.00' })
  await post(shop, first)
  await post(shop, await sign({ ...claims, exp: exp + 1, amount: '1000.00' }))
  expect(await post(shop, first)).toMatchObject({ code: 'amount_changed' })
})

test('where order() gives the amount, an earlier token opens the order at the amount of now', async () => {
  let amount = '10.00'
  const shop = createTokenShop({ order: () => ({ amount, currency: 'UAH' }) })
  const first = await shop.token('1042')
  await post(shop, first)
  shop.clock.advance(1000)
  await post(shop, await shop.token('1042'))
  amount = '1000.00'
  expect(await post(shop, first)).toMatchObject({ amount: { value: '1000.00' } })
})

/** The token in the address that the newest payment returns to. */
const returnToken = ({ sandbox }: TokenShop): string =>
  new URL(sandbox.orders().at(-1)?.redirects?.success ?? '').searchParams.get('order') ?? ''

test('the token of a return address is as old as the terms that it repeats', async () => {
  const shop = createSigningShop()
  shop.clock.advance(300)
  const token = await shop.token('1042', priced('10.00'))
  const issuedAt = shop.clock.now() / 1000
  shop.clock.advance(60_000)
  await post(shop, token, { method: 'form' })
  const [, payload = ''] = returnToken(shop).split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    aud: 'return',
    amount: '10.00',
    iat: issuedAt,
  })
})

const adminToken = 'the operator of this shop'

/** The token in a payment link that an operator creates. */
async function linkToken(shop: TokenShop, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${adminToken}` }
  const { url } = PayLink.parse(await (await shop.post(`/admin/checkouts/${id}/link`, {}, headers)).json())
  return url.split('/').at(-1) ?? ''
}

describe('the addresses of an order whose token has no iat', () => {
  const unissued = (shop: TokenShop, amount: string, seconds: number): Promise<string> =>
    sign({ sub: '1042', aud: 'pay', currency: 'UAH', amount, exp: shop.clock.now() / 1000 + seconds })

  test('the payer returns to it', async () => {
    const shop = createSigningShop()
    const { id } = await post(shop, await unissued(shop, '10.00', 3600), { method: 'form' })
    expect(await post(shop, returnToken(shop))).toMatchObject({ id, status: 'pending' })
    await shop.payNewest()
    expect(await post(shop, returnToken(shop))).toMatchObject({ id, status: 'succeeded' })
  })

  test("an operator's link opens it, until a newer token states another amount", async () => {
    const shop = createSigningShop({ adminToken, pages: hostedPages({ name: 'Shop' }) })
    const { id } = await post(shop, await unissued(shop, '10.00', 3600))
    const link = await linkToken(shop, id)
    expect(await post(shop, link)).toMatchObject({ id, amount: { value: '10.00' } })
    expect((await shop.get(`/o/${link}`)).status).toBe(200)
    await post(shop, await unissued(shop, '1000.00', 3601))
    expect(await post(shop, link)).toMatchObject({ code: 'amount_changed' })
    expect(await post(shop, await linkToken(shop, id))).toMatchObject({ amount: { value: '1000.00' } })
  })
})

test('in whatever order tokens and links arrive, the terms are those of the token that was issued last', async () => {
  const token = fc.record({
    claim: fc.constantFrom('iat', 'exp'),
    at: fc.nat(5),
    amount: fc.integer({ min: 1, max: 3 }),
  })
  const link = fc.record({ nth: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(token, fc.array(fc.oneof(token, link), { maxLength: 8 }), async (first, others) => {
      const shop = createSigningShop({ adminToken, pages: hostedPages({ name: 'Shop' }) })
      const links: string[] = []
      let newest = { issuedAt: 0, amount: 0 }
      for (const [index, step] of [first, ...others].entries()) {
        const now = shop.clock.now() / 1000
        let order = 'nth' in step ? links[step.nth] : undefined
        if ('claim' in step) {
          const { claim, amount } = step
          const at = step.at + index / 1000
          const times = { exp: now + 3600 + at, ...(claim === 'iat' ? { iat: now - 60 + at } : {}) }
          order = await sign({ sub: '1042', aud: 'pay', amount: `${amount}.00`, currency: 'UAH', ...times })
          const issuedAt = times.iat ?? times.exp
          if (issuedAt > newest.issuedAt) newest = { issuedAt, amount }
        }
        if (order === undefined) continue
        const answer = await post(shop, order)
        if (answer.code !== undefined) expect(answer.code).toBe('amount_changed')
        else expect(answer.amount.value).toBe(`${newest.amount}.00`)
        const entry = await shop.store.entryByRef('checkout', '1042')
        expect(entry?.amount.value).toBe(`${newest.amount}.00`)
        const opened = await linkToken(shop, entry?.id ?? '')
        expect(await post(shop, opened)).toMatchObject({ amount: { value: `${newest.amount}.00` } })
        links.push(opened)
      }
    }),
    { numRuns: 50 },
  )
})

test('after its time, an order whose terms are only in its token starts again where the view offers it', async () => {
  const shop = createSigningShop({ checkoutTtlSeconds: 60 })
  const { id, clientSecret } = await post(shop, await shop.token('1042', priced('10.00')), { method: 'form' })
  await shop.advance(120, 10)
  const view = await (await shop.read(id, clientSecret)).json()
  expect(view).toMatchObject({ status: 'expired', canReplace: true })
  const started = await shop.start(id, clientSecret, { method: 'transfer', after: 1, replace: true })
  expect(await started.json()).toMatchObject({ status: 'pending', attempts: 2 })
})
