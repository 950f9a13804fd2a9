// @vitest-environment happy-dom
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import { Layout } from '../../src/console/parts/layout.tsx'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { payoutView } from './payout-view.ts'
import { sessionOf } from './session-of.ts'

/** The navigation, where the requests that match `failing` get a 500: every payout has two reasons to be decided. */
async function showNavigation(
  failing: RegExp,
  added: object = {},
): Promise<(name: string) => string | undefined> {
  const lists = {
    ...{ checkouts: [], claims: [], events: [], callbacks: [] },
    payouts: [payoutView, { ...payoutView, reference: 'p-2' }],
  }
  vi.stubGlobal('fetch', async (url: string) =>
    failing.test(url)
      ? Response.json({}, { status: 500 })
      : Response.json({ ...lists, next: null, ...added }),
  )
  render(<Layout session={sessionOf(['read'])}>a page</Layout>, page)
  const link = (name: string) =>
    [...page.querySelectorAll('nav a')].find((one) => one.textContent?.startsWith(name))
  await waitFor(() => expect(link('Payouts')?.textContent).toMatch(/\d|\?/))
  return (name) => link(name)?.textContent?.trim()
}

test('counts what waits for an operator, each payout once', async () => {
  const text = await showNavigation(/nothing/)
  expect(text('Payouts')).toBe('Payouts 2 need review or approval')
  expect(text('Checkouts')).toBe('Checkouts')
})

test('counts in each list what could be loaded', async () => {
  const text = await showNavigation(/claims|events|awaiting_approval/)
  expect(text('Payouts')).toBe('Payouts 2+ need review or approval')
  expect(text('Checkouts')).toBe('Checkouts ? could not be counted')
  expect(text('Events')).toBe('Events ? could not be counted')
  expect(text('Callbacks')).toBe('Callbacks')
})

test('does not count nothing where only later pages have what waits, and counts what cannot be read', async () => {
  const later = await showNavigation(/nothing/, { next: '1.0.cb_1' })
  expect(later('Callbacks')).toBe('Callbacks ? could not be counted')
  expect(later('Payouts')).toBe('Payouts 2+ need review or approval')
  render(null, page)
  const unreadable = await showNavigation(/nothing/, { unreadable: ['co_1'] })
  expect(unreadable('Checkouts')).toBe('Checkouts 1 wait for a decision')
  expect(unreadable('Payouts')).toBe('Payouts 3 need review or approval')
})
