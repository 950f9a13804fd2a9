// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dispatchWidgetEvent } from '../../../src/widget/embed/events.ts'

test('each event is also dispatched by a name without a colon, with the same detail', () => {
  const received: unknown[] = []
  const host = document.createElement('div')
  const listener = (event: CustomEvent) => received.push(event.type, event.detail)
  host.addEventListener('paypane:copy', listener)
  host.addEventListener('paypane-copy', listener)
  expect(dispatchWidgetEvent(host, { type: 'copy', field: 'iban' })).toBe(true)
  expect(received).toEqual(['paypane:copy', { field: 'iban' }, 'paypane-copy', { field: 'iban' }])
})

test.each(['paypane:redirect', 'paypane-redirect'] as const)('%s can be cancelled', (name) => {
  const host = document.createElement('div')
  host.addEventListener(name, (event) => event.preventDefault())
  expect(dispatchWidgetEvent(host, { type: 'redirect', url: 'https://pay.example/' })).toBe(false)
})

test('an event about what has happened cannot be cancelled', () => {
  const host = document.createElement('div')
  host.addEventListener('paypane-copy', (event) => event.preventDefault())
  expect(dispatchWidgetEvent(host, { type: 'copy', field: 'iban' })).toBe(true)
})
