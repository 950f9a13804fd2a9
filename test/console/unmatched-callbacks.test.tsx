// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'
import { UnmatchedCallbacks } from '../../src/console/screens/unmatched-callbacks.tsx'
import type { Scope, UnmatchedCallback } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'

const page = document.body
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
  render(null, page)
  vi.unstubAllGlobals()
})

test.each<[Scope[], number]>([
  [['read'], 0],
  [['read', 'resolve'], 1],
])('an operator with the scopes %j is offered %i forms to acknowledge a callback', async (scopes, forms) => {
  vi.stubGlobal('fetch', async () => Response.json({ callbacks: [callback], next: null }))
  const session = {
    api: createApi('/pay/admin', 'a token', () => undefined),
    operator: { name: 'anna', scopes },
    pipelines: [],
  }
  render(<UnmatchedCallbacks session={session} after={null} />, page)
  await waitFor(() => expect(page.textContent).toContain('Deposit: Success, 77.00'))
  expect(page.querySelectorAll('form')).toHaveLength(forms)
})
