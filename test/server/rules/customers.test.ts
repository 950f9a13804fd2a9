import { expect, test } from 'vitest'
import { attemptsOf, customersOf, isOnlyCustomer } from '../../../src/server/rules/customers.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

const of = (customer: string | null, ...attempts: Parameters<typeof attempt>[0][]) =>
  checkout({ customer, attempts: attempts.map((one, index) => attempt({ n: index + 1, ...one })) })
const numbersOf = (...[entry, customer]: Parameters<typeof attemptsOf>) =>
  attemptsOf(entry, customer).map(({ n }) => n)

test('the customers of a checkout are its own and those of its attempts, each once', () => {
  expect(customersOf(of('anna', { customer: 'boris' }, { customer: 'anna' }, { customer: null }))).toEqual([
    'anna',
    'boris',
  ])
  expect(customersOf(of(null, { customer: 'boris' }))).toEqual(['boris'])
  expect(customersOf(of(null, {}))).toEqual([])
  expect(customersOf(payout())).toEqual([])
})

test('a customer is the only one of a checkout that has no other', () => {
  expect(isOnlyCustomer(of('anna', { customer: 'anna' }, { customer: null }), 'anna')).toBe(true)
  expect(isOnlyCustomer(of('anna', { customer: 'boris' }), 'anna')).toBe(false)
  expect(isOnlyCustomer(of(null, {}), 'anna')).toBe(true)
})

test('attempts without a proved customer belong to that of the checkout, and erased ones to nobody', () => {
  const shared = of('anna', { customer: 'anna' }, { customer: 'boris' }, { customer: null })
  expect(numbersOf(shared, 'anna')).toEqual([1, 3])
  expect(numbersOf(shared, 'boris')).toEqual([2])
  const reassigned = of(null, { customer: 'anna' }, { customer: null })
  expect(numbersOf(reassigned, 'anna')).toEqual([1, 2])
  expect(numbersOf(of('anna', { customer: 'anna', erasedAt: 1 }, {}), 'anna')).toEqual([2])
})
