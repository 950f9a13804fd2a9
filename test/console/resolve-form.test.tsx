// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { AttemptCard } from '../../src/console/parts/attempt-card.tsx'
import type { AttemptDetail } from '../../src/contract/index.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { typeInto } from './type-into.ts'

const resolve = vi.fn(async () => undefined)
afterEach(() => {
  resolve.mockClear()
})

const reviewed = (
  reason: 'underpaid' | 'foreign' | 'amount',
  changes: Partial<AttemptDetail> = {},
  since = '2026-01-01T00:00:00.000Z',
): AttemptDetail => ({
  ...attempt,
  ...changes,
  review: { attempt: 1, reason, since, resolved: null },
})
const paidShort = (reported: string): AttemptDetail =>
  reviewed('underpaid', {
    ...{ state: 'succeeded', underpaid: true, reported, requested: { value: '100.00', currency: 'UAH' } },
  })

const show = async (shown: AttemptDetail): Promise<void> => {
  await act(() => render(<AttemptCard attempt={shown} kind="checkout" resolve={resolve} />, page))
}
const choose = async (action: string): Promise<void> => {
  await act(() => page.querySelector<HTMLInputElement>(`[value=${action}]`)?.click())
}
const statement = (): HTMLInputElement | null => page.querySelector('.confirmation input')
const tick = async (): Promise<void> => {
  await act(() => statement()?.click())
}
const reason = () => page.querySelector('textarea')
const record = async (): Promise<void> => {
  await act(() => page.querySelector('form')?.requestSubmit())
}

test('a statement whose amount changes has to be confirmed again', async () => {
  await show(paidShort('95.00'))
  await choose('accept')
  await tick()
  await typeInto('textarea', 'agreed')
  await show(paidShort('1.00'))
  expect(page.textContent).toContain('1.00 of 100.00 UAH is enough.')
  expect(statement()?.checked).toBe(false)
  await record()
  expect(resolve).not.toHaveBeenCalled()
  await tick()
  await record()
  expect(resolve).toHaveBeenCalledExactlyOnceWith({
    ...{ attempt: 1, action: 'accept', note: 'agreed' },
    seen: { since: '2026-01-01T00:00:00.000Z', reported: '1.00' },
  })
})

test('an update that leaves the statement as it is leaves its confirmation, too', async () => {
  await show(paidShort('95.00'))
  await choose('accept')
  await tick()
  await show(paidShort('95.00'))
  expect(statement()?.checked).toBe(true)
})

test('the statement of one action does not confirm that of another', async () => {
  await show(reviewed('foreign'))
  await choose('accept')
  await tick()
  await typeInto('textarea', 'agreed')
  await choose('discard')
  expect(statement()?.checked).toBe(false)
  await record()
  expect(resolve).not.toHaveBeenCalled()
})

test('the reason for one decision is not recorded for that about a later review', async () => {
  await show(reviewed('foreign'))
  await choose('acknowledge')
  await typeInto('textarea', 'agreed')
  await show(reviewed('foreign'))
  expect(reason()?.value).toBe('agreed')
  await show(reviewed('foreign', {}, '2026-01-02T00:00:00.000Z'))
  expect(reason()?.value).toBe('')
  await record()
  expect(resolve).not.toHaveBeenCalled()
})

test.each(['checkout', 'payout'] as const)(
  'a success without a known amount is accepted as the requested amount: a %s',
  async (kind) => {
    const unknown = reviewed('amount', { ...paidShort('0'), reported: null })
    await act(() => render(<AttemptCard attempt={unknown} kind={kind} resolve={resolve} />, page))
    await choose('accept')
    expect(page.textContent).toContain(
      `It counts as paid with the requested amount, and the shop gets ${kind}.succeeded.`,
    )
    expect(page.textContent).toContain('What was paid is enough, and may count as 100.00 UAH.')
  },
)
