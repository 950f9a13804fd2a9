// @vitest-environment happy-dom
import { Paypane, type PaypaneHandle } from 'paypane/react'
import { act, createElement, createRef, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { validView, view } from '../core/fake-page.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

/** A server that responds when it is released. */
function delayedServer() {
  let release: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const fetch = vi.fn<typeof globalThis.fetch>(async (_, init) => {
    await isReleased
    if (init?.method === 'POST') return new Response(JSON.stringify(view()), { headers: { etag: 'W/"1"' } })
    return new Promise<Response>(() => undefined)
  })
  return { fetch, release }
}

/** Runs the timers that are due soon, and everything that waits for no timer. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(30))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.innerHTML = '<main></main>'
})
afterEach(() => void vi.useRealTimers())

const place = () => document.querySelector('main') ?? document.body

test('strict mode leaves one widget; events reach the current callbacks', async () => {
  const root = createRoot(place())
  const [first, second] = [vi.fn(), vi.fn()]
  const { fetch, release } = delayedServer()
  const show = (onReady: () => void) =>
    act(async () =>
      root.render(
        createElement(
          StrictMode,
          null,
          createElement(Paypane, { endpoint: '/pay', order: '1042', fetch, onReady }),
        ),
      ),
    )
  await show(first)
  await show(second)
  release()
  await settle()
  expect(place().querySelectorAll('main > div > div')).toHaveLength(1)
  expect(second).toHaveBeenCalledOnce()
  expect(first).not.toHaveBeenCalled()
  await act(async () => root.unmount())
  expect(place().innerHTML).toBe('')
})

test('changed props update the widget without a new session; a removed prop is reset', async () => {
  const root = createRoot(place())
  const { fetch, release } = delayedServer()
  const show = (theme: 'dark' | undefined) =>
    act(async () => root.render(createElement(Paypane, { endpoint: '/pay', order: '1042', fetch, theme })))
  const className = () =>
    place().firstElementChild?.firstElementChild?.shadowRoot?.querySelector('section')?.className
  release()
  await show('dark')
  await settle()
  expect(className()).toContain('dark')
  await show(undefined)
  expect(className()).toContain('auto')
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1)
  await act(async () => root.unmount())
})

test('a ref has the view and refreshes it; className and style are those of the element', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  const handle = createRef<PaypaneHandle>()
  const root = createRoot(place())
  const props = { endpoint: '/pay', checkout: 'co_1', initialView: validView(), fetch }
  await act(async () =>
    root.render(
      createElement(Paypane, { ref: handle, ...props, className: 'payment', style: { maxWidth: '30em' } }),
    ),
  )
  const element = place().firstElementChild
  expect([element?.className, element?.getAttribute('style')]).toEqual(['payment', 'max-width: 30em;'])
  expect(handle.current?.view?.order).toBe('1042')
  await settle()
  const before = fetch.mock.calls.length
  handle.current?.refresh()
  await settle()
  expect(fetch.mock.calls).toHaveLength(before + 1)
  await act(async () => root.unmount())
  expect(handle.current).toBeNull()
})

test('hydrates without warnings, shows initialView and emits its event', async () => {
  const consoleError = vi.spyOn(console, 'error')
  const onReady = vi.fn()
  const widget = createElement(
    StrictMode,
    null,
    createElement(Paypane, {
      endpoint: '/pay',
      order: '1042',
      initialView: validView(),
      fetch: delayedServer().fetch,
      onReady,
    }),
  )
  place().innerHTML = renderToString(widget)
  const root = await act(async () => hydrateRoot(place(), widget))
  const heading = place().firstElementChild?.firstElementChild?.shadowRoot?.querySelector('h2')
  expect(heading?.textContent).toContain('Waiting for confirmation')
  await settle()
  expect(onReady).toHaveBeenCalledOnce()
  expect(consoleError).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})

test('renders an empty element on a server', () => {
  expect(renderToString(createElement(Paypane, { endpoint: '/pay', order: '1042' }))).toBe('<div></div>')
})
