// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { choosing, transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { openPayer } from './payer.ts'

const savedCards = [
  { id: 'sc_1', label: '444111******6666' },
  { id: 'sc_2', label: '535333******0007' },
]
const failed: CheckoutView = { ...transfer, status: 'failed', action: null, retry: true }
const attempts = `/pay/checkouts/${transfer.id}/attempts`

const choiceLabels = ({ place }: Awaited<ReturnType<typeof openPayer>>) =>
  [...place.querySelectorAll('.method bdi')].map(({ textContent }) => textContent)

describe('choosing', () => {
  test('offers what the server offers, in its order, saved cards first', async () => {
    expect(choiceLabels(await openPayer({ ...choosing, methods: ['form', 'transfer'], savedCards }))).toEqual(
      ['444111******6666', '535333******0007', 'Card', 'Bank transfer'],
    )
    expect(choiceLabels(await openPayer({ ...choosing, methods: ['transfer'] }))).toEqual(['Bank transfer'])
    expect(choiceLabels(await openPayer({ ...choosing, methods: [], savedCards }))).toHaveLength(2)
  })

  test('a saved card pays by its id, and by no number', async () => {
    const payer = await openPayer({ ...choosing, savedCards })
    await payer.press('535333******0007')
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: attempts, body: { method: 'saved-card', savedCard: 'sc_2', after: 0 } },
    ])
  })

  test('while an attempt is being started, nothing can be started beside it', async () => {
    const payer = await openPayer(choosing, { answers: { POST: 'hanging' } })
    await payer.press('Card On a secure payment page')
    expect(payer.heading()).toBe('Preparing your payment')
    expect(payer.pane.queryAllByRole('button')).toEqual([])
  })

  test('a start that came to nothing is said, and the ways are there again', async () => {
    const payer = await openPayer(choosing, { answers: { POST: { status: 503, text: '' } } })
    await payer.press('Card On a secure payment page')
    expect([payer.heading(), payer.hint()]).toEqual([
      'How would you like to pay?',
      'That did not work. Please try again.',
    ])
  })
})

describe('forgetting a saved card', () => {
  test('takes a second press, and then it is gone', async () => {
    const payer = await openPayer({ ...choosing, savedCards }, { answers: { DELETE: { status: 204 } } })
    payer.pane.getByLabelText('Forget the card 535333******0007').click()
    expect(payer.requestsSent()).toEqual([])
    payer.pane.getAllByText('Forget it?')[1]?.click()
    await payer.page.advance(0)
    expect(payer.requestsSent()).toMatchObject([{ method: 'DELETE', path: '/pay/cards/sc_2?order=1042' }])
    expect(choiceLabels(payer)).toEqual(['444111******6666', 'Bank transfer', 'Card'])
  })

  test('is asked for once, however often it is pressed', async () => {
    const payer = await openPayer({ ...choosing, savedCards }, { answers: { DELETE: 'hanging' } })
    const sure = payer.pane.getAllByText('Forget it?')[0]
    sure?.click()
    await payer.page.advance(0)
    sure?.click()
    payer.pane.getAllByText('Forget it?')[1]?.click()
    expect(payer.requestsSent()).toHaveLength(1)
  })

  test('that came to nothing is said, and the card stays', async () => {
    const payer = await openPayer({ ...choosing, savedCards }, { answers: { DELETE: { status: 503 } } })
    payer.pane.getAllByText('Forget it?')[0]?.click()
    await payer.page.advance(0)
    expect(payer.hint()).toBe('That did not work. Please try again.')
    expect(choiceLabels(payer)).toHaveLength(4)
  })
})

describe('trying again', () => {
  test.each(['transfer', 'form'] as const)(
    'where %s is the only way, it is taken at once',
    async (method) => {
      const payer = await openPayer({ ...failed, methods: [method] })
      await payer.press('Try again')
      expect(payer.requestsSent()).toEqual([{ method: 'POST', path: attempts, body: { method, after: 1 } }])
    },
  )

  test('where there are several, the payer chooses, and may go back', async () => {
    const payer = await openPayer(failed)
    await payer.press('Try again')
    expect([payer.heading(), choiceLabels(payer)]).toEqual([
      'How would you like to pay?',
      ['Bank transfer', 'Card'],
    ])
    await payer.press('Back')
    expect(payer.heading()).toBe('We have not received this payment')
    await payer.press('Try again')
    await payer.press('Card On a secure payment page')
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: attempts, body: { method: 'form', after: 1 } },
    ])
  })

  test('with a saved card, which one is the payer’s to choose', async () => {
    const payer = await openPayer({ ...failed, method: 'saved-card', methods: [], savedCards })
    await payer.press('Try again')
    expect(payer.requestsSent()).toEqual([])
    expect(choiceLabels(payer)).toHaveLength(2)
  })

  test('is not offered where the server offers none', async () => {
    const payer = await openPayer({ ...failed, retry: false })
    expect(payer.pane.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('is over when the server offers it no more', async () => {
    const payer = await openPayer(failed)
    await payer.press('Try again')
    await payer.respondWith({ ...failed, retry: false })
    expect(payer.heading()).toBe('We have not received this payment')
  })

  test('a choice that is open closes when the money comes after all', async () => {
    const payer = await openPayer(failed)
    await payer.press('Try again')
    await payer.respondWith({ ...failed, status: 'succeeded', paid: transfer.amount, retry: false })
    expect(payer.heading()).toBe('Paid')
  })
})
