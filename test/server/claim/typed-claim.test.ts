import { expect, test } from 'vitest'
import { typedClaim } from '../../../src/server/claim/typed-claim.ts'

const said = (claim: object): object => JSON.parse(JSON.stringify(claim))

test('a form without fields says nothing', () => {
  expect(said(typedClaim({}, '1250.00'))).toEqual({})
})

test.each([
  ['1.250', '1.250'],
  ['1250.00', '1250'],
])('an amount has three decimals where that of the order has: %s', (asked, amount) => {
  expect(said(typedClaim({ amount: '1.250' }, asked))).toEqual({ amount })
})

test.each([
  ['Paid by phone.', "Paid by phone.\nSent at (the payer's clock): 31 Jan 2026 10:05"],
  ['', "Sent at (the payer's clock): 31 Jan 2026 10:05"],
])('the time, which has no zone, goes with the note %j', (note, expected) => {
  expect(said(typedClaim({ note, sentAt: '2026-01-31T10:05' }, '1250.00'))).toEqual({ note: expected })
})
