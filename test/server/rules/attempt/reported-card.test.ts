import { expect, test } from 'vitest'
import { reportedCard } from '../../../../src/server/rules/attempt/reported-card.ts'

const params = { cardToken: 'bank token', cardStorageToken: 'token', cardHolder: null, cardNumber: null }

test.each([
  ['411111******1111', '411111••••••1111'],
  ['4111 11** **** 1111', '411111••••••1111'],
  ['4111111111111111', '411111••••••1111'],
  ['41111111****1111', '411111••••••1111'],
  ['****1111', '••••••1111'],
  ['411111111111', '••••••1111'],
  ['1111', '••••••1111'],
  ['41111111111', '••••••1111'],
  ['4111111111112222', '411111••••••2222'],
  ['x411111******1111', '••••••1111'],
])('the card number %s is kept as %s', (cardNumber, number) => {
  expect(reportedCard({ ...params, cardNumber })).toEqual({ number, holder: null })
})

test('a holder is kept without long numbers; no card is none', () => {
  expect(reportedCard({ ...params, cardHolder: ' A HOLDER 4111111111111111 ' })?.holder).toBe(
    'A HOLDER ••••1111',
  )
  expect(reportedCard({ ...params, cardHolder: ' ', cardNumber: '******' })).toBeNull()
  expect(reportedCard({ ...params, cardNumber: '411111******1111x' })).toBeNull()
  expect(reportedCard(null)).toBeNull()
})
