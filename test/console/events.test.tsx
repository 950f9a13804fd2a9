// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { noFilters } from '../../src/console/route.ts'
import { Events } from '../../src/console/screens/events.tsx'
import type { EventDelivery } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { sessionOf } from './session-of.ts'
import { typeInto } from './type-into.ts'

const page = document.body
const at = '2026-01-01T00:00:00Z'
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

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
