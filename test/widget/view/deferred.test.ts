// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { states } from '../../../demo/gallery/states.ts'
import { expired, failed, paid, transfer } from '../../../demo/gallery/views.ts'
import type { ReasonGroup } from '../../../src/contract/view.ts'
import { openPayer } from './payer.ts'

const doNotSendAgain = 'Already sent the money? Please don’t send it again.'

describe.each([
  ['a failed transfer', failed, 'We haven’t received this payment', doNotSendAgain, 'Try again'],
  [
    'an expired transfer',
    expired,
    'The time to pay has run out',
    'Did you send the money?',
    'I haven’t sent anything: start again',
  ],
])('%s', (_, view, heading, hint, nextAttempt) => {
  test('shows a warning, the order reference, and that checking continues', async () => {
    const payer = await openPayer(view)
    expect([payer.heading(), payer.hint()]).toEqual([heading, hint])
    expect(payer.widget.getByText('Need help? Contact the shop with this order reference.')).toBeTruthy()
    expect(payer.rows()).toEqual({ 'Order reference': '1042' })
    expect(payer.widget.getByText('We’re still checking. If it arrives, you’ll see it here.')).toBeTruthy()
  })

  test('that is final does not promise further checking', async () => {
    const { widget } = await openPayer({ ...view, final: true, pollAfter: null })
    expect(widget.queryByText(/We’re still checking/)).toBeNull()
    expect(widget.getByText(doNotSendAgain)).toBeTruthy()
  })

  test('does not urge the payer to pay again', async () => {
    const { widget } = await openPayer(view)
    expect(widget.getByRole('button', { name: nextAttempt }).className).toBe('secondary')
    expect(widget.queryAllByRole('button').filter(({ className }) => className === 'primary')).toEqual([])
  })

  test('that succeeds later says so', async () => {
    const payer = await openPayer(view)
    await payer.respondWith(paid)
    expect(payer.heading()).toBe('Paid')
    expect(payer.widget.getByText('Your payment arrived after all. Nothing more to pay.')).toBeTruthy()
  })
})

test('a payment in time is not shown as late', async () => {
  const payer = await openPayer(transfer)
  await payer.respondWith(paid)
  expect(payer.heading()).toBe('Paid')
  expect(payer.widget.queryByText(/after all/)).toBeNull()
})

test.each<[ReasonGroup, string, string]>([
  ['none', '', 'Try again'],
  ['technical', 'A technical problem. Please try again later.', 'Try again'],
  ['authorization', 'A technical problem. Please try again later.', 'Try again'],
  ['business', 'The payment was declined. Please pay another way.', 'Pay another way'],
  ['risk', 'The payment was declined. Please pay another way.', 'Pay another way'],
  ['user', 'The payment was cancelled or not finished.', 'Try again'],
  ['issuer', 'Your bank declined the card. Please use another card or ask your bank.', 'Use another card'],
])(
  'a form that failed with %s shows the reason and the action it names, no warning about money sent',
  async (group, hint, action) => {
    const reason = { code: '5.2.2.00', group, key: 'unspecified' }
    const payer = await openPayer({ ...failed, method: 'form', reason })
    expect(payer.heading()).toBe('The payment didn’t go through')
    expect(payer.hint()).toBe(hint)
    expect(payer.widget.getByRole('button', { name: action }).className).toBe('primary')
    expect(payer.widget.queryByText(/already sent|keep checking/)).toBeNull()
  },
)

describe('the action of a failure', () => {
  const reason = { code: '5.2.2.00', group: 'issuer', key: 'insufficient-funds' } as const
  const declined = { code: '5.2.2.00', group: 'risk', key: 'unspecified' } as const

  test('another card: opens the payment page without a choice', async () => {
    const payer = await openPayer({ ...failed, method: 'form', reason })
    await payer.press('Use another card')
    expect(payer.requestsSent().at(-1)?.body).toMatchObject({ method: 'form' })
  })

  test('another card: is not offered where there is no other', async () => {
    const view = { ...failed, method: 'saved-card', methods: ['transfer'], reason } as const
    const { widget } = await openPayer({ ...view, methods: [...view.methods] })
    expect(widget.queryByRole('button', { name: 'Use another card' })).toBeNull()
    expect(widget.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('another way: leads to the choice, and is not offered where there is one method', async () => {
    const payer = await openPayer({ ...failed, method: 'form', reason: declined })
    await payer.press('Pay another way')
    expect(payer.heading()).toBe('How would you like to pay?')
    const single = await openPayer({ ...failed, method: 'form', methods: ['form'], reason: declined })
    expect(single.widget.queryByRole('button', { name: 'Pay another way' })).toBeNull()
  })
})

test('one press copies order, checkout, amount, time and state for the shop, and nothing to pay with', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockClear().mockResolvedValue()
  const payer = await openPayer(expired)
  await payer.press('Copy all details')
  const [[text = ''] = []] = write.mock.calls
  expect(text.split('\n')).toEqual([
    '1042',
    transfer.id,
    '1250.00 UAH',
    expect.stringMatching(/^2026-.*Z$/),
    'expired',
  ])
  expect(payer.events).toContainEqual({ type: 'copy', field: 'details' })
})

describe('too many attempts', () => {
  const words = 'Too many attempts for this order. Please contact the shop.'
  const reason = { code: null, group: 'business', key: 'attempts-limit' } as const

  test('failed: says so, without a retry, and warns a payer who may have paid', async () => {
    const payer = await openPayer({ ...failed, attempts: 20, reason })
    expect(payer.widget.getByText(words)).toBeTruthy()
    expect(payer.hint()).toBe('Already sent the money? Please don’t send it again.')
    expect(payer.rows()).toEqual({ 'Order reference': '1042' })
    expect(payer.widget.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test.each([
    ['among several methods', ['transfer', 'form']],
    ['with the only method', ['form']],
  ] as const)('on a start %s: says so, and offers no other', async (_, methods) => {
    const payer = await openPayer(
      { ...failed, method: 'form', methods: [...methods] },
      { answers: { POST: { status: 409, text: '{"code":"attempts_limit"}' } } },
    )
    await payer.press('Try again')
    if (methods.length > 1) await payer.press('Card On a secure payment page')
    expect(payer.heading()).toBe('The payment didn’t go through')
    expect(payer.widget.getByText(words, { selector: '.note' })).toBeTruthy()
    expect(payer.status()).toBe(words)
    expect(payer.widget.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('when the order is opened: says so', async () => {
    const payer = await openPayer({ status: 409, text: '{"code":"attempts_limit"}' })
    expect([payer.heading(), payer.hint()]).toEqual(['Payment isn’t available right now', words])
    expect(payer.widget.queryAllByRole('button')).toEqual([])
  })
})

describe('errors', () => {
  test('unavailable: “Try again” sends a request at once', async () => {
    const payer = await openPayer({ status: 422, text: '{}' })
    expect(payer.heading()).toBe('Payment isn’t available right now')
    const requestCount = payer.page.requests.length
    await payer.press('Try again')
    expect(payer.page.requests).toHaveLength(requestCount + 1)
    await payer.respondWith(transfer)
    expect(payer.heading()).toBe('Send exactly this amount')
  })

  test.each([
    [401, 'We can’t find this payment'],
    [403, 'We can’t find this payment'],
    [404, 'We can’t find this payment'],
    [410, 'We can’t find this payment'],
    [409, 'The order amount has changed', 'Load the new amount'],
  ])('%i: "%s", with a warning against paying twice', async (status, heading, ...actions) => {
    const payer = await openPayer({ status, text: '{"code":"amount_changed"}' })
    expect(payer.heading()).toBe(heading)
    expect(payer.hint()).toBe('Please open it again from the shop. Already paid? Please don’t pay again.')
    expect(payer.widget.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(actions)
  })

  test('an expired order token: says so, with a warning against paying twice', async () => {
    const payer = await openPayer({ status: 403, text: '{"code":"order_expired"}' })
    expect(payer.heading()).toBe('This payment link has expired')
    expect(payer.hint()).toBe('Please open it again from the shop. Already paid? Please don’t pay again.')
    expect(payer.widget.queryAllByRole('button')).toEqual([])
  })

  test('an order without methods is unavailable', async () => {
    const payer = await openPayer({ ...transfer, status: 'choosing', methods: [], action: null, attempts: 0 })
    expect(payer.heading()).toBe('Payment isn’t available right now')
  })

  test.each([
    ['paid', paid, 'Paid'],
    ['failed', failed, 'We haven’t received this payment'],
    ['expired', expired, 'The time to pay has run out'],
  ])('%s is announced if it arrives with the restored connection', async (_, view, words) => {
    const payer = await openPayer(transfer)
    await payer.respondWith('dropped')
    await payer.page.advance(2000)
    expect(payer.status()).toBe('Connection lost. Still checking…')
    await payer.respondWith(view)
    expect([payer.heading(), payer.status()]).toEqual([words, words])
  })

  const views = states.flatMap(({ name, response }) =>
    typeof response === 'object' && !response.final ? [[name, response] as const] : [],
  )
  test.each(views)('a connection lost during %s is shown, and nothing else changes', async (_, view) => {
    const payer = await openPayer(view)
    const shown = () => [
      payer.heading(),
      payer.hint(),
      payer.rows(),
      payer.widget.queryAllByRole('button').length,
    ]
    const isLostShown = () => payer.place.querySelector('.lost:not(.hidden)') !== null
    const before = shown()
    expect(isLostShown()).toBe(false)
    await payer.respondWith('dropped')
    await payer.page.advance(2000)
    expect(isLostShown()).toBe(true)
    expect(payer.status()).toBe('Connection lost. Still checking…')
    expect(shown()).toEqual(before)
    await payer.respondWith(view)
    expect(isLostShown()).toBe(false)
    expect(payer.status()).toBe('Connected again.')
  })
})
