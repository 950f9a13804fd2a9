// @vitest-environment happy-dom
import { cleanup, fireEvent, render, waitFor, within } from '@testing-library/preact'
import { Paypane } from 'paypane'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'

type Answer = CheckoutView | 'lost'

const choosing: CheckoutView = { ...transfer, status: 'choosing', method: null, attempt: 0, action: null }
const failed: CheckoutView = { ...transfer, status: 'failed', action: null, retry: true }

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A payer before the pane, and a server that gives these answers one after the other, then holds the question. */
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
    if (!inside) throw new Error('The pane is not there yet')
    return inside
  })
  return { fetch, pane: within(place) }
}

test('choosing: each way to pay is a button with its name, and starts that attempt', async () => {
  const { pane, fetch } = await renderPayer(choosing, transfer)
  await pane.findByRole('heading', { name: 'How would you like to pay?' })
  expect(pane.getByRole('button', { name: /^Card/ })).toBeTruthy()
  fireEvent.click(pane.getByRole('button', { name: /^Bank transfer/ }))
  await pane.findByRole('heading', { name: 'Transfer exactly this amount' })
  expect(fetch.mock.calls[1]?.[1]?.body).toBe(JSON.stringify({ method: 'transfer', after: 0 }))
})

test.each([
  ['Card number', '4441114455556666'],
  ['Phone number', '+380671234567'],
  ['IBAN', 'UA213223130000026007233566001'],
  ['Account number', '0026007233566001'],
  ['Recipient', 'Олена Коваленко'],
  ['Amount', '1250.00'],
])('transfer: "Copy: %s" puts %s into the clipboard, and only then says so', async (label, copied) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { pane } = await renderPayer(transfer)
  const button = await pane.findByRole('button', { name: `Copy: ${label}` })
  expect(pane.getByRole('status').textContent).not.toContain('Copied')
  fireEvent.click(button)
  await waitFor(() => expect(pane.getByRole('status').textContent).toBe(`Copied: ${label}`))
  expect(write).toHaveBeenCalledExactlyOnceWith(copied)
})

test('"I have paid" leads to checking; the instructions stay at hand, and focus goes to the heading', async () => {
  const { pane } = await renderPayer(transfer)
  fireEvent.click(await pane.findByRole('button', { name: 'I have paid' }))
  const heading = await pane.findByRole('heading', { name: 'Checking for your transfer' })
  const root = heading.getRootNode()
  expect(root instanceof ShadowRoot && root.activeElement === heading).toBe(true)
  expect(pane.getByText('Payment details')).toBeTruthy()
  expect(pane.queryByRole('button', { name: 'I have paid' })).toBeNull()
})

test('a failed transfer says not to send again, gives the reference to copy, and lets try again', async () => {
  const { pane } = await renderPayer(failed)
  await pane.findByRole('heading', { name: 'We have not received this payment' })
  expect(pane.getByText('If you already sent the money, do not send it again.')).toBeTruthy()
  expect(pane.getByRole('button', { name: 'Copy: Order reference' })).toBeTruthy()
  fireEvent.click(pane.getByRole('button', { name: 'Try again' }))
  await pane.findByRole('heading', { name: 'How would you like to pay?' })
  fireEvent.click(pane.getByRole('button', { name: 'Back' }))
  await pane.findByRole('heading', { name: 'We have not received this payment' })
})

describe('a transfer that never came to instructions', () => {
  const refused: CheckoutView = { ...failed, reason: { code: null, group: 'business', key: 'no-route' } }
  const warning = 'If you already sent the money, do not send it again.'

  test.each([
    ['no-route', 'business', 'The payment was declined. Please try another way to pay.'],
    ['limit', 'business', 'The payment was declined. Please try another way to pay.'],
    ['unauthorized', 'authorization', 'A technical problem. Please try again later.'],
    ['invalid-request', 'technical', 'A technical problem. Please try again later.'],
    ['instructions-lost', 'technical', 'A technical problem. Please try again later.'],
  ] as const)('%s: no word of money that was sent, and another way', async (key, group, words) => {
    const { pane } = await renderPayer({ ...refused, reason: { code: null, group, key } })
    await pane.findByRole('heading', { name: 'The payment did not go through' })
    expect(pane.getByText(words)).toBeTruthy()
    expect(pane.queryByText(warning)).toBeNull()
    expect(pane.queryByText(/We keep checking/)).toBeNull()
    expect(pane.getByRole('button', { name: 'Try again' }).className).toBe('primary')
  })

  test('refused for good: the reference to give to the shop', async () => {
    const { pane } = await renderPayer({ ...refused, retry: false, final: true })
    expect(await pane.findByRole('button', { name: 'Copy: Order reference' })).toBeTruthy()
    expect(pane.queryByText(warning)).toBeNull()
  })

  test('refused again after choosing here: still no word of money', async () => {
    const { pane } = await renderPayer(choosing, refused, { ...refused, attempt: 2 })
    fireEvent.click(await pane.findByRole('button', { name: /^Bank transfer/ }))
    await pane.findByRole('heading', { name: 'The payment did not go through' })
    expect(pane.queryByText(warning)).toBeNull()
  })

  test.each<[string, CheckoutView[]]>([
    ['after instructions that were shown', [transfer, { ...refused, attempt: 2 }]],
    ['as the second attempt, of whose first nothing is known', [{ ...refused, attempt: 2 }]],
    [
      'by an order that was placed',
      [{ ...failed, reason: { code: '2.2.4.32', group: 'business', key: 'limit' } }],
    ],
  ])('refused %s: the payer is told not to send again', async (_, views) => {
    const { pane } = await renderPayer(...views)
    await pane.findByRole('heading', { name: 'We have not received this payment' })
    expect(pane.getByText(warning)).toBeTruthy()
  })

  test('an order that expired before anything was chosen: no word of money', async () => {
    const { pane } = await renderPayer({ ...choosing, status: 'expired', methods: [], final: true })
    await pane.findByRole('heading', { name: 'The time to pay has run out' })
    expect(pane.queryByText(warning)).toBeNull()
  })
})

test.each([
  ['3ds-failed', 'user', 'Your bank did not confirm the payment. Please try again, or use another card.'],
  ['unauthorized', 'authorization', 'A technical problem. Please try again later.'],
] as const)('a form that failed by %s does not blame whom it should not', async (key, group, words) => {
  const { pane } = await renderPayer({ ...failed, method: 'form', reason: { code: '3.2.4.56', group, key } })
  expect(await pane.findByText(words)).toBeTruthy()
})

test('another attempt that succeeds did not arrive late', async () => {
  const { pane } = await renderPayer(failed, {
    ...transfer,
    attempt: 2,
    status: 'succeeded',
    final: true,
    action: null,
    pollAfter: null,
    paid: transfer.amount,
  })
  await pane.findByRole('heading', { name: 'Paid' })
  expect(pane.queryByText(/arrived after all/)).toBeNull()
})

test('succeeded names what was received, and leaves nothing to press', async () => {
  const { pane } = await renderPayer({
    ...transfer,
    status: 'succeeded',
    final: true,
    action: null,
    paid: { value: '1200.50', currency: 'UAH' },
  })
  await pane.findByRole('heading', { name: 'Paid' })
  expect(pane.getByText(/We have received .*1,200\.50.* The order was for .*1,250\.00/)).toBeTruthy()
  expect(pane.queryAllByRole('button')).toEqual([])
})

test('expired takes the instructions away, and tells who has paid what to do', async () => {
  const { pane } = await renderPayer({ ...transfer, status: 'expired', action: null })
  await pane.findByRole('heading', { name: 'The time to pay has run out' })
  expect(pane.getByText('If you already sent the money, do not send it again.')).toBeTruthy()
  expect(pane.queryByRole('button', { name: 'Copy: Card number' })).toBeNull()
  expect(pane.queryByRole('timer')).toBeNull()
})

test('a lost connection is said, and the instructions stay', async () => {
  const { pane } = await renderPayer(transfer, 'lost', 'lost')
  await waitFor(() => expect(pane.getByRole('status').textContent).toBe('Connection lost. Still checking…'), {
    timeout: 4000,
  })
  expect(pane.getByRole('heading', { name: 'Transfer exactly this amount' })).toBeTruthy()
  expect(pane.getByRole('button', { name: 'Copy: Card number' })).toBeTruthy()
})
