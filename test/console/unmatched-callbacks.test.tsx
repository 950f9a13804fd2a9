// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../src/console/app.tsx'
import { route } from '../../src/console/route.ts'
import { UnmatchedCallbacks } from '../../src/console/screens/unmatched-callbacks.tsx'
import { session as currentSession } from '../../src/console/session.ts'
import type { Scope, UnmatchedCallback } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { sessionOf } from './session-of.ts'

const at = '2026-01-01T00:00:00Z'
const callback: UnmatchedCallback = {
  id: 'cb_1',
  externalId: 'e-1',
  status: 'Success',
  amount: '77.00',
  orderType: 'Deposit',
  pipelines: ['p2p'],
  receivedAt: at,
  lastAt: at,
  times: 1,
  reviewSince: at,
  acknowledged: null,
}
afterEach(() => {
  currentSession.value = null
})

test.each<[Scope[], number]>([
  [['read'], 0],
  [['read', 'resolve'], 1],
])('an operator with the scopes %j is offered %i forms to acknowledge a callback', async (scopes, forms) => {
  vi.stubGlobal('fetch', async () => Response.json({ callbacks: [callback], next: null }))
  render(<UnmatchedCallbacks session={sessionOf(scopes)} after={null} />, page)
  await waitFor(() => expect(page.textContent).toContain('Deposit: Success, 77.00'))
  expect(page.querySelectorAll('form')).toHaveLength(forms)
})

test('the next page is requested', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () =>
    Response.json({ callbacks: [callback], next: 'cb_1' }),
  )
  vi.stubGlobal('fetch', fetch)
  currentSession.value = sessionOf(['read'])
  route.value = { page: 'callbacks', after: null }
  render(<App adminUrl="/pay/admin" />, page)
  await waitFor(() => expect(page.textContent).toContain('Deposit: Success, 77.00'))
  route.value = { page: 'callbacks', after: 'cb_1' }
  await waitFor(() => expect(fetch.mock.calls.map(([url]) => String(url)).join(' ')).toContain('after=cb_1'))
})
