// @vitest-environment happy-dom
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import { Audit } from '../../src/console/screens/audit.tsx'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { sessionOf } from './session-of.ts'

test('of an earlier last day alone, that day is shown', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(''))
  vi.stubGlobal('fetch', fetch)
  render(<Audit session={sessionOf()} from={null} to="2026-01-05" />, page)
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  const query = new URLSearchParams(String(fetch.mock.calls[0]?.[0]).split('?')[1])
  expect([query.get('since'), query.get('until')]).toEqual([
    new Date('2026-01-05T00:00:00').toISOString(),
    new Date('2026-01-06T00:00:00').toISOString(),
  ])
  const days = Array.from(page.querySelectorAll('input'), ({ value }) => value)
  expect(days).toEqual(['2026-01-05', '2026-01-05'])
})
