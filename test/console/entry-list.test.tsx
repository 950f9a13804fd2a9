// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { noFilters } from '../../src/console/route.ts'
import { Checkouts, Payouts } from '../../src/console/screens/lists.tsx'
import { waitFor } from '../support/wait-for.ts'
import { payoutView } from './payout-view.ts'
import { sessionOf } from './session-of.ts'

const page = document.body
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

test.each([
  [{}, 'Nothing here yet.'],
  [{ status: 'failed' }, 'Nothing here.'],
  [{ since: '2026-01-01' }, 'Nothing here.'],
  [{ until: '2026-01-01' }, 'Nothing here.'],
  [{ review: true }, 'Nothing needs review.'],
])('an empty list with the filters %o says: %s', async (filters, message) => {
  vi.stubGlobal('fetch', async () => Response.json({ payouts: [], next: null }))
  render(<Payouts session={sessionOf()} filters={{ ...noFilters, ...filters }} />, page)
  await waitFor(() => expect(page.querySelector('.rows .empty')?.textContent).toBe(message))
})

test('names the entries that cannot be read, and says what to do', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ payouts: [], next: null, unreadable: ['po_00000000000000000000000001'] }),
  )
  render(<Payouts session={sessionOf()} filters={noFilters} />, page)
  await waitFor(() => expect(page.querySelectorAll('.put-aside').length).toBeGreaterThan(1))
  for (const part of page.querySelectorAll('.for-review, .rows')) {
    expect(part.textContent).toContain('po_00000000000000000000000001')
    expect(part.textContent).toContain('One entry cannot be read and is put aside')
    expect(part.textContent).toContain('restore it from a backup')
    expect(part.textContent).not.toContain('Nothing here')
  }
})

test.each([null, 'a cursor'])('a page of one status lists what has it, after %s', async (after) => {
  const payouts = [{ ...payoutView, status: 'awaiting_approval' }]
  vi.stubGlobal('fetch', async () => Response.json({ payouts, next: null }))
  const filters = { ...noFilters, status: 'awaiting_approval', after }
  render(<Payouts session={sessionOf()} filters={filters} />, page)
  await waitFor(() => expect(page.querySelector('.rows')?.getAttribute('aria-busy')).toBe('false'))
  expect(page.querySelector('.rows')?.textContent).toContain('p-1')
  const headings = Array.from(page.querySelectorAll('h2'), ({ textContent }) => textContent)
  expect(headings.join()).not.toContain('Awaiting approval')
})

test('a list without what waits for a decision is not shown as if nothing did', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/claims')
      ? Response.json({}, { status: 500 })
      : Response.json({ checkouts: [], next: null }),
  )
  render(<Checkouts session={sessionOf()} filters={noFilters} />, page)
  await waitFor(() => expect(page.querySelector('[role=alert]')).not.toBeNull())
  expect(page.textContent).not.toContain('Nothing here yet')
})
