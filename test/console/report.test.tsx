// @vitest-environment happy-dom
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import { Today } from '../../src/console/parts/today.tsx'
import { Report } from '../../src/console/screens/report.tsx'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { reportOf } from './report-of.ts'
import { sessionOf } from './session-of.ts'

test('the days of the report are shown, and stay while that of other days is loading', async () => {
  const fetch = vi.fn(async () => Response.json(reportOf('2026-01-01', '2026-01-30')))
  vi.stubGlobal('fetch', fetch)
  const days = () => Array.from(page.querySelectorAll('input'), ({ value }) => value)
  render(<Report session={sessionOf()} from={null} to={null} />, page)
  await waitFor(() => expect(days()).toEqual(['2026-01-01', '2026-01-30']))
  fetch.mockReturnValue(new Promise(() => undefined))
  render(<Report session={sessionOf()} from="2026-01-20" to={null} />, page)
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
  expect(page.querySelector('.skeleton')).not.toBeNull()
  expect(days()).toEqual(['2026-01-20', '2026-01-30'])
})

test('a page that stays open past midnight in UTC shows the new day', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T23:59:30Z') })
  vi.stubGlobal('fetch', async (url: string) => {
    const day = new URLSearchParams(url.split('?')[1]).get('from') ?? ''
    return Response.json(reportOf(day, day, day === '2026-01-01' ? 8 : 2))
  })
  render(<Today session={sessionOf()} />, page)
  await waitFor(() => expect(page.textContent).toContain('Today (UTC) 8 opened, 4 paid'))
  expect(page.querySelector('a')?.getAttribute('href')).toBe('#/report?from=2026-01-01&to=2026-01-01')
  vi.advanceTimersByTime(60_000)
  await waitFor(() => expect(page.textContent).toContain('2 opened, 1 paid'))
})
