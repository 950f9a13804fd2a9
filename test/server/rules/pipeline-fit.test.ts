import { describe, expect, test } from 'vitest'
import { fits, PipelineConditions, takesField } from '../../../src/server/rules/pipeline-fit.ts'

const limits = { UAH: { min: '10', max: '500.00' }, EUR: { min: '1' }, USD: { max: '20' } }

describe('a pipeline', () => {
  test.each<[amount: string, currency: string, isServed: boolean]>([
    ['9.99', 'UAH', false],
    ['10.00', 'UAH', true],
    ['500', 'UAH', true],
    ['500.01', 'UAH', false],
    ['500.01', 'uah', false],
    ['0.99', 'EUR', false],
    ['1000000', 'EUR', true],
    ['20.01', 'USD', false],
    ['0.01', 'USD', true],
    ['1000000', 'GBP', true],
    ['1000000', 'constructor', true],
  ])('with limits serves %s %s: %s', (amount, currency, isServed) => {
    expect(fits({ limits }, amount, currency)).toBe(isServed)
  })

  test('serves its currencies, or all', () => {
    expect(fits({ currencies: ['UAH', 'EUR'] }, '1', 'EUR')).toBe(true)
    expect(fits({ currencies: ['UAH', 'EUR'] }, '1', 'USD')).toBe(false)
    expect(fits({ currencies: ['UAH'], limits }, '501', 'UAH')).toBe(false)
    expect(fits({}, '1', 'USD')).toBe(true)
  })

  test('receives the fields that it names, or all', () => {
    expect(takesField({ fields: ['bank'] }, 'bank')).toBe(true)
    expect(takesField({ fields: ['bank'] }, 'phone')).toBe(false)
    expect(takesField({ fields: [] }, 'bank')).toBe(false)
    expect(takesField({}, 'phone')).toBe(true)
  })
})

const amountProblem = 'is not decimal text greater than 0, such as "1250.00"'

/** What is wrong with conditions, each with its place. */
const problemsOf = (conditions: object): string[] =>
  (PipelineConditions.safeParse(conditions).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

describe('the conditions of a pipeline', () => {
  test.each<[what: string, conditions: object, problem: string | null]>([
    ['none', {}, null],
    ['all', { currencies: ['UAH'], limits, fields: ['bank'] }, null],
    ['equal limits', { limits: { UAH: { min: '5', max: '5.00' } } }, null],
    ['no limits of a currency', { limits: { UAH: {} } }, null],
    [
      'a min above its max',
      { limits: { UAH: { min: '5.01', max: '5' } } },
      'limits.UAH: has a min above its max',
    ],
    ['a min of 0', { limits: { UAH: { min: '0' } } }, `limits.UAH.min: ${amountProblem}`],
    ['a max that is a number', { limits: { UAH: { max: 5 } } }, `limits.UAH.max: ${amountProblem}`],
    ['a max of words', { limits: { UAH: { max: 'a lot' } } }, `limits.UAH.max: ${amountProblem}`],
  ])('%s: %#', (_, conditions, problem) => {
    expect(problemsOf(conditions)).toEqual(problem === null ? [] : [problem])
  })

  test.each([
    ['currencies', { currencies: [] }],
    ['currencies.0', { currencies: [''] }],
    ['limits.', { limits: { '': {} } }],
    ['fields.0', { fields: [''] }],
  ])('an empty one is named: %s', (path, conditions) => {
    expect(problemsOf(conditions)).toEqual([expect.stringMatching(new RegExp(`^${path}: `))])
  })
})
