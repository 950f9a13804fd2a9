// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { expect, test, vi } from 'vitest'
import { Refunds } from '../../src/console/parts/refunds.tsx'
import type { CheckoutDetail, RefundDetail, Scope } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { sessionOf } from './session-of.ts'
import { typeInto } from './type-into.ts'

const at = '2026-01-01T00:00:00Z'

const uah = (value: string) => ({ value, currency: 'UAH' })
const refund: RefundDetail = {
  ...{ id: 'rf_1', amount: uah('500.00'), state: 'requested', note: 'Paid twice', operator: 'anna', at },
}
const paidTwice: CheckoutDetail = {
  ...{ id: 'co_1', order: '1042', status: 'succeeded', final: true, amount: uah('500.00') },
  ...{ paid: uah('500.00'), method: 'transfer', attemptCount: 2, needsReview: false, review: null },
  ...{ short: false, received: uah('1000.00'), surplus: uah('500.00'), paidTwice: true, late: false },
  ...{ createdAt: at, updatedAt: at, expiresAt: at, seenAt: at, reason: null, linkable: false },
  ...{ claims: [], refunds: [], refundable: uah('1000.00'), attempts: [], callbacks: [], events: [] },
}

function show(detail: CheckoutDetail, scopes: Scope[] = ['payout:create']) {
  const decided: CheckoutDetail[] = []
  const decide = async (send: Promise<CheckoutDetail>) => {
    decided.push(await send)
  }
  render(<Refunds session={sessionOf(scopes)} detail={detail} decide={decide} />, page)
  return decided
}

/** Answers with a link of the refund that was made, then with the details that have the first one. */
function stubServer(made = refund) {
  const requests: [path: string, body: unknown][] = []
  const stored = { ...paidTwice, surplus: null, refunds: [refund], refundable: uah('500.00') }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') requests.push([url, JSON.parse(String(init.body))])
    return url.endsWith('/refunds')
      ? Response.json({ refund: made, url: 'https://shop.example/pay/refund/token', expiresAt: at })
      : Response.json(stored)
  })
  return { requests, stored }
}

async function click(label: string): Promise<void> {
  const buttons = Array.from(page.querySelectorAll('button'))
  await act(() => buttons.find(({ textContent }) => textContent === label)?.click())
}

test('of an order that was paid twice the surplus is refunded with one press and a reason', async () => {
  const { requests, stored } = stubServer()
  const decided = show(paidTwice)
  expect(page.textContent).toContain('1\u202f000.00 UAH received, 500.00 UAH requested.')
  await typeInto('textarea', 'Paid twice')
  await act(() => page.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(decided).toEqual([stored]))
  expect(requests).toEqual([['/pay/admin/checkouts/co_1/refunds', { amount: '500.00', note: 'Paid twice' }]])
  expect(page.querySelector('[role=status]')?.textContent).toContain('https://shop.example/pay/refund/token')
})

test('the form of a refund that was made is empty: the same again could be another refund', async () => {
  const { requests, stored } = stubServer()
  const decided = show({ ...stored, refunds: [] })
  await typeInto('input', '500.00')
  await typeInto('textarea', 'One of two came back')
  await act(() => page.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(decided).toEqual([stored]))
  await waitFor(() => expect(page.querySelector('input')?.value).toBe(''))
  await act(() => page.querySelector('form')?.requestSubmit())
  expect(requests).toHaveLength(1)
})

test('a refund whose payer has given no destination can be withdrawn', async () => {
  const { requests, stored } = stubServer()
  const decided = show({ ...stored })
  await click('Withdraw')
  await waitFor(() => expect(decided).toEqual([stored]))
  expect(requests).toEqual([['/pay/admin/checkouts/co_1/refunds/rf_1/withdraw', {}]])
})

test.each(['withdrawn', 'pending'] as const)(
  'the link of a refund is shown until the refund is %s',
  async (state) => {
    const { stored } = stubServer()
    const decided = show(stored)
    await click('Show the link again')
    await waitFor(() => expect(decided).toEqual([stored]))
    const url = 'https://shop.example/pay/refund/token'
    await act(() => void show(stored))
    expect(page.textContent).toContain(url)
    await act(() => void show({ ...stored, refunds: [{ ...refund, state }] }))
    expect(page.textContent).not.toContain(url)
  },
)

test('a link that is shown again is not that of a second refund, which the payer could have paid out, too', async () => {
  const { requests, stored } = stubServer({ ...refund, id: 'rf_2' })
  const decided = show(stored)
  await click('Show the link again')
  await waitFor(() => expect(decided).toEqual([stored]))
  expect(requests.map(([path]) => path)).toEqual([
    '/pay/admin/checkouts/co_1/refunds',
    '/pay/admin/checkouts/co_1/refunds/rf_2/withdraw',
  ])
  await act(() => void show(stored))
  expect(page.textContent).not.toContain('https://shop.example/pay/refund/token')
})

test('showing the link of a refund that is being paid out leaves one like it of another operator alone', async () => {
  const { requests, stored } = stubServer({ ...refund, id: 'rf_2', operator: 'boris' })
  const decided = show({ ...stored })
  stored.refunds = [
    { ...refund, state: 'pending' },
    { ...refund, id: 'rf_2', operator: 'boris' },
  ]
  await click('Show the link again')
  await waitFor(() => expect(decided).toEqual([stored]))
  expect(requests).toEqual([])
})

test('an operator without the scope sees what is to be refunded, and no form', () => {
  show(paidTwice, ['read'])
  expect(page.textContent).toContain('Refund 500.00 UAH')
  expect(page.querySelector('form')).toBeNull()
})

test('nothing is shown of an order of which nothing can be refunded', () => {
  show({ ...paidTwice, received: null, surplus: null, refundable: uah('0') })
  expect(page.textContent).toBe('')
})

test('a refund with a destination is not called paid out: its payout may wait for an approval', () => {
  show({ ...paidTwice, surplus: null, refunds: [{ ...refund, state: 'pending' }] })
  expect(page.textContent).toContain('not paid out yet')
  expect(page.querySelector('a')?.getAttribute('href')).toBe('#/payouts/rf_1')
})
