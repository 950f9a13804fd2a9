// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expired, failed, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView, ViewMembers } from '../../../src/contract/view.ts'
import { type DraftReceipt, loadDraft, saveDraft } from '../../../src/widget/view/claim/draft.ts'
import { openPayer } from './payer.ts'

const open: CheckoutView['claim'] = { number: '7K2M9-QXT4H', state: 'open', at: '2026-11-20T12:00:00.000Z' }
const underpaid: ViewMembers = { ...transfer, action: null, paid: { value: '1.00', currency: 'UAH' } }

afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Requests whose responses have this status. */
const respondingWith = (status: number) =>
  class {
    readonly status = status
    readonly upload = {}
    onload: () => void = () => undefined
    readonly open = () => undefined
    readonly setRequestHeader = () => undefined
    readonly send = () => queueMicrotask(() => this.onload())
  }

describe.each<[string, ViewMembers]>([
  ['failed', { ...failed, canClaim: true }],
  ['failed and final', { ...failed, canClaim: true, final: true, retry: false, pollAfter: null }],
  ['expired', { ...expired, canClaim: true, canReplace: true, retry: false }],
  ['underpaid', { ...underpaid, canClaim: true }],
])('a transfer that is %s', (_what, view) => {
  test('offers one button, whose report makes the claim; the page then says what happens', async () => {
    const claimed = {
      ...view,
      final: false,
      pollAfter: 30,
      claim: { ...open, text: 'Usually within a day.' },
    }
    const payer = await openPayer(view, { answers: { POST: { view: claimed } } })
    expect(payer.widget.getAllByText('I’ve sent the money')).toHaveLength(1)
    await payer.press('I’ve sent the money')
    expect(payer.place.textContent ?? '').toContain('7K2M9-QXT4H')
    expect(payer.place.textContent ?? '').toContain('Usually within a day.')
    expect(payer.place.textContent ?? '').not.toContain('Already sent')
    expect(payer.widget.queryByText('I’ve sent the money')).toBeNull()
  })
})

test.each<[string, ViewMembers]>([
  ['failed', failed],
  ['expired and no longer watched', { ...expired, final: true, retry: false, pollAfter: null }],
])('no claim is offered where the server does not offer one: %s', async (_what, view) => {
  const payer = await openPayer(view)
  expect(payer.widget.queryByText('I’ve sent the money')).toBeNull()
})

test('a declined claim says why, and what the shop has written', async () => {
  const claim = { ...open, state: 'declined' as const, reason: 'not_received', text: 'Write to us.' }
  const payer = await openPayer({ ...failed, claim })
  expect(payer.place.textContent ?? '').toContain('We checked and didn’t find your transfer.')
  expect(payer.place.textContent ?? '').toContain('Ask your bank whether it was sent.')
  expect(payer.place.textContent ?? '').toContain('Write to us.')
})

test.each([
  ['refuses', 422],
  ['cannot store', 503],
])('details that the server %s are said not to be sent, and stay', async (_, status) => {
  vi.stubGlobal('XMLHttpRequest', respondingWith(status))
  const payer = await openPayer({ ...failed, canClaim: true, claim: open })
  const bank = () => payer.widget.getByLabelText<HTMLInputElement>('Your bank', { exact: false })
  fireEvent.input(bank(), { target: { value: 'Example Bank' } })
  fireEvent.submit(bank().form ?? payer.place)
  await payer.page.advance(0)
  expect(payer.place.textContent).toContain('That didn’t work. Please try again.')
  expect(bank().value).toBe('Example Bank')
})

test('what the payer typed is there after a reload, but not in the claim of another attempt', async () => {
  const bankOf = async (attempts: number) => {
    const payer = await openPayer({ ...failed, attempts, canClaim: true, claim: open })
    return payer.widget.getByLabelText<HTMLInputElement>('Your bank', { exact: false })
  }
  fireEvent.input(await bankOf(1), { target: { value: 'Example Bank' } })
  expect((await bankOf(1)).value).toBe('Example Bank')
  expect((await bankOf(2)).value).toBe('')
})

test('a receipt that is still to be sent has to be chosen again, however often the page is left', () => {
  const receipt = (state: DraftReceipt['state']) => ({ id: state, name: `${state}.pdf`, state })
  saveDraft('draft', {
    values: {},
    receipts: (['done', 'uploading', 'failed', 'refused'] as const).map(receipt),
  })
  const kept = () => loadDraft('draft').receipts.map(({ name, state }) => [name, state])
  const expected = [
    ['done.pdf', 'done'],
    ['uploading.pdf', 'lost'],
    ['failed.pdf', 'lost'],
  ]
  expect(kept()).toEqual(expected)
  saveDraft('draft', loadDraft('draft'))
  expect(kept()).toEqual(expected)
})
