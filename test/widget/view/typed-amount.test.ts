import { expect, test } from 'vitest'
import { typedAmount } from '../../../src/widget/view/payer-fields/check-value.ts'

test.each([
  ['1250', '1250'],
  ['1250.00', '1250.00'],
  ['1250,5', '1250.5'],
  ['1 250,00', '1250.00'],
  ['1\u00a0250.00', '1250.00'],
  ['1,250', '1250'],
  ['1.250', '1250'],
  ['1,250.00', '1250.00'],
  ['1.250,00', '1250.00'],
  ['12,345,678.9', '12345678.9'],
  ['0.125', '0.125'],
  ['0,12500000', '0.12500000'],
  ['١٢٥٠٫٥', '1250.5'],
  ['۱۲۵۰', '1250'],
])('%s is %s', (typed, value) => {
  expect(typedAmount(typed)).toBe(value)
})

test.each([
  ['1.500', '1.500'],
  ['1,500', '1.500'],
  ['12.500', '12.500'],
  ['1,500.000', '1500.000'],
  ['1.500.000', '1500000'],
  ['1 500,000', '1500.000'],
  ['1500', '1500'],
])('%s is %s, of an order whose amount has three decimals', (typed, value) => {
  expect(typedAmount(typed, '1.250')).toBe(value)
})

test.each([
  ['12,500', '12500'],
  ['1.250', '1250'],
  ['12500.000', '12500.000'],
  ['12,500.000', '12500.000'],
])('%s is %s, of thousands with three decimals', (typed, value) => {
  expect(typedAmount(typed, '12500.000')).toBe(value)
})

test.each(['', 'all', '-5', '1,2,3', '1.250.00', '1e5'])('%j is no amount', (typed) => {
  expect(typedAmount(typed)).toBeUndefined()
})
