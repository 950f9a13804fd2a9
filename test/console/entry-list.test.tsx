// @vitest-environment happy-dom
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import { noFilters } from '../../src/console/route.ts'
import { Checkouts, Payouts } from '../../src/console/screens/lists.tsx'
import type { CheckoutSummary, ClaimList } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { payoutView } from './payout-view.ts'
import { sessionOf } from './session-of.ts'

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

const at = '2026-01-01T00:00:00Z'
const checkoutSummary: CheckoutSummary = {
  ...{ id: 'co_1', order: '1042', status: 'pending', final: false, method: 'transfer', attemptCount: 1 },
  ...{ amount: { value: '100.00', currency: 'UAH' }, paid: null, received: null, surplus: null },
  ...{ needsReview: true, review: null, short: false, paidTwice: false, late: false },
  ...{ createdAt: at, updatedAt: at },
}

const claims: ClaimList['claims'] = [
  {
    ...{ checkout: 'co_2', order: '1043', status: 'failed', requested: checkoutSummary.amount },
    claim: { number: 'c-1', attempt: 1, state: 'open', at, content: null, receipts: [], resolved: null },
  },
]

/** Shows the checkouts, of which the requests that match `failing` get a 500. */
async function showCheckouts(failing: RegExp, checkouts: unknown[]): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => {
    if (failing.test(url)) return Response.json({}, { status: 500 })
    return Response.json(url.includes('/claims') ? { claims, next: null } : { checkouts, next: null })
  })
  render(<Checkouts session={sessionOf()} filters={noFilters} />, page)
  await waitFor(() => expect(page.querySelector('.rows [role=alert]')).not.toBeNull())
}
const alert = () => page.querySelector('.rows [role=alert]')?.textContent

test('a list without what waits for a decision is shown, but not as if nothing did', async () => {
  await showCheckouts(/claims/, [])
  expect(alert()).toContain('Claims could not be loaded. The server responded 500.')
  expect(page.textContent).not.toContain('Nothing here yet')
  render(null, page)
  await showCheckouts(/claims/, [checkoutSummary])
  expect(page.querySelector('.rows table')?.textContent).toContain('1042')
})

test.each([
  [/claims/, 'Claims', 'Needs review'],
  [/needsReview=true/, 'What needs review', 'The payer claims that the money was sent'],
])('what waits for a decision is shown without %s', async (failing, part, shown) => {
  await showCheckouts(failing, [checkoutSummary])
  expect(alert()).toContain(`${part} could not be loaded. The server responded 500.`)
  expect(page.querySelector('.for-review')?.textContent).toContain(shown)
  expect(page.querySelector('.for-review .count')?.textContent).toBe('1+')
})

test('one failure is shown where nothing that waits for a decision is loaded', async () => {
  await showCheckouts(/claims|needsReview=true/, [])
  expect(alert()).toContain('What waits for a decision could not be loaded. The server responded 500.')
  expect(page.querySelector('.for-review')).toBeNull()
})

test('what waits for a decision is shown without the list', async () => {
  await showCheckouts(/needsReview=false/, [checkoutSummary])
  expect(page.querySelector('.for-review')?.textContent).toContain('1042')
  expect(alert()).toContain('The server responded 500.')
  expect(page.textContent).not.toContain('Nothing here yet')
})
