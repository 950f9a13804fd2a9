// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { emptyDetails, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { type DeferredParts, deferredParts } from '../../../src/widget/view/deferred/parts.ts'
import { openPayer } from './payer.ts'

type Payer = Awaited<ReturnType<typeof openPayer>>

const hint = 'Nothing opened? Copy the details and open the app or browser yourself.'
const url = 'https://form.example/pay?t=1'
const qr = 'upi://pay?pa=shop@okbank&am=1250.00'
const withApp: CheckoutView = {
  ...transfer,
  action: { ...emptyDetails, card: '4441114455556666', qr, link: { url: qr, kind: 'upi' } },
}
const withForm: CheckoutView = { ...transfer, method: 'form', action: { type: 'redirect', url } }

/** Presses a link in a browser that does not follow it. */
function press({ place }: Payer): void {
  const link = place.querySelector('a')
  link?.addEventListener('click', (event) => event.preventDefault())
  link?.click()
}

describe('a link to a banking app', () => {
  test('that opens nothing is said to', async () => {
    const payer = await openPayer(withApp)
    press(payer)
    await payer.page.advance(1999)
    expect(payer.widget.queryByText(hint)).toBeNull()
    await payer.page.advance(1)
    expect(payer.widget.getByRole('alert').textContent).toBe(hint)
    expect(payer.heading()).toBe('Send exactly this amount')
  })

  test.each([
    ['the window loses focus', window, 'blur'],
    ['the page is hidden', document, 'visibilitychange'],
  ])('that opens an app shows nothing: %s', async (_, target, type) => {
    const payer = await openPayer(withApp)
    press(payer)
    target.dispatchEvent(new Event(type, { bubbles: true }))
    await payer.page.advance(60_000)
    expect(payer.widget.queryByText(hint)).toBeNull()
  })

  test('that the page opens itself shows nothing', async () => {
    const payer = await openPayer(withApp, { cancels: true })
    press(payer)
    await payer.page.advance(60_000)
    expect(payer.events).toContainEqual({ type: 'open', url: qr, kind: 'upi', purpose: 'pay' })
    expect(payer.widget.queryByText(hint)).toBeNull()
  })

  test('that is pressed before the deferred parts are there shows the hint as soon as they are', async () => {
    const parts = Promise.withResolvers<DeferredParts>()
    const payer = await openPayer(withApp, { loadDeferred: () => parts.promise })
    press(payer)
    await payer.page.advance(2000)
    expect(payer.widget.queryByText(hint)).toBeNull()
    parts.resolve(deferredParts)
    await payer.page.advance(0)
    expect(payer.widget.getByRole('alert').textContent).toBe(hint)
  })

  test('that opens an app before the deferred parts are there shows nothing', async () => {
    const parts = Promise.withResolvers<DeferredParts>()
    const payer = await openPayer(withApp, { loadDeferred: () => parts.promise })
    press(payer)
    window.dispatchEvent(new Event('blur'))
    parts.resolve(deferredParts)
    await payer.page.advance(60_000)
    expect(payer.widget.queryByText(hint)).toBeNull()
  })

  test('hides the hint when it is pressed again', async () => {
    const payer = await openPayer(withApp)
    press(payer)
    await payer.page.advance(2000)
    press(payer)
    await payer.press('Copy: Card number')
    expect(payer.place.querySelector('[role=alert]')).toBeNull()
  })
})

describe('a link to the payment page', () => {
  test('that opens nothing does not wait for the result, and shows the address to copy', async () => {
    const payer = await openPayer(withForm)
    press(payer)
    await payer.page.advance(7999)
    expect(payer.heading()).toBe('Waiting for the result')
    await payer.page.advance(1)
    expect(payer.heading()).toBe('Continue on the payment page')
    expect(payer.widget.getByText(hint)).toBeTruthy()
    expect(payer.rows()).toEqual({ URL: url })
  })

  test('that opens the page waits for the result', async () => {
    const payer = await openPayer(withForm)
    press(payer)
    window.dispatchEvent(new Event('blur'))
    await payer.page.advance(60_000)
    expect(payer.heading()).toBe('Waiting for the result')
  })

  test('of another attempt was not followed yet', async () => {
    const payer = await openPayer(withForm)
    press(payer)
    window.dispatchEvent(new Event('blur'))
    await payer.respondWith({ ...withForm, attempts: withForm.attempts + 1 })
    expect(payer.heading()).toBe('Continue on the payment page')
  })

  test('beside the payment details shows the address below them', async () => {
    const payer = await openPayer({
      ...transfer,
      action: { ...emptyDetails, card: '4441114455556666', formUrl: url },
    })
    press(payer)
    await payer.page.advance(8000)
    expect(payer.rows()).toEqual({ 'Card number': '4441114455556666' })
    expect(payer.place.querySelector('.another-way bdi, .another-way + * bdi')).not.toBeNull()
    expect(payer.widget.getByRole('button', { name: 'Copy: URL' })).toBeTruthy()
  })
})
