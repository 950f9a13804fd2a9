// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, waitFor, within } from '@testing-library/preact'
import { Paypane } from 'paypane'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { choosing, failed, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'

type Answer = CheckoutView | 'lost'

// The limit ends what hangs; a slow machine does not reach it.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Renders the widget with a server that sends these responses in turn, then holds the long poll. */
async function renderPayer(...answers: Answer[]) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const next = answers.shift()
    if (!next) return new Promise<Response>(() => undefined)
    if (next === 'lost') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(next), { headers: { etag: 'W/"1"' } })
  })
  const { container } = render(<Paypane endpoint="/pay" order="1042" locale="en" fetch={fetch} />)
  const place = await waitFor(() => {
    const found = [...container.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)
    const inside = found?.shadowRoot?.querySelector<HTMLElement>('div')
    if (!inside) throw new Error('The widget is not rendered yet')
    return inside
  })
  return { fetch, widget: within(place) }
}

test('choosing: each method is a button that starts an attempt', async () => {
  const { widget, fetch } = await renderPayer(choosing, transfer)
  await widget.findByRole('heading', { name: 'How would you like to pay?' })
  expect(widget.getByRole('button', { name: /^Card/ })).toBeTruthy()
  fireEvent.click(widget.getByRole('button', { name: /^Transfer/ }))
  await widget.findByRole('heading', { name: 'Send exactly this amount' })
  expect(fetch.mock.calls[1]?.[1]?.body).toBe(JSON.stringify({ method: 'transfer', after: 0 }))
})

test.each([
  ['Card number', '4441114455556666'],
  ['Phone number', '+380671234567'],
  ['IBAN', 'UA213223130000026007233566001'],
  ['Account number', '0026007233566001'],
  ['Recipient', 'Олена Коваленко'],
  ['Amount', '1250.00'],
])('transfer: "Copy: %s" copies %s, then confirms it', async (label, copied) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { widget } = await renderPayer(transfer)
  const button = await widget.findByRole('button', { name: `Copy: ${label}` })
  expect(widget.getByRole('status').textContent).not.toContain('Copied')
  fireEvent.click(button)
  await waitFor(() => expect(widget.getByRole('status').textContent).toBe(`Copied: ${label}`))
  expect(write).toHaveBeenCalledExactlyOnceWith(copied)
})

test('"I’ve sent the money" shows checking with the payment details, and focuses the heading', async () => {
  const { widget } = await renderPayer(transfer)
  fireEvent.click(await widget.findByRole('button', { name: 'I’ve sent the money' }))
  const heading = await widget.findByRole('heading', { name: 'Checking for your transfer' })
  const root = heading.getRootNode()
  expect(root instanceof ShadowRoot && root.activeElement === heading).toBe(true)
  expect(widget.getByText('Payment details')).toBeTruthy()
  expect(widget.queryByRole('button', { name: 'I’ve sent the money' })).toBeNull()
})

test('a failed transfer warns against sending again, with reference and retry', async () => {
  const { widget } = await renderPayer(failed)
  await widget.findByRole('heading', { name: 'We haven’t received this payment' })
  expect(widget.getByText('Already sent the money? Please don’t send it again.')).toBeTruthy()
  expect(widget.getByRole('button', { name: 'Copy: Order reference' })).toBeTruthy()
  fireEvent.click(widget.getByRole('button', { name: 'Try again' }))
  await widget.findByRole('heading', { name: 'How would you like to pay?' })
  fireEvent.click(widget.getByRole('button', { name: 'Back' }))
  await widget.findByRole('heading', { name: 'We haven’t received this payment' })
})

describe('a transfer without payment details', () => {
  const refused: CheckoutView = { ...failed, reason: { code: null, group: 'business', key: 'no-route' } }
  const warning = 'Already sent the money? Please don’t send it again.'

  test.each([
    ['no-route', 'business', 'The payment was declined. Please pay another way.', 'Pay another way'],
    ['limit', 'business', 'The payment was declined. Please pay another way.', 'Pay another way'],
    ['unauthorized', 'authorization', 'A technical problem. Please try again later.', 'Try again'],
    ['invalid-request', 'technical', 'A technical problem. Please try again later.', 'Try again'],
    ['details-lost', 'technical', 'A technical problem. Please try again later.', 'Try again'],
  ] as const)('%s: no warning about money sent, and a retry', async (key, group, words, action) => {
    const { widget } = await renderPayer({ ...refused, reason: { code: null, group, key } })
    await widget.findByRole('heading', { name: 'The payment didn’t go through' })
    expect(widget.getByText(words)).toBeTruthy()
    expect(widget.queryByText(warning)).toBeNull()
    expect(widget.queryByText(/We keep checking/)).toBeNull()
    expect(widget.getByRole('button', { name: action }).className).toBe('primary')
  })

  test('refused finally: shows the order reference', async () => {
    const { widget } = await renderPayer({ ...refused, retry: false, final: true })
    expect(await widget.findByRole('button', { name: 'Copy: Order reference' })).toBeTruthy()
    expect(widget.queryByText(warning)).toBeNull()
  })

  test('refused again after choosing: no warning about money sent', async () => {
    const { widget } = await renderPayer(choosing, refused, { ...refused, attempts: 2 })
    fireEvent.click(await widget.findByRole('button', { name: /^Transfer/ }))
    await widget.findByRole('heading', { name: 'The payment didn’t go through' })
    expect(widget.queryByText(warning)).toBeNull()
  })

  test.each<[string, CheckoutView[]]>([
    ['after payment details were shown', [transfer, { ...refused, attempts: 2 }]],
    ['as the second attempt, after an unknown first', [{ ...refused, attempts: 2 }]],
    [
      'after the order was placed',
      [{ ...failed, reason: { code: '2.2.4.32', group: 'business', key: 'limit' } }],
    ],
  ])('refused %s: warns against sending again', async (_, views) => {
    const { widget } = await renderPayer(...views)
    await widget.findByRole('heading', { name: 'We haven’t received this payment' })
    expect(widget.getByText(warning)).toBeTruthy()
  })

  test('expired before choosing: no warning about money sent', async () => {
    const { widget } = await renderPayer({ ...choosing, status: 'expired', methods: [], final: true })
    await widget.findByRole('heading', { name: 'The time to pay has run out' })
    expect(widget.queryByText(warning)).toBeNull()
  })

  test('expired before choosing: the payer chooses again', async () => {
    const { widget } = await renderPayer({ ...choosing, status: 'expired', retry: true })
    fireEvent.click(await widget.findByRole('button', { name: 'Try again' }))
    expect(await widget.findByRole('heading', { name: 'How would you like to pay?' })).toBeTruthy()
  })
})

test.each([
  ['3ds-failed', 'user', 'Your bank didn’t confirm the payment. Please try again or use another card.'],
  ['unauthorized', 'authorization', 'A technical problem. Please try again later.'],
] as const)('a form that failed with %s shows the right reason', async (key, group, words) => {
  const { widget } = await renderPayer({
    ...failed,
    method: 'form',
    reason: { code: '3.2.4.56', group, key },
  })
  expect(await widget.findByText(words)).toBeTruthy()
})

test('a success of another attempt is not shown as late', async () => {
  const { widget } = await renderPayer(failed, {
    ...transfer,
    attempts: 2,
    status: 'succeeded',
    final: true,
    action: null,
    pollAfter: null,
    paid: transfer.amount,
  })
  await widget.findByRole('heading', { name: 'Paid' })
  expect(widget.queryByText(/arrived after all/)).toBeNull()
})

test('succeeded shows the received amount and asks for nothing', async () => {
  const { widget } = await renderPayer({
    ...paid,
    paid: { value: '1200.50', currency: 'UAH' },
  })
  await widget.findByRole('heading', { name: 'Paid' })
  await widget.findByText(/We’ve received .*1,200\.50.* The order was for .*1,250\.00/)
  expect(widget.queryByText('UAH\u00a01,250.00')).toBeNull()
  expect(widget.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy: Order reference',
  ])
})

test('expired removes the payment details and warns against sending again', async () => {
  const { widget } = await renderPayer({ ...transfer, status: 'expired', action: null })
  await widget.findByRole('heading', { name: 'The time to pay has run out' })
  expect(widget.getByText('Already sent the money? Please don’t send it again.')).toBeTruthy()
  expect(widget.queryByRole('button', { name: 'Copy: Card number' })).toBeNull()
  expect(widget.queryByRole('timer')).toBeNull()
})

test('a lost connection is announced, and the payment details stay', async () => {
  const { widget } = await renderPayer(transfer, 'lost', 'lost')
  await waitFor(() => expect(widget.getByRole('status').textContent).toBe('Connection lost. Still checking…'))
  expect(widget.getByRole('heading', { name: 'Send exactly this amount' })).toBeTruthy()
  expect(widget.getByRole('button', { name: 'Copy: Card number' })).toBeTruthy()
})
