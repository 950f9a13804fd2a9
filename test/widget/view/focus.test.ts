// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { emptyDetails, failed, paid, transfer } from '../../../demo/gallery/views.ts'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { type DeferredParts, deferredParts } from '../../../src/widget/view/deferred/parts.ts'
import { type Reply, start } from '../core/fake-page.ts'
import { openPayer } from './payer.ts'

const unavailable: Reply = { status: 422, text: '{}' }
const endingSoon = { ...transfer, canExtend: true, expiresAt: new Date(start + 200_000).toISOString() }

/** A field of the shop that the payer types into. */
function focusChat() {
  const chat = document.createElement('input')
  document.body.append(chat)
  chat.focus()
  return chat
}

test.each<[string, ViewMembers | Reply, string, ViewMembers]>([
  ['more time was requested', endingSoon, 'I need more time', paid],
  ['the payment stayed unavailable', unavailable, 'Try again', transfer],
  ['no claim was made', { ...failed, canClaim: true }, 'I’ve sent the money', paid],
])('after %s, a later screen leaves the focus where it is', async (_, first, name, later) => {
  const payer = await openPayer(first)
  const heading = payer.heading()
  await payer.press(name)
  await payer.page.advance(1000)
  expect(payer.heading()).toBe(heading)
  const chat = focusChat()
  await payer.respondWith(later)
  expect(payer.heading()).not.toBe(heading)
  expect(document.activeElement).toBe(chat)
})

test('the screen of a press receives the focus, although its response takes several renderings', async () => {
  const payer = await openPayer(unavailable)
  await payer.respondWith('dropped')
  await payer.press('Try again')
  payer.page.emitPageEvent('offline')
  await payer.page.advance(3000)
  expect(payer.heading()).toBe('Payment isn’t available right now')
  await payer.respondWith(transfer)
  expect(payer.focused()?.textContent).toBe('Send exactly this amount')
})

test('the screen of a press receives the focus, although its code arrives after the response', async () => {
  const parts = Promise.withResolvers<DeferredParts>()
  const loads = [Promise.reject(new Error('offline')), parts.promise]
  const payer = await openPayer(
    { ...transfer, action: { ...emptyDetails, qr: 'https://pay.example/q' } },
    { loadDeferred: () => loads.shift() ?? parts.promise },
  )
  await payer.press('Try again')
  await payer.page.advance(1000)
  expect(payer.heading()).toBe('Payment isn’t available right now')
  parts.resolve(deferredParts)
  await payer.page.advance(0)
  expect(payer.focused()?.textContent).toBe('Send exactly this amount')
})
