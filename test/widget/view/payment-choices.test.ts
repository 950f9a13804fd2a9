// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { choosing, failed, cards as savedCards, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { deferredParts } from '../../../src/widget/view/deferred/parts.ts'
import { openPayer } from './payer.ts'

const attempts = `/pay/checkouts/${transfer.id}/attempts`

const choiceLabels = ({ place }: Awaited<ReturnType<typeof openPayer>>) =>
  [...place.querySelectorAll('.method > button bdi')].map(({ textContent }) =>
    textContent?.replace(/[\u2068\u2069]|^Pay .* with /g, '').replace('\u00a0', ' '),
  )

describe('choosing', () => {
  test('shows saved cards first, then the methods in the server’s order', async () => {
    expect(choiceLabels(await openPayer({ ...choosing, methods: ['form', 'transfer'], savedCards }))).toEqual(
      ['•••• 6666', '•••• 0007', 'Card', 'Transfer'],
    )
    expect(choiceLabels(await openPayer({ ...choosing, methods: ['transfer'] }))).toEqual(['Transfer'])
    expect(choiceLabels(await openPayer({ ...choosing, methods: [], savedCards }))).toHaveLength(2)
  })

  test('waits for the code of saved cards: had they followed, the methods would move', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof deferredParts>()
    const payer = await openPayer({ ...choosing, savedCards }, { loadDeferred: () => promise })
    expect(choiceLabels(payer)).toEqual([])
    resolve(deferredParts)
    await payer.page.advance(0)
    expect(choiceLabels(payer)).toHaveLength(4)
    const methodsOnly = await openPayer(choosing, { loadDeferred: () => new Promise(() => undefined) })
    expect(choiceLabels(methodsOnly)).toHaveLength(2)
  })

  test('offers the other methods if the code of saved cards cannot be loaded', async () => {
    const loadDeferred = () => Promise.reject(new Error('offline'))
    const payer = await openPayer({ ...choosing, savedCards }, { loadDeferred })
    expect(choiceLabels(payer)).toEqual(['Transfer', 'Card'])
    const cardsOnly = await openPayer({ ...choosing, methods: [], savedCards }, { loadDeferred })
    expect(cardsOnly.heading()).toBe('Payment isn’t available right now')
  })

  test('a saved card is sent by its id', async () => {
    const payer = await openPayer({ ...choosing, savedCards })
    await payer.press('Pay UAH\u00a01,250.00 with \u2068••••\u00a00007\u2069')
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: attempts, body: { method: 'saved-card', savedCard: 'sc_2', after: 0 } },
    ])
  })

  test('no second attempt can be started while one is starting', async () => {
    const payer = await openPayer(choosing, { answers: { POST: 'hanging' } })
    await payer.press('Card On a secure payment page')
    expect(payer.heading()).toBe('Preparing your payment')
    expect(payer.widget.queryAllByRole('button')).toEqual([])
  })

  test('a failed start is shown, and the methods are offered again', async () => {
    const payer = await openPayer(choosing, { answers: { POST: { status: 503, text: '' } } })
    await payer.press('Card On a secure payment page')
    expect(payer.heading()).toBe('How would you like to pay?')
    expect(payer.error()).toBe('That didn’t work. Please try again.')
  })
})

describe('a method that no route takes', () => {
  const methodChanged = 'The way you chose isn’t available now. You can pay this way instead.'
  const preparing: CheckoutView = { ...choosing, status: 'preparing', method: 'form', attempts: 1 }
  const byTransfer = { ...transfer, attempts: 2 }
  const choose = async (view: CheckoutView) => {
    const payer = await openPayer(choosing, { answers: { POST: { view, headers: { etag: 'W/"2"' } } } })
    await payer.press('Card On a secure payment page')
    return payer
  }

  test('is replaced by the server, and the payer reads why', async () => {
    const payer = await choose(byTransfer)
    expect([payer.heading(), payer.hint()]).toEqual(['Send exactly this amount', methodChanged])
    expect(payer.status()).toBe(methodChanged)
  })

  test('is explained while the server prepares another, and until the next screen', async () => {
    const payer = await choose(preparing)
    expect(payer.hint()).toBe('')
    await payer.respondWith({ ...byTransfer, status: 'preparing', action: null })
    await payer.respondWith(byTransfer)
    expect(payer.hint()).toBe(methodChanged)
    await payer.respondWith({ ...byTransfer, status: 'failed', action: null, retry: true })
    expect(payer.widget.queryByText(methodChanged)).toBeNull()
  })

  test('is not claimed of a method that the payer chose elsewhere', async () => {
    const payer = await openPayer({ ...transfer, method: 'form', action: null })
    await payer.respondWith(byTransfer)
    expect(payer.hint()).toBe('Send it in your banking app, then come back here.')
  })
})

describe('deleting a saved card', () => {
  const ask = async (payer: Awaited<ReturnType<typeof openPayer>>, digits: string) => {
    payer.widget.getAllByLabelText(`Remove card •••• ${digits}`)[0]?.click()
    await payer.page.advance(0)
    expect(payer.status()).toBe('Remove this card?')
    return payer.widget.getByText('Remove', { selector: '.secondary' })
  }

  test('needs a second press, then removes the card', async () => {
    const payer = await openPayer({ ...choosing, savedCards }, { answers: { DELETE: { status: 204 } } })
    const sure = await ask(payer, '0007')
    expect(payer.requestsSent()).toEqual([])
    sure.click()
    await payer.page.advance(0)
    expect(payer.requestsSent()).toMatchObject([{ method: 'DELETE', path: '/pay/cards/sc_2?order=1042' }])
    expect(choiceLabels(payer)).toEqual(['•••• 6666', 'Transfer', 'Card'])
  })

  test('does not ask about another card with the same digits', async () => {
    const twins = savedCards.map(({ id }) => ({ id, label: '•••• 6666' }))
    const payer = await openPayer(
      { ...choosing, savedCards: twins },
      { answers: { DELETE: { status: 204 } } },
    )
    const sure = await ask(payer, '6666')
    sure.click()
    await payer.page.advance(0)
    expect(choiceLabels(payer)).toEqual(['•••• 6666', 'Transfer', 'Card'])
    expect(payer.widget.queryByText('Remove this card?', { selector: '.delete *' })).toBeNull()
  })

  test('can be cancelled after the first press', async () => {
    const payer = await openPayer({ ...choosing, savedCards })
    await ask(payer, '0007')
    await payer.press('Cancel')
    expect(payer.widget.queryByText('Remove this card?')).toBeNull()
    expect(payer.widget.getByLabelText('Remove card •••• 0007')).toBeTruthy()
    expect(payer.requestsSent()).toEqual([])
  })

  test('is requested once, however often it is pressed', async () => {
    const payer = await openPayer({ ...choosing, savedCards }, { answers: { DELETE: 'hanging' } })
    const sure = await ask(payer, '6666')
    sure.click()
    await payer.page.advance(0)
    sure.click()
    expect(payer.requestsSent()).toHaveLength(1)
  })

  test('shows a failure and keeps the card', async () => {
    const payer = await openPayer({ ...choosing, savedCards }, { answers: { DELETE: { status: 503 } } })
    const sure = await ask(payer, '6666')
    sure.click()
    await payer.page.advance(0)
    expect(payer.error()).toBe('That didn’t work. Please try again.')
    expect(choiceLabels(payer)).toHaveLength(4)
  })
})

describe('trying again', () => {
  test.each(['transfer', 'form'] as const)('starts %s directly if it is the only method', async (method) => {
    const payer = await openPayer({ ...failed, methods: [method] })
    await payer.press('Try again')
    expect(payer.requestsSent()).toEqual([{ method: 'POST', path: attempts, body: { method, after: 1 } }])
  })

  test('offers the choice among several methods, and a way back', async () => {
    const payer = await openPayer(failed)
    await payer.press('Try again')
    expect([payer.heading(), choiceLabels(payer)]).toEqual([
      'How would you like to pay?',
      ['Transfer', 'Card'],
    ])
    await payer.press('Back')
    expect(payer.heading()).toBe('We haven’t received this payment')
    await payer.press('Try again')
    await payer.press('Card On a secure payment page')
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: attempts, body: { method: 'form', after: 1 } },
    ])
  })

  test('offers the choice among saved cards', async () => {
    const payer = await openPayer({ ...failed, method: 'saved-card', methods: [], savedCards })
    await payer.press('Try again')
    expect(payer.requestsSent()).toEqual([])
    expect(choiceLabels(payer)).toHaveLength(2)
  })

  test('is not offered without retry', async () => {
    const payer = await openPayer({ ...failed, retry: false })
    expect(payer.widget.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('ends when the server withdraws retry', async () => {
    const payer = await openPayer(failed)
    await payer.press('Try again')
    await payer.respondWith({ ...failed, retry: false })
    expect(payer.heading()).toBe('We haven’t received this payment')
  })

  test('the choice closes when the payment succeeds', async () => {
    const payer = await openPayer(failed)
    await payer.press('Try again')
    await payer.respondWith({ ...failed, status: 'succeeded', paid: transfer.amount, retry: false })
    expect(payer.heading()).toBe('Paid')
  })
})
