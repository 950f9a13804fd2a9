// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { openPayer } from './payer.ts'

const open: CheckoutView = { ...transfer, canReplace: true }
const expired: CheckoutView = { ...open, status: 'expired', action: null }
const attempts = `/pay/checkouts/${transfer.id}/attempts`
const choose = 'I haven’t sent money: choose another way'
const startAgain = 'I haven’t sent anything: start again'
const hint = 'Only if you haven’t sent money. These details will stop being valid for this order.'
const conflict = { status: 409, text: '{"code":"not_replaceable"}' }

describe('an open payment', () => {
  test.each([
    ['a transfer', open],
    ['a form', { ...open, method: 'form', action: { type: 'redirect', url: 'https://form.example/' } }],
  ] as const)('%s: is replaced once the payer states that no money was sent', async (_, view) => {
    const payer = await openPayer(view)
    expect(payer.widget.getByText('Another way, or help').localName).toBe('summary')
    expect(payer.widget.getByText(hint)).toBeTruthy()
    await payer.press(choose)
    expect([payer.heading(), payer.hint()]).toEqual(['How would you like to pay?', hint])
    expect(payer.requestsSent()).toEqual([])
    await payer.press('Card On a secure payment page')
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: attempts, body: { method: 'form', replace: true, after: 1 } },
    ])
  })

  test('“Back” keeps it', async () => {
    const payer = await openPayer(open)
    await payer.press(choose)
    await payer.press('Back')
    expect(payer.heading()).toBe('Send exactly this amount')
    expect(payer.requestsSent()).toEqual([])
  })

  test('payer fields of the other method are asked for, and sent with it', async () => {
    const email = { key: 'email', kind: 'email', required: true } as const
    const payer = await openPayer({ ...open, fields: { form: [email] } })
    await payer.press(choose)
    await payer.press('Card On a secure payment page')
    expect([payer.heading(), payer.requestsSent()]).toEqual(['Your details', []])
  })

  test.each([
    ['the server does not permit it', transfer],
    ['there is no other method', { ...open, methods: ['transfer'] }],
    ['the money was sent', { ...open, reportedSentAt: '2026-11-20T11:58:00.000Z' }],
  ] as const)('cannot be replaced if %s', async (_, view) => {
    const { widget } = await openPayer({ ...view, methods: [...view.methods] })
    expect(widget.queryByText('Pay another way')).toBeNull()
  })

  test('that can no longer be replaced is shown again, with a warning against paying twice', async () => {
    const payer = await openPayer(open, { answers: { POST: conflict } })
    await payer.press(choose)
    await payer.press('Card On a secure payment page')
    const words = 'This payment can’t be changed now. We’re still checking: don’t pay twice.'
    expect([payer.heading(), payer.hint(), payer.status()]).toEqual([
      'Send exactly this amount',
      words,
      words,
    ])
  })
})

describe('an expired payment', () => {
  test('starts again with the only method', async () => {
    const payer = await openPayer({ ...expired, methods: ['transfer'] })
    await payer.press(startAgain)
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: attempts, body: { method: 'transfer', replace: true, after: 1 } },
    ])
  })

  test('lets the payer choose among several', async () => {
    const payer = await openPayer(expired)
    await payer.press(startAgain)
    expect([payer.heading(), payer.hint()]).toEqual(['How would you like to pay?', hint])
  })

  test('“I’ve sent the money” is reported, and the widget keeps checking', async () => {
    const payer = await openPayer(expired)
    await payer.press('I’ve sent the money')
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: `${attempts}/1/sent`, body: { sent: true } },
    ])
    expect(payer.heading()).toBe('Checking for your transfer')
    expect(payer.rows()).toEqual({ 'Order reference': '1042' })
  })

  test('says so if it cannot be replaced after all', async () => {
    const payer = await openPayer({ ...expired, methods: ['transfer'] }, { answers: { POST: conflict } })
    await payer.press(startAgain)
    const note = () => payer.widget.getByText(/can’t be changed now/, { selector: '.note' })
    expect(note()).toBeTruthy()
    await payer.respondWith({ ...expired, canReplace: false })
    expect(note()).toBeTruthy()
  })

  test('starts nothing where the server does not permit it; money that was sent is still reported', async () => {
    const { widget, hint } = await openPayer({ ...expired, canReplace: false })
    expect(widget.queryByRole('button', { name: startAgain })).toBeNull()
    expect(widget.getByRole('button', { name: 'I’ve sent the money' })).toBeTruthy()
    expect(hint()).toBe('Already sent the money? Please don’t send it again.')
  })

  test.each([
    ['that may be retried', { retry: true, canReplace: false }],
    ['that may be retried, with a claim', { retry: true, canReplace: false, canClaim: true }],
    ['that may be replaced', {}],
    ['that may be replaced, with a claim', { canClaim: true }],
  ])('%s asks whether the money was sent, with two equal answers', async (_what, view) => {
    const payer = await openPayer({ ...expired, ...view })
    expect(payer.hint()).toBe('Did you send the money?')
    const answers = payer.widget.getAllByRole('button', { name: /^I’ve sent the money$|^I haven’t sent/ })
    expect(answers.map(({ textContent, className }) => [textContent, className])).toEqual([
      ['I’ve sent the money', 'secondary'],
      [startAgain, 'secondary'],
    ])
  })

  test.each([
    ['is no longer watched', { final: true, retry: false, canReplace: false, pollAfter: null }],
    ['was a payment by card on a page', { method: 'form', retry: true, canReplace: false }],
  ] as const)('does not ask where it %s', async (_what, view) => {
    const { widget } = await openPayer({ ...expired, ...view })
    expect(widget.queryByText('Did you send the money?')).toBeNull()
    expect(widget.queryByRole('button', { name: 'I’ve sent the money' })).toBeNull()
  })
})
