// @vitest-environment happy-dom
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import { Reconciliation } from '../../src/console/screens/reconciliation.tsx'
import type { LastReconciliation } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { sessionOf } from './session-of.ts'

const complete: NonNullable<LastReconciliation['last']> = {
  ...{ from: null, to: '2026-01-31T00:00:00Z', byList: true, compared: 7, unanswered: 0, notCompared: [] },
  ...{ unreadable: [], total: 0, differences: [], at: '2026-02-01T00:00:00Z', operator: 'anna' },
}
test.each([
  [{}, 'No differences'],
  [{ unanswered: 1 }, 'No differences in what was compared'],
  [{ notCompared: ['payouts', 'amount'] as const }, 'No differences in what was compared'],
  [{ unreadable: ['co_1', 'co_2'] }, 'No differences in what was compared'],
  [{ total: 2, unanswered: 3 }, '2 differences in what was compared'],
])(
  'a reconciliation that left something out is not called without differences: %j',
  async (result, heading) => {
    vi.stubGlobal('fetch', async () => Response.json({ last: { ...complete, ...result } }))
    render(<Reconciliation session={sessionOf()} />, page)
    await waitFor(() => expect(page.querySelector('h2')?.textContent).toBe(heading))
    const leftOut =
      'notCompared' in result ? 'Not compared, at least in part: payouts, amount.' : 'Not compared'
    expect(page.textContent?.includes('cannot be read: co_1, co_2.')).toBe('unreadable' in result)
    expect(page.textContent?.includes(leftOut)).toBe('notCompared' in result)
  },
)
