// @vitest-environment happy-dom
import { mount } from 'paypane'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import { esmLoaders } from '../../../src/widget/embed/esm-loaders.ts'
import { waitFor } from '../../support/wait-for.ts'
import { validView, view } from '../core/fake-page.ts'

/** Runs the timers that are due soon, and everything that waits for no timer. */
const settle = () => vi.advanceTimersByTimeAsync(30)
const root = () => document.querySelector('#pay > div')?.shadowRoot
const shown = () => root()?.querySelector('h2')?.textContent ?? null

// Importing it takes real time, once.
beforeAll(async () => void (await esmLoaders.loadDeferred()))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.innerHTML = '<div id="pay"></div>'
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const serve = (...views: ReturnType<typeof view>[]) => {
  let place = 0
  return vi.fn<typeof fetch>(async () => {
    const next = views[place++]
    if (!next) return new Promise<Response>(() => undefined)
    return new Response(JSON.stringify(next), { headers: { etag: `W/"${place}"` } })
  })
}

test('shows the server’s view and exposes it', async () => {
  const fetch = serve(view())
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  expect(widget.view).toBeNull()
  await settle()
  expect(widget.view?.status).toBe('pending')
  expect(shown()).toContain('Waiting for confirmation')
  widget.unmount()
})

test('initialView is rendered at once; its event reaches listeners added afterwards', async () => {
  const widget = mount('#pay', {
    endpoint: '/pay',
    checkout: 'co_1',
    initialView: validView({
      status: 'succeeded',
      final: true,
      paid: { value: '1250.00', currency: 'UAH' },
      pollAfter: null,
    }),
  })
  const ready = vi.fn()
  document.querySelector('#pay')?.addEventListener('paypane-ready', ready)
  expect(shown()).toContain('Paid')
  await settle()
  expect(ready).toHaveBeenCalledOnce()
  widget.unmount()
})

test('another order starts a new session; other messages do not', async () => {
  const fetch = serve(view(), view({ order: '1043' }))
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  await settle()
  widget.update({ messages: { pending: 'Moment, please' }, theme: 'dark' })
  expect(shown()).toContain('Moment, please')
  const createCount = () => fetch.mock.calls.filter(([, init]) => init?.method === 'POST').length
  expect(createCount()).toBe(1)
  widget.update({ order: '1043' })
  await settle()
  expect(createCount()).toBe(2)
  widget.unmount()
})

test('another order is opened, not shown with the view of the one before', async () => {
  const [first, second] = [validView(), validView({ id: 'co_2', order: '1043' })]
  const fetch = serve()
  const opened = () => fetch.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [init.body] : []))
  const widget = mount('#pay', { endpoint: '/pay', order: 'token-1', initialView: first, fetch })
  expect(widget.view?.order).toBe('1042')
  // As a component of a framework passes every option, each time.
  for (const order of ['token-2', 'token-3']) {
    widget.update({ order, initialView: first })
    expect(widget.view).toBeNull()
    expect(opened().at(-1)).toBe(JSON.stringify({ order }))
  }
  widget.update({ order: 'token-4', initialView: second })
  expect(widget.view?.order).toBe('1043')
  // Given too late, and not of the next order.
  widget.update({ initialView: first })
  widget.update({ order: 'token-5' })
  expect(widget.view).toBeNull()
  expect(opened()).toHaveLength(3)
  widget.unmount()
})

test('the styles of an earlier session do not add up', async () => {
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch: serve(view()) })
  await settle()
  expect(root()?.adoptedStyleSheets).toHaveLength(2)
  widget.update({ order: '1043' })
  await settle()
  expect(root()?.adoptedStyleSheets).toHaveLength(2)
  widget.unmount()
})

test('another order function replaces the first without a new session', async () => {
  const responses = [
    () => new Response('{"code":"order_unknown"}', { status: 404 }),
    () => new Response(JSON.stringify(view())),
  ]
  const fetch = vi.fn<typeof globalThis.fetch>(
    // The request without a body looks for the reason.
    async (_, init) =>
      (init?.body ? responses.shift()?.() : Response.json({})) ?? new Promise(() => undefined),
  )
  vi.spyOn(console, 'warn').mockReturnValueOnce()
  const widget = mount('#pay', { endpoint: '/pay', order: () => 'token-1', fetch })
  await settle()
  widget.update({ order: async () => 'token-2' })
  await settle()
  const bodies = () => fetch.mock.calls.map(([, init]) => init?.body).filter((body) => body !== undefined)
  expect(bodies()).toHaveLength(1)
  widget.refresh()
  await settle()
  expect(bodies()).toEqual(['{"order":"token-1"}', '{"order":"token-2"}'])
  widget.unmount()
})

test('unmount removes everything and ends all events', async () => {
  const onReady = vi.fn()
  document.querySelector('#pay')?.addEventListener('paypane-ready', onReady)
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch: serve(view()) })
  widget.unmount()
  widget.unmount()
  await settle()
  expect(document.querySelector('#pay')?.childNodes).toHaveLength(0)
  expect(onReady).not.toHaveBeenCalled()
})

test('no event of a view that another order replaces at once', async () => {
  const ready = vi.fn()
  document.querySelector('#pay')?.addEventListener('paypane-ready', ready)
  const initialView = validView()
  const fetch = serve()
  const widget = mount('#pay', { endpoint: '/pay', checkout: 'co_1', initialView, fetch })
  widget.update({ checkout: 'co_2', initialView: undefined })
  await settle()
  expect(ready).not.toHaveBeenCalled()
  widget.unmount()
})

test('an endpoint that is no address is refused, and the widget goes on', async () => {
  const fetch = serve(view())
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  await settle()
  expect(() => widget.update({ endpoint: 'https://' })).toThrow(TypeError)
  expect(root()?.querySelector('h2')?.textContent).toBe('Waiting for confirmation')
  widget.update({ endpoint: '/pay', order: '1043' })
  expect(fetch.mock.calls.at(-1)?.[1]?.body).toBe(JSON.stringify({ order: '1043' }))
  widget.unmount()
})

test('after unmount an update starts nothing', async () => {
  const fetch = serve(view(), view({ order: '1043' }))
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  await settle()
  widget.unmount()
  const requestCount = fetch.mock.calls.length
  widget.update({ order: '1043', locale: 'uk' })
  await settle()
  expect(fetch.mock.calls.length).toBe(requestCount)
})

test('throws an error that names the missing element or option', () => {
  expect(() => mount('#nowhere', { endpoint: '/pay', order: '1042' })).toThrow('#nowhere')
  expect(() => mount('#pay', { endpoint: '/pay' })).toThrow('no checkout or order')
})

test('loads a locale on demand', async () => {
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', locale: 'uk', fetch: serve(view()) })
  const { messages } = await import('../../../src/widget/i18n/locales/uk.ts')
  await waitFor(() => expect(shown()).toContain(messages.pending))
  widget.unmount()
})

test('custom messages are used for a language without a locale', async () => {
  const { messages } = await import('../../../src/widget/i18n/locales/tr.ts')
  const widget = mount('#pay', {
    endpoint: '/pay',
    order: '1042',
    locale: 'az-x-shop',
    messages,
    fetch: serve(view()),
  })
  await waitFor(() => expect(shown()).toContain(messages.pending))
  widget.update({ locale: 'ka' })
  await settle()
  expect(shown()).toContain(messages.pending)
  expect(root()?.querySelector('section')?.lang).toBe('ka')
  widget.unmount()
})

test('refresh sends a request at once', async () => {
  const fetch = serve(view())
  const widget = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  await settle()
  const requestCount = fetch.mock.calls.length
  widget.refresh()
  expect(fetch.mock.calls.length).toBe(requestCount + 1)
  widget.unmount()
})

test('copies synchronously, in plain digits in every language; “Copied” disappears', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const locale of ['en', 'fa', 'bn']) {
    write.mockClear()
    const initialView = { ...transfer, amount: { value: '0.0000005', currency: 'BTC' } }
    const widget = mount('#pay', { endpoint: '/pay', checkout: 'co_1', locale, initialView, fetch: serve() })
    const find = (selector: string) => root()?.querySelector<HTMLElement>(selector)
    await waitFor(() => expect(find('.amount-row .copy')).toBeTruthy())
    find('.amount-row .copy')?.click()
    expect(write).toHaveBeenCalledExactlyOnceWith('0.0000005')
    await vi.advanceTimersByTimeAsync(2400)
    expect(find('.copied')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(200)
    expect(find('.copied')).toBeNull()
    widget.unmount()
  }
})
