// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'
import { noFilters } from '../../src/console/route.ts'
import { Payouts } from '../../src/console/screens/lists.tsx'
import { waitFor } from '../support/wait-for.ts'

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
  const session = {
    api: createApi('/pay/admin', 'a token', () => undefined),
    operator: { name: 'anna', scopes: [] },
    pipelines: [],
  }
  render(<Payouts session={session} filters={{ ...noFilters, ...filters }} />, page)
  await waitFor(() => expect(page.querySelector('.rows .empty')?.textContent).toBe(message))
})

test('names the entries that cannot be read, and says what to do', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ payouts: [], next: null, unreadable: ['po_00000000000000000000000001'] }),
  )
  const session = {
    api: createApi('/pay/admin', 'a token', () => undefined),
    operator: { name: 'anna', scopes: [] },
    pipelines: [],
  }
  render(<Payouts session={session} filters={noFilters} />, page)
  await waitFor(() => expect(page.querySelectorAll('.put-aside').length).toBeGreaterThan(1))
  for (const part of page.querySelectorAll('.for-review, .rows')) {
    expect(part.textContent).toContain('po_00000000000000000000000001')
    expect(part.textContent).toContain('One entry cannot be read and is put aside')
    expect(part.textContent).toContain('restore it from a backup')
    expect(part.textContent).not.toContain('Nothing here')
  }
})
