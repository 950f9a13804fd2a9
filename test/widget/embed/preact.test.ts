// @vitest-environment happy-dom
import { Paypane } from 'paypane'
import { createRef, h, hydrate, render } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test, vi } from 'vitest'
import { validView } from '../core/fake-page.ts'
import { expectRefInHost, expectRendersInHost } from './preact-host.ts'

test('the component works in a Preact 11 app', async () => {
  await expectRendersInHost({ h, render })
  await expectRefInHost({ createRef, h, render })
})

test('renders an empty element on a server and hydrates it with initialView', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  const widget = h(Paypane, { endpoint: '/pay', order: '1042', initialView: validView(), fetch })
  const container = document.createElement('main')
  document.body.append(container)
  container.innerHTML = renderToString(widget)
  expect(container.innerHTML).toBe('<div></div>')
  const rendered = container.firstElementChild
  hydrate(widget, container)
  const heading = () => rendered?.firstElementChild?.shadowRoot?.querySelector('h2')?.textContent
  expect(heading()).toContain('Waiting for confirmation')
  render(h(Paypane, { endpoint: '/pay', order: '1042', fetch, locale: 'en-GB' }), container)
  expect(container.firstElementChild).toBe(rendered)
  expect(heading()).toContain('Waiting for confirmation')
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([])
  render(null, container)
  expect(container.innerHTML).toBe('')
})

test('what a function as `ref` returns is called at the end, and the function is not called again', () => {
  const place = document.createElement('main')
  const cleanUp = vi.fn()
  const ref = vi.fn(() => cleanUp)
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  render(h(Paypane, { endpoint: '/pay', order: '1042', fetch, ref }), place)
  expect(cleanUp).not.toHaveBeenCalled()
  render(null, place)
  expect([ref.mock.calls.length, cleanUp.mock.calls]).toEqual([1, [[]]])
})

test.each(['class', 'className'] as const)('%s and style are those of the element', (name) => {
  const place = document.createElement('main')
  document.body.append(place)
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  const look = { [name]: 'payment', style: { maxWidth: '30em' } }
  render(h(Paypane, { endpoint: '/pay', order: '1042', fetch, ...look }), place)
  const element = place.firstElementChild
  expect([element?.className, element?.getAttribute('style')]).toEqual(['payment', 'max-width: 30em;'])
  render(null, place)
})
