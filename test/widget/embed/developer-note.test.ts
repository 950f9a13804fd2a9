// @vitest-environment happy-dom
import { mount } from 'paypane'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import 'paypane/element'
import { esmLoaders } from '../../../src/widget/embed/esm-loaders.ts'
import { validView, view } from '../core/fake-page.ts'

const settle = () => vi.advanceTimersByTimeAsync(30)
const shown = () => document.querySelector('#pay > div')?.shadowRoot?.textContent ?? ''
let warnings: string[]

// Importing it takes real time, once.
beforeAll(async () => void (await esmLoaders.loadDeferred()))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.innerHTML = '<div id="pay"></div>'
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((text) => warnings.push(String(text)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

const html = (status: number) => async () =>
  new Response('<h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

test.each([
  ['a page', 200],
  ['404', 404],
  ['405', 405],
  ['502', 502],
])('an endpoint that answers with %s is named, once, with its page in the docs', async (_, status) => {
  const endpoint = `/wrong-${status}`
  const widgets = [1, 2].map(() => mount('#pay', { endpoint, order: '1042', fetch: html(status) }))
  await settle()
  expect(warnings).toEqual([
    `Paypane: http://localhost:3000${endpoint}/checkouts/co_ is another server (${status} text/html; charset=utf-8): docs/errors.md#wrong_endpoint`,
  ])
  // The page is on loopback.
  expect(shown()).toContain(warnings[0])
  for (const widget of widgets) widget.unmount()
})

test('an endpoint that answers with the JSON of somebody else is named', async () => {
  const foreign = async () => Response.json({ hello: 'world' })
  const widget = mount('#pay', { endpoint: '/api', order: '1042', fetch: foreign })
  await settle()
  expect(warnings).toEqual([
    'Paypane: http://localhost:3000/api/checkouts/co_ is another server (200 application/json): docs/errors.md#wrong_endpoint',
  ])
  widget.unmount()
})

test('a missing endpoint, as plain JavaScript allows, is named by the address that it leads to', async () => {
  const misspelt = JSON.parse('{ "endpiont": "/pay", "order": "1042" }')
  const widget = mount('#pay', { ...misspelt, fetch: html(404) })
  await settle()
  expect(warnings).toEqual([
    'Paypane: http://localhost:3000/undefined/checkouts/co_ is another server (404 text/html; charset=utf-8): docs/errors.md#wrong_endpoint',
  ])
  widget.unmount()
})

test('an order that the server does not know may be signed with another secret', async () => {
  const unknown = async () => Response.json({ code: 'order_unknown' }, { status: 404 })
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch: unknown })
  await settle()
  expect(warnings).toEqual([expect.stringContaining('docs/errors.md#order_unknown')])
  expect(shown()).toContain(warnings[0])
  widget.unmount()
})

test('a view of the page without a client secret, which opens nothing, is named', async () => {
  const unknown = async () => Response.json({ code: 'checkout_unknown' }, { status: 404 })
  const initialView = validView()
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', initialView, fetch: unknown })
  await settle()
  expect(warnings).toEqual(['Paypane: initialView has no clientSecret: docs/errors.md#checkout_unknown'])
  expect(shown()).toContain(warnings[0])
  widget.unmount()
})

test('a payment that was shown before has an endpoint that is right: no request asks for more', async () => {
  const paths: string[] = []
  const fetch = async (url: RequestInfo | URL) => {
    paths.push(new URL(String(url)).pathname)
    return Response.json({ code: 'order_expired' }, { status: 403 })
  }
  const initialView = { ...validView(), clientSecret: 'co_1_secret_1' }
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', initialView, fetch })
  await settle()
  expect(shown()).toContain('This payment link has expired')
  expect(paths).not.toContain('/pay/checkouts/co_')
  widget.unmount()
})

test('what the page’s developer cannot change is not named', async () => {
  const expired = async () => Response.json({ code: 'order_expired' }, { status: 403 })
  const down = async () => Response.json({ code: 'service_unavailable' }, { status: 503 })
  for (const fetch of [expired, down, async () => Response.json(view())]) {
    const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
    await settle()
    widget.unmount()
  }
  expect(warnings).toEqual([])
})

test('options that have no effect are named, once each', async () => {
  const options = { endpoint: '/pay', order: '1042', fetch: async () => Response.json(view()) }
  document.body.innerHTML =
    '<pay-pane theme="drak" present="fomr" method="card" locale="ua" support="http://shop.example/help"></pay-pane>'
  const element = document.querySelector('pay-pane')
  Object.assign(element ?? {}, options)
  await settle()
  element?.setAttribute('merchant', 'Tea Shop')
  await settle()
  expect(warnings).toEqual(
    [
      'theme "drak" is not auto, light, dark',
      'present "fomr" is not details, form',
      'method "card" is not transfer, form',
      'no texts for the locale "ua"',
      'the URL of support is not HTTPS: http://shop.example/help',
    ].map((text) => `Paypane: ${text}: docs/errors.md#wrong_option`),
  )
})

test.each(['en', 'EN-gb', 'de-AT', 'pt', 'pt_BR', 'uz-Cyrl'])('the locale %s is in order', async (locale) => {
  const support = { email: 'a@shop.example', url: 'https://shop.example' }
  const options = { theme: 'dark', present: 'form', method: 'form', locale, support } as const
  const widget = mount('#pay', {
    ...{ endpoint: '/pay', order: '1042', fetch: async () => Response.json(view()) },
    ...options,
  })
  await settle()
  expect(warnings).toEqual([])
  widget.unmount()
})

test.each([
  'https://other.example/pay',
  // It begins with the page's own origin.
  'http://localhost:3000@other.example/pay',
])('the endpoint %s of another origin in markup is one mistake, named once', async (endpoint) => {
  document.body.innerHTML = `<pay-pane endpoint="${endpoint}" order="1042"></pay-pane>`
  const element = document.querySelector('pay-pane')
  Object.assign(element ?? {}, { fetch: html(404) })
  await settle()
  expect(warnings).toEqual([
    `Paypane: set ${new URL(endpoint).href} as a property, or name its origin in data-origins`,
  ])
  expect(element?.shadowRoot?.textContent).toContain(warnings[0])
  element?.remove()
})

test('an element whose order is missing, empty or misspelt says so after a while', async () => {
  document.body.innerHTML = '<pay-pane endpoint="/pay" ordr="1042"></pay-pane><pay-pane order=""></pay-pane>'
  await vi.advanceTimersByTimeAsync(3100)
  expect(warnings).toEqual([
    'Paypane: no order, but endpoint,ordr: docs/errors.md#no_order',
    'Paypane: no order, but order: docs/errors.md#no_order',
  ])
  expect(document.body.textContent).toContain(warnings[0])
})

test('an order that a framework sets later is in time', async () => {
  document.body.innerHTML = '<pay-pane endpoint="/pay"></pay-pane>'
  await settle()
  const order = { fetch: async () => Response.json(view()), checkout: 'co_1' }
  Object.assign(document.querySelector('pay-pane') ?? {}, order)
  await vi.advanceTimersByTimeAsync(3100)
  expect(warnings.filter((text) => text.includes('no_order'))).toEqual([])
  document.querySelector('pay-pane')?.remove()
})
