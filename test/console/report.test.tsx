// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'
import { Report } from '../../src/console/screens/report.tsx'
import { waitFor } from '../support/wait-for.ts'
import { reportOf } from './report-of.ts'

const page = document.body
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

test('the days of the report are shown, and stay while that of other days is loading', async () => {
  const fetch = vi.fn(async () => Response.json(reportOf('2026-01-01', '2026-01-30')))
  vi.stubGlobal('fetch', fetch)
  const session = {
    api: createApi('/pay/admin', 'a token', () => undefined),
    operator: { name: 'anna', scopes: [] },
    pipelines: [],
  }
  const days = () => Array.from(page.querySelectorAll('input'), ({ value }) => value)
  render(<Report session={session} from={null} to={null} />, page)
  await waitFor(() => expect(days()).toEqual(['2026-01-01', '2026-01-30']))
  fetch.mockReturnValue(new Promise(() => undefined))
  render(<Report session={session} from="2026-01-20" to={null} />, page)
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
  expect(page.querySelector('.skeleton')).not.toBeNull()
  expect(days()).toEqual(['2026-01-20', '2026-01-30'])
})
