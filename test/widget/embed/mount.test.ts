// @vitest-environment happy-dom
import { mount } from 'paypane'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transfer } from '../../../demo/gallery/states.ts'
import { view } from '../core/fake-page.ts'

const waitABit = () => new Promise((resolve) => setTimeout(resolve, 30))
const shown = () => document.querySelector('#pay > div')?.shadowRoot?.querySelector('h2')?.textContent ?? null

beforeEach(() => {
  document.body.innerHTML = '<div id="pay"></div>'
})
afterEach(() => {
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

test('shows what the server says, and gives it as state', async () => {
  const fetch = serve(view())
  const pane = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  expect(pane.view).toBeNull()
  await waitABit()
  expect(pane.view?.status).toBe('pending')
  expect(shown()).toContain('Waiting for confirmation')
  pane.unmount()
})

test('a view that the page brought is on the screen at once, and told to those who listen afterwards', async () => {
  const pane = mount('#pay', {
    endpoint: '/pay',
    checkout: 'co_1',
    initialView: view({ status: 'succeeded', final: true }),
  })
  const ready = vi.fn()
  document.querySelector('#pay')?.addEventListener('paypane:ready', ready)
  expect(shown()).toContain('Paid')
  await waitABit()
  expect(ready).toHaveBeenCalledOnce()
  pane.unmount()
})

test('another order is another session; other words are not', async () => {
  const fetch = serve(view(), view({ order: '1043' }))
  const pane = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  await waitABit()
  pane.update({ messages: { pending: 'Moment, please' }, theme: 'dark' })
  expect(shown()).toContain('Moment, please')
  const asked = () => fetch.mock.calls.filter(([, init]) => init?.method === 'POST').length
  expect(asked()).toBe(1)
  pane.update({ order: '1043' })
  await waitABit()
  expect(asked()).toBe(2)
  pane.unmount()
})

test('unmounted, nothing is left on the page, and nothing more is told', async () => {
  const heard = vi.fn()
  document.querySelector('#pay')?.addEventListener('paypane:ready', heard)
  const pane = mount('#pay', { endpoint: '/pay', order: '1042', fetch: serve(view()) })
  pane.unmount()
  pane.unmount()
  await waitABit()
  expect(document.querySelector('#pay')?.childNodes).toHaveLength(0)
  expect(heard).not.toHaveBeenCalled()
})

test('says what is missing to whoever builds the page', () => {
  expect(() => mount('#nowhere', { endpoint: '/pay', order: '1042' })).toThrow('#nowhere')
  expect(() => mount('#pay', { endpoint: '/pay' })).toThrow('`order`')
})

test('a locale is loaded when asked for', async () => {
  const pane = mount('#pay', { endpoint: '/pay', order: '1042', locale: 'uk', fetch: serve(view()) })
  const { messages } = await import('../../../src/widget/i18n/locales/uk.ts')
  await vi.waitFor(() => expect(shown()).toContain(messages.pending))
  pane.unmount()
})

test('a language that is passed in is spoken, though it is none of ours', async () => {
  const { messages } = await import('../../../src/widget/i18n/locales/tr.ts')
  const pane = mount('#pay', {
    endpoint: '/pay',
    order: '1042',
    locale: 'az-x-shop',
    messages,
    fetch: serve(view()),
  })
  await vi.waitFor(() => expect(shown()).toContain(messages.pending))
  pane.update({ locale: 'ka' })
  await waitABit()
  expect(shown()).toContain(messages.pending)
  expect(document.querySelector('#pay > div')?.shadowRoot?.querySelector('section')?.lang).toBe('ka')
  pane.unmount()
})

test('a refresh asks at once', async () => {
  const fetch = serve(view())
  const pane = mount('#pay', { endpoint: '/pay', order: '1042', fetch })
  await waitABit()
  const asked = fetch.mock.calls.length
  pane.refresh()
  expect(fetch.mock.calls.length).toBe(asked + 1)
  pane.unmount()
})

test('a copy is written within the press, in plain digits in every language; the word for it lapses', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const locale of ['en', 'fa', 'bn']) {
    write.mockClear()
    const initialView = { ...transfer, amount: { value: '0.0000005', currency: 'BTC' } }
    const pane = mount('#pay', { endpoint: '/pay', checkout: 'co_1', locale, initialView, fetch: serve() })
    const find = (selector: string) =>
      document.querySelector('#pay > div')?.shadowRoot?.querySelector<HTMLElement>(selector)
    await vi.waitFor(() => expect(find('.amount-row .copy')).toBeTruthy())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    find('.amount-row .copy')?.click()
    expect(write).toHaveBeenCalledExactlyOnceWith('0.0000005')
    await vi.advanceTimersByTimeAsync(2400)
    expect(find('.copied')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(200)
    expect(find('.copied')).toBeNull()
    vi.useRealTimers()
    pane.unmount()
  }
})
