// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { expect, test, vi } from 'vitest'
import { noFilters } from '../../src/console/route.ts'
import { Events } from '../../src/console/screens/events.tsx'
import type { EventDelivery } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { sessionOf } from './session-of.ts'
import { typeInto } from './type-into.ts'

const at = '2026-01-01T00:00:00Z'

const event = (id: string): EventDelivery => ({
  ...{ id, type: 'checkout.succeeded', at, ref: '1042', data: {}, deliveredAt: at, nextTryAt: null },
  ...{ resends: 0, tries: 1, log: [] },
})

test('the count of the events since one time is not offered for another', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ events: url.includes('since=') ? [event('evt_1'), event('evt_2')] : [], next: null }),
  )
  await act(() => render(<Events session={sessionOf(['resolve'])} filters={noFilters} />, page))
  const button = () => page.querySelector('.resolve [type=submit]')?.textContent
  await typeInto('#resend-since', '2026-01-01T00:00')
  await act(() => page.querySelector<HTMLFormElement>('.resolve')?.requestSubmit())
  await waitFor(() => expect(button()).toBe('Send 2 events again'))
  await typeInto('#resend-since', '2025-01-01T00:00')
  expect(button()).toBe('Count the events')
})

/** Shows the events, of which the requests that match `failing` get a 500. */
async function showEvents(failing: RegExp): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) =>
    failing.test(url)
      ? Response.json({}, { status: 500 })
      : Response.json({ events: [event(url.includes('status=failing') ? 'evt_1' : 'evt_2')], next: null }),
  )
  render(<Events session={sessionOf()} filters={noFilters} />, page)
  await waitFor(() => expect(page.querySelector('.rows [role=alert]')).not.toBeNull())
}
const alert = () => page.querySelector('.rows [role=alert]')?.textContent

test('all events are shown without those that fail, and what is missing is said', async () => {
  await showEvents(/status=failing/)
  expect(alert()).toContain('What is failing could not be loaded. The server responded 500.')
  expect(page.querySelector('.rows table')?.textContent).toContain('evt_2')
})

test('failing events are shown without the others', async () => {
  await showEvents(/\/events\?limit=50$/)
  expect(alert()).toContain('The server responded 500.')
  expect(page.querySelector('.for-review')?.textContent).toContain('evt_1')
  expect(page.textContent).not.toContain('Nothing here')
})

test('the page says when an event counts as delivered although no shop receives it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ events: [event('evt_1')], next: null }))
  render(<Events session={sessionOf()} filters={noFilters} />, page)
  await waitFor(() => expect(page.querySelector('.rows table')?.textContent).toContain('Delivered'))
  expect(page.querySelector('.hint')?.textContent).toContain('Where neither is set, no shop receives events')
})
