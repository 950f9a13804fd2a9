import { expect, test } from 'vitest'
import { payLink, tryLink } from '../../src/cli/link.ts'
import { hostedPages } from '../../src/server/html/index.ts'
import { createTokenShop, secret } from '../server/checkout/shop.ts'
import { waitFor } from '../support/wait-for.ts'

const env = { SHOP_SECRET: secret, PUBLIC_URL: 'http://127.0.0.1:8787' }

test('a pay link opens the payment page of the order until it expires', async () => {
  const shop = createTokenShop({ pages: hostedPages({ name: 'Shop' }) })
  const options = { order: '1042', expires: '2d', basePath: '/pay', now: shop.clock.now() }
  const link = await payLink(env, options)
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8787\/pay\/o\/[\w-]+\.[\w-]+\.[\w-]+$/)
  const open = async () => (await shop.paypane.fetch(new Request(link))).status
  shop.clock.advance(47 * 3_600_000)
  expect(await open()).toBe(200)
  shop.clock.advance(2 * 3_600_000)
  expect(await open()).toBe(403)
})

test('a pay link has a purpose of its own', async () => {
  const link = await payLink(env, { order: '1042', expires: '7d', basePath: '/pay', now: 0 })
  const [, payload = ''] = link.split('.').slice(-3)
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: '1042', aud: 'page' })
})

test.each([
  ['pay', 'http://127.0.0.1:8787/pay/o/'],
  ['/shop/pay/', 'http://127.0.0.1:8787/shop/pay/o/'],
  ['/', 'http://127.0.0.1:8787/o/'],
])('the base path %s stays below the public address', async (basePath, start) => {
  const link = await payLink(env, { order: '1042', expires: '7d', basePath, now: 0 })
  expect(link.startsWith(start)).toBe(true)
})

test('a link is tried before it is printed, and its amount and currency are signed together', async () => {
  const shop = createTokenShop({
    pages: hostedPages({ name: 'Shop' }),
    order: (reference, _, token) =>
      token?.amount === undefined || token.currency === undefined
        ? null
        : { reference, amount: token.amount, currency: token.currency },
  })
  const options = { order: '77', expires: '2d', basePath: '/pay', now: shop.clock.now() }
  const open: typeof fetch = (input, init) => shop.paypane.fetch(new Request(input, init))
  const linkWith = (more: object) => payLink(env, { ...options, ...more })
  await tryLink(await linkWith({ amount: '12.50', currency: 'UAH' }), open)
  const unlisted = await linkWith({})
  await expect(tryLink(unlisted, open)).rejects.toThrow('responded 404: it does not open this order')
  await expect(linkWith({ amount: '12.50' })).rejects.toThrow('Give --amount and --currency together')
  const down: typeof fetch = () => Promise.reject(new TypeError('fetch failed'))
  await expect(tryLink(unlisted, down)).rejects.toThrow('http://127.0.0.1:8787 does not respond')
})

test('a link is not printed either where a page is opened that does not show the order', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const shop = createTokenShop({
    pages: hostedPages({ name: 'Shop' }),
    order: async () => {
      await isRead
      return null
    },
  })
  const slow: typeof fetch = async (input) => {
    const opening = shop.paypane.fetch(new Request(input))
    await waitFor(async () => {
      shop.clock.advance(50)
      expect(await Promise.race([opening, null])).not.toBeNull()
    })
    read()
    return await opening
  }
  const link = await payLink(env, { order: '1042', expires: '2d', basePath: '/pay', now: shop.clock.now() })
  const app: typeof fetch = async () => new Response('<!doctype html><title>Shop</title><div id=app></div>')
  for (const fetcher of [slow, app])
    await expect(tryLink(link, fetcher)).rejects.toThrow('responded 200: it does not open this order')
})

test('a missing secret or address and an invalid time are named', async () => {
  const options = { order: '1042', expires: '7d', basePath: '/pay', now: 0 }
  await expect(payLink({ ...env, SHOP_SECRET: '' }, options)).rejects.toThrow(
    'SHOP_SECRET is not set. Give that of the server',
  )
  await expect(payLink({ ...env, SHOP_SECRET: 'short' }, options)).rejects.toThrow('shorter than 32 bytes')
  await expect(payLink({ ...env, PUBLIC_URL: '' }, options)).rejects.toThrow('PUBLIC_URL')
  await expect(payLink(env, { ...options, expires: 'soon' })).rejects.toThrow('soon is not a duration')
})
