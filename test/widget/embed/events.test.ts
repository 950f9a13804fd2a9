// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dispatchWidgetEvent } from '../../../src/widget/embed/events.ts'

test('an event is dispatched once, by a name that every template can bind', () => {
  const received: unknown[] = []
  const host = document.createElement('div')
  host.addEventListener('paypane-copy', ({ type, detail }) => received.push([type, detail]))
  expect(dispatchWidgetEvent(host, { type: 'copy', field: 'iban' })).toBe(true)
  expect(received).toEqual([['paypane-copy', { field: 'iban' }]])
})

test('a redirect can be cancelled', () => {
  const host = document.createElement('div')
  host.addEventListener('paypane-redirect', (event) => event.preventDefault())
  expect(dispatchWidgetEvent(host, { type: 'redirect', url: 'https://pay.example/' })).toBe(false)
})

test('an event about what has happened cannot be cancelled', () => {
  const host = document.createElement('div')
  host.addEventListener('paypane-copy', (event) => event.preventDefault())
  expect(dispatchWidgetEvent(host, { type: 'copy', field: 'iban' })).toBe(true)
})
