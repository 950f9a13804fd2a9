// @vitest-environment happy-dom
import { h, hydrate } from 'preact'
import { renderToString as renderPreact } from 'preact-render-to-string'
import { act, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import { renderWidget } from '../../../src/server/html/index.ts'

const html = await renderWidget(transfer, { endpoint: '/pay', formAction: '/pay/o/t' })
const rendered = { dangerouslySetInnerHTML: { __html: html } }

/** Parses a page as browsers do: a template becomes the shadow root. happy-dom has no declarative shadow roots. */
function parse(page: string) {
  const place = document.createElement('main')
  place.innerHTML = page
  const element = place.querySelector('pay-pane')
  const template = place.querySelector('template')
  if (!element || !template) throw new Error('The page has no widget')
  element.attachShadow({ mode: 'open' }).append(template.content)
  template.remove()
  document.body.replaceChildren(place)
  return { place, element, card: element.shadowRoot?.querySelector('.number') }
}

test('React hydrates a server-rendered widget without a mismatch, and never renders it again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const errors = vi.spyOn(console, 'error')
  const recovered = vi.fn()
  const app = (title: string) =>
    createElement(
      'section',
      null,
      createElement('h1', null, title),
      createElement('div', { ...rendered, suppressHydrationWarning: true }),
    )
  const { place, element, card } = parse(renderToString(app('Order')))
  const root = await act(() => hydrateRoot(place, app('Order'), { onRecoverableError: recovered }))
  await act(() => root.render(app('Order 1042')))
  expect(place.querySelector('h1')?.textContent).toBe('Order 1042')
  expect(place.querySelector('pay-pane')).toBe(element)
  expect(element.shadowRoot?.querySelector('.number')).toBe(card)
  expect(recovered).not.toHaveBeenCalled()
  expect(errors).not.toHaveBeenCalled()
  await act(() => root.unmount())
  vi.unstubAllGlobals()
})

test('Preact hydrates a server-rendered widget, and never renders it again', () => {
  const app = (title: string) => h('section', null, h('h1', null, title), h('div', rendered))
  const { place, element, card } = parse(renderPreact(app('Order')))
  hydrate(app('Order'), place)
  hydrate(app('Order 1042'), place)
  expect(place.querySelector('pay-pane')).toBe(element)
  expect(element.shadowRoot?.querySelector('.number')).toBe(card)
})
