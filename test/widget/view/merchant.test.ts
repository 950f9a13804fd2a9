// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { emptyDetails, failed, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { openPayer } from './payer.ts'

const support = { email: 'help@shop.example', phone: '+380 44 000 00 00', url: 'https://shop.example/help' }
const merchant = { name: 'Tea Shop', support }
const underpaid: CheckoutView = {
  ...transfer,
  merchant,
  action: null,
  paid: { value: '1125.00', currency: 'UAH' },
}

const links = ({ widget }: Awaited<ReturnType<typeof openPayer>>) =>
  widget.queryAllByRole('link').map((link) => link.getAttribute('href'))

test('the recipient is explained by the shop’s name', async () => {
  const { widget } = await openPayer({ ...transfer, merchant })
  expect(widget.getByText('Tea Shop receives payments through this person’s account.')).toBeTruthy()
})

test('a shop that is the recipient itself is not explained', async () => {
  const action = { ...emptyDetails, recipient: 'Tea Shop' }
  const { widget } = await openPayer({ ...transfer, action, merchant })
  expect(widget.queryByText(/receives payments/)).toBeNull()
})

test('less than asked leads with both amounts, and the payer contacts the shop', async () => {
  const payer = await openPayer(underpaid)
  expect([payer.heading(), payer.hint()]).toEqual([
    'Received UAH\u00a01,125.00 of UAH\u00a01,250.00',
    'The shop decides what happens next. Please don’t send more unless it asks you to.',
  ])
  expect(payer.place.querySelector('.widget')?.className).toContain('warning')
  expect(payer.rows()).toEqual({ 'Order reference': '1042' })
  expect(links(payer)).toEqual(['mailto:help@shop.example', 'tel:+380440000000', 'https://shop.example/help'])
})

test('all that was asked, of which a refund takes some back, is not awaited any more', async () => {
  const payer = await openPayer({ ...underpaid, paid: { value: '1250.00', currency: 'UAH' } })
  expect(payer.heading()).toBe('Received UAH\u00a01,250.00 of UAH\u00a01,250.00')
})

test.each(['failed', 'expired'] as const)('%s: the shop’s addresses are links', async (status) => {
  const payer = await openPayer({ ...transfer, merchant, status, action: null })
  expect(links(payer)).toHaveLength(3)
})

test.each([
  ['help@kids.example', ['mailto:help@kids.example']],
  ['+44 20 7946 0000', ['tel:+442079460000']],
  ['https://kids.example/help', ['https://kids.example/help']],
  [{ phone: '112', email: 'a@kids.example' }, ['mailto:a@kids.example', 'tel:112']],
  ['mailto:help@kids.example', ['mailto:help@kids.example']],
  ['javascript:alert(1)', []],
  ['', []],
])('the page’s support replaces that of the server: %j', async (ofPage, expected) => {
  for (const view of [underpaid, { ...underpaid, merchant: undefined }])
    expect(links(await openPayer(view, { options: { support: ofPage } }))).toEqual(expected)
})

test('the page’s name of the shop replaces that of the server, and is there before it', async () => {
  const payer = await openPayer({ ...transfer, merchant }, { options: { merchant: 'Tea for Kids' } })
  expect(payer.widget.getByText('Tea for Kids')).toBeTruthy()
  expect(payer.widget.getByText('Tea for Kids receives payments through this person’s account.')).toBeTruthy()
  expect(payer.widget.queryByText(/Tea Shop/)).toBeNull()
  const loading = await openPayer('held', { options: { merchant: 'Tea for Kids' } })
  expect(loading.widget.getByText('Tea for Kids')).toBeTruthy()
})

describe('a payment that cannot be opened', () => {
  const unknown = { status: 404, text: '{"code":"order_unknown"}' }

  test('names the shop and its addresses, if the page knows them', async () => {
    const payer = await openPayer(unknown, {
      options: { merchant: 'Tea Shop', support: 'help@shop.example' },
    })
    expect(payer.heading()).toBe('We can’t find this payment')
    expect(payer.place.querySelector('.order')?.textContent).toContain('Tea Shop')
    expect(links(payer)).toEqual(['mailto:help@shop.example'])
  })

  test('that was open before has the order reference, the addresses and the way back', async () => {
    const payer = await openPayer({ ...transfer, merchant, next: { url: '/orders/1042' } })
    await payer.respondWith(unknown)
    expect(payer.heading()).toBe('We can’t find this payment')
    expect(payer.rows()).toEqual({ 'Order reference': '1042' })
    expect(links(payer)).toContain('mailto:help@shop.example')
    expect(links(payer)).toContain('/orders/1042')
  })
})

test('an address of the shop is never a script', async () => {
  const payer = await openPayer({
    ...underpaid,
    merchant: { name: 'S', support: { url: 'javascript:alert(1)' } },
  })
  expect(links(payer)).toEqual([])
})

describe('without another way to pay', () => {
  const shop = (payer: Awaited<ReturnType<typeof openPayer>>) =>
    payer.widget.queryByRole('link', { name: 'Back to the shop' })?.getAttribute('href')
  const over = { ...failed, retry: false }
  const next = { text: 'We pack your tea.', url: '/orders/1042' }

  test.each(['failed', 'expired'] as const)('%s offers the way back to the shop', async (status) => {
    const payer = await openPayer({ ...over, status, next })
    expect(shop(payer)).toBe('/orders/1042')
    expect(payer.widget.queryByText('We pack your tea.')).toBeNull()
  })

  test('too many attempts offer it, too', async () => {
    const reason = { code: null, group: 'none', key: 'attempts-limit' } as const
    expect(shop(await openPayer({ ...over, retry: true, reason, next }))).toBe('/orders/1042')
  })

  test('it is offered only then, and only to a permitted address', async () => {
    expect(shop(await openPayer({ ...over, retry: true, next }))).toBeUndefined()
    expect(shop(await openPayer({ ...over, next: { url: 'javascript:alert(1)' } }))).toBeUndefined()
    expect(shop(await openPayer(over))).toBeUndefined()
  })
})

test('an address of the shop breaks before its marks', async () => {
  const { widget } = await openPayer(underpaid)
  expect(widget.getAllByRole('link')[0]?.innerHTML.split('<wbr>')).toEqual(['', 'help', '@shop', '.example'])
})

describe('after the payment', () => {
  test('the shop’s phrase and button are shown, with method and order', async () => {
    const payer = await openPayer({ ...paid, next: { text: 'We pack your tea.', url: '/orders/1042' } })
    expect(payer.widget.getByText('We pack your tea.')).toBeTruthy()
    expect(payer.widget.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(
      '/orders/1042',
    )
    expect(payer.widget.getByText('Transfer')).toBeTruthy()
    expect(payer.rows()).toMatchObject({ 'Order reference': '1042' })
  })

  test('the time is shown to a payer who was there, with the hosted page as the receipt', async () => {
    const options = { formAction: '/pay/o/1042' }
    const payer = await openPayer(transfer, { options })
    await payer.respondWith(paid)
    expect(payer.widget.getByText('Date and time').nextElementSibling?.textContent).toMatch(/\d:\d\d/)
    expect(payer.widget.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe('/pay/o/1042')
    const later = await openPayer(paid, { options })
    expect(later.widget.queryByText(/Date and time|Receipt/)).toBeNull()
  })

  test.each(['https://shop.example/thanks', '/', '/thanks?order=1042'])('%s is opened', async (url) => {
    expect(links(await openPayer({ ...paid, next: { url } }))).toEqual([url])
  })

  test.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://shop.example',
  ])('%s is not opened', async (url) => {
    expect(links(await openPayer({ ...paid, next: { url } }))).toEqual([])
  })
})

describe('refunds', () => {
  const money = (value: string) => ({ value, currency: 'UAH' })
  const refunds = [
    { amount: money('100.00'), state: 'requested' },
    { amount: money('200.00'), state: 'pending' },
    { amount: money('300.00'), state: 'succeeded' },
    { amount: money('400.00'), state: 'failed' },
  ] as const
  const over = { ...transfer, action: null }

  test.each([
    { ...paid },
    { ...over, status: 'failed', final: true },
    { ...over, status: 'expired', final: true },
    { ...underpaid },
  ] as const)('are shown with their amounts and states: $status', async (view) => {
    const payer = await openPayer({ ...view, refunds: [...refunds] })
    const notes = [...payer.place.querySelectorAll('.note')].map(({ textContent }) =>
      textContent?.replace('\u00a0', ' '),
    )
    expect(notes.filter((text) => text?.startsWith('Refund'))).toEqual([
      'Refund of UAH 100.00 ',
      'Refund of UAH 200.00 The refund is being processed.',
      'Refund of UAH 300.00 The refund has been sent to you.',
      'Refund of UAH 400.00 The refund could not be sent. Please contact the shop.',
    ])
  })

  test('of nobody are not mentioned', async () => {
    expect((await openPayer(paid)).place.textContent).not.toMatch(/refund/i)
  })
})

describe('waiting', () => {
  test('says after 5 s that it takes longer, and after 20 s how to get help', async () => {
    const payer = await openPayer({ ...transfer, merchant, status: 'preparing', action: null })
    const words = 'This is taking longer than usual.'
    expect(payer.widget.queryByText(words)).toBeNull()
    await payer.page.advance(5000)
    expect(payer.widget.getByText(words, { selector: '.note' })).toBeTruthy()
    expect([payer.status(), links(payer)]).toEqual([words, []])
    await payer.page.advance(15_000)
    expect(links(payer)).toHaveLength(3)
  })

  test('for a confirmation is not called long', async () => {
    const payer = await openPayer({ ...transfer, merchant, action: null })
    await payer.page.advance(20_000)
    expect(payer.widget.queryByText(/longer than usual/)).toBeNull()
    expect(links(payer)).toHaveLength(3)
  })
})
