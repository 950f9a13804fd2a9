// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expired, failed, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView, ViewMembers } from '../../../src/contract/view.ts'
import { type DraftReceipt, loadDraft, saveDraft } from '../../../src/widget/view/claim/draft.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Reply } from '../core/fake-page.ts'
import { openPayer } from './payer.ts'

const open: CheckoutView['claim'] = { number: '7K2M9-QXT4H', state: 'open', at: '2026-11-20T12:00:00.000Z' }
const underpaid: ViewMembers = { ...transfer, action: null, paid: { value: '1.00', currency: 'UAH' } }

afterEach(() => {
  sessionStorage.clear()
  StalledRequest.sent = []
  vi.unstubAllGlobals()
})

/** A request that stalls until the test continues it. */
class StalledRequest {
  static sent: StalledRequest[] = []
  readonly upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {}
  status = 0
  isAborted = false
  path = ''
  body: unknown
  onload?: () => void
  onabort?: () => void
  onloadend?: () => void
  open(_method: string, url: string) {
    this.path = new URL(url).pathname
  }
  setRequestHeader() {
    // Not sent.
  }
  send(body: unknown) {
    this.body = body
    StalledRequest.sent.push(this)
  }
  abort() {
    this.isAborted = true
    this.onabort?.()
    this.onloadend?.()
  }
  respond(status: number) {
    this.status = status
    this.onload?.()
    this.onloadend?.()
  }
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

  test('says that a report did not arrive, and shows the claim once it has', async () => {
    const answers: Record<string, Reply> = { POST: { status: 503, text: '', afterMs: 100 } }
    const payer = await openPayer(view, { answers })
    expect(payer.widget.queryByRole('alert')).toBeNull()
    await payer.press('I’ve sent the money')
    await payer.page.advance(100)
    expect(payer.widget.getByRole('alert').textContent).toBe('That didn’t work. Please try again.')
    answers['POST'] = { view: { ...view, claim: open } }
    await payer.page.advance(1000)
    expect(payer.widget.queryByRole('alert')).toBeNull()
    expect(payer.place.textContent ?? '').toContain('7K2M9-QXT4H')
  })
})

test.each<[string, ViewMembers]>([
  ['failed', failed],
  ['expired and no longer watched', { ...expired, final: true, retry: false, pollAfter: null }],
])('no claim is offered where the server does not offer one: %s', async (_what, view) => {
  const payer = await openPayer(view)
  expect(payer.widget.queryByText('I’ve sent the money')).toBeNull()
})

test.each<[string, ViewMembers]>([
  ['reported, and expired', { ...expired, retry: false, reportedSentAt: expired.now }],
  ['reported, and failed', { ...failed, reportedSentAt: failed.now }],
  ['declined', { ...failed, claim: { ...open, state: 'declined' } }],
])('a payer whose transfer is %s is not asked again to say that it was sent', async (_what, view) => {
  const claimed = { ...view, claim: open }
  const answers = { POST: { view: claimed } }
  const payer = await openPayer({ ...view, canClaim: true }, { answers })
  expect(payer.widget.queryByText('I’ve sent the money')).toBeNull()
  await payer.press('Add details or a receipt')
  expect(payer.requestsSent()).toEqual([
    { method: 'POST', path: `/pay/checkouts/${view.id}/attempts/1/sent`, body: { sent: true } },
  ])
  expect(payer.place.textContent ?? '').toContain('7K2M9-QXT4H')
})

test('a declined claim says why, and what the shop has written', async () => {
  const claim = { ...open, state: 'declined' as const, reason: 'not_received', text: 'Write to us.' }
  const payer = await openPayer({ ...failed, claim })
  expect(payer.place.textContent ?? '').toContain('We checked and didn’t find your transfer.')
  expect(payer.place.textContent ?? '').toContain('Ask your bank whether it was sent.')
  expect(payer.place.textContent ?? '').toContain('Write to us.')
})

test('a declined claim is not introduced by words that contradict it', async () => {
  const claim = { ...open, state: 'declined' as const, reason: 'not_received' }
  const text = (await openPayer({ ...failed, retry: false, claim })).place.textContent ?? ''
  const order = [
    'Please don’t send it again.',
    'We checked and didn’t find your transfer.',
    'We’re still checking.',
  ]
  const places = order.map((sentence) => text.indexOf(sentence))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test.each([
  ['refuses', 422],
  ['cannot store', 503],
])('details that the server %s are said not to be sent, and stay', async (_, status) => {
  vi.stubGlobal('XMLHttpRequest', StalledRequest)
  const payer = await openPayer({ ...failed, canClaim: true, claim: open })
  const bank = () => payer.widget.getByLabelText<HTMLInputElement>('Your bank', { exact: false })
  fireEvent.input(bank(), { target: { value: 'Example Bank' } })
  fireEvent.submit(bank().form ?? payer.place)
  await payer.page.advance(0)
  StalledRequest.sent.at(-1)?.respond(status)
  await payer.page.advance(0)
  expect(payer.place.textContent).toContain('That didn’t work. Please try again.')
  expect(bank().value).toBe('Example Bank')
})

test.each([
  ['1.250', 'KWD'],
  ['1250', 'JPY'],
  ['12.345', 'KWD'],
  ['1250.00', 'UAH'],
])('the amount that is filled in is sent as it is: %s %s', async (value, currency) => {
  vi.stubGlobal('XMLHttpRequest', StalledRequest)
  const payer = await openPayer({ ...failed, amount: { value, currency }, canClaim: true, claim: open })
  await payer.press('Send details')
  expect(StalledRequest.sent.at(-1)?.body).toContain(`"amount":"${value}"`)
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

test('nor once another attempt has failed while the page was open', async () => {
  const claimed: ViewMembers = { ...failed, canClaim: true, claim: open }
  const answers: Record<string, Reply> = { GET: { view: claimed } }
  const payer = await openPayer(claimed, { answers })
  const bank = () => payer.widget.getByLabelText<HTMLInputElement>('Your bank', { exact: false })
  fireEvent.input(bank(), { target: { value: 'Example Bank' } })
  answers['GET'] = { view: { ...claimed, attempts: 2 } }
  await payer.page.advance(60_000)
  expect(bank().value).toBe('')
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

describe('the upload of a receipt', () => {
  async function openForm(fetch?: typeof globalThis.fetch) {
    vi.stubGlobal('XMLHttpRequest', StalledRequest)
    const payer = await openPayer({ ...failed, canClaim: true, claim: open }, { options: { fetch } })
    const file = new File(['%PDF-1.7'], 'receipt.pdf', { lastModified: 0 })
    const input = payer.widget.getByLabelText('Receipt or screenshot', { exact: false })
    return { payer, file, choose: () => fireEvent.change(input, { target: { files: [file] } }) }
  }

  async function upload() {
    const { payer, choose } = await openForm()
    choose()
    const request = await waitFor(() => {
      const [sent] = StalledRequest.sent
      if (!sent) throw new Error('Not sent')
      return sent
    })
    const isWaiting = () =>
      payer.widget.getByRole('button', { name: 'Send details' }).getAttribute('aria-disabled') === 'true'
    expect(isWaiting()).toBe(true)
    return { payer, request, isWaiting }
  }

  const expectClaimWithoutReceipts = () =>
    expect(StalledRequest.sent.at(-1)).toMatchObject({
      path: expect.stringMatching(/\/claim$/),
      body: expect.stringContaining('"receipts":[]'),
    })

  test('ends when the payer removes the file, and the claim is sent without it', async () => {
    const { payer, request, isWaiting } = await upload()
    await payer.press('Remove: receipt.pdf')
    expect([request.isAborted, isWaiting()]).toEqual([true, false])
    expect(payer.widget.queryByText('receipt.pdf')).toBeNull()
    await payer.press('Send details')
    expectClaimWithoutReceipts()
  })

  test('ends as well when the claim that was sent waits for it', async () => {
    const { payer, request } = await upload()
    request.abort()
    await payer.page.advance(0)
    await payer.press('Send details')
    expect(StalledRequest.sent.at(-1)?.path).toContain('/receipts/')
    await payer.press('Remove: receipt.pdf')
    expectClaimWithoutReceipts()
  })

  test('by the page’s own fetch ends as well', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
    const { payer, choose } = await openForm(fetch)
    choose()
    await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
    await payer.press('Remove: receipt.pdf')
    expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  })

  test('does not begin if the file is removed while it is being prepared', async () => {
    const { payer, file, choose } = await openForm()
    const { promise: content, resolve } = Promise.withResolvers<string>()
    Object.assign(file, { slice: () => Object.assign(new Blob(), { text: () => content }) })
    choose()
    await payer.page.advance(0)
    await payer.press('Remove: receipt.pdf')
    resolve('%PDF-')
    await payer.page.advance(0)
    expect(StalledRequest.sent).toEqual([])
  })

  test('fails as with a lost connection once nothing has moved for a minute', async () => {
    const { payer, request, isWaiting } = await upload()
    await payer.page.advance(50_000)
    request.upload.onprogress?.({ loaded: 4, total: 8 })
    await payer.page.advance(50_000)
    expect(isWaiting()).toBe(true)
    await payer.page.advance(10_000)
    expect([request.isAborted, isWaiting()]).toEqual([true, false])
    expect(payer.widget.getByText(/^Not uploaded/)).toBeTruthy()
    await payer.press('Try again')
    StalledRequest.sent.at(-1)?.respond(200)
    await payer.page.advance(60_000)
    expect(payer.widget.getByText('Added')).toBeTruthy()
    expect(StalledRequest.sent.map(({ isAborted }) => isAborted)).toEqual([true, false])
  })
})
