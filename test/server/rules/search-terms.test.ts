import { expect, test } from 'vitest'
import { termChanges, termsFor, termsOf } from '../../../src/server/rules/search-terms.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

const payTo = { destination: '••••6666', recipient: 'Ірина Мельник', bank: 'Mono' }

test('a checkout is found by its amounts, digits, recipient and the parts of its reference', () => {
  const one = checkout({
    order: 'INV-2026/17',
    amount: { value: '1250.00', currency: 'UAH' },
    attempts: [
      attempt({ payTo, reported: '1200.50', card: { number: '••••1111', holder: 'O' } }),
      attempt({
        n: 2,
        payTo: { ...payTo, destination: 'IBAN UA' },
        amount: { value: '99', currency: 'UAH' },
      }),
    ],
  })
  expect(termsOf(one)).toEqual([
    'amount 1250',
    'amount 1200.5',
    'amount 99',
    'digits 6666',
    'digits 1111',
    'word inv-2026/17',
    'word 2026/17',
    'word 17',
    'word ірина мельник',
    'word мельник',
  ])
})

test('a payout is found by its reference and the digits of its destination', () => {
  const fields = [
    { key: 'card', value: '••••6666' },
    { key: 'bank', value: 'Mono' },
  ]
  const amount = { value: '10', currency: 'UAH' }
  expect(termsOf(payout({ reference: 'p7', amount, destination: { fields, fingerprints: [] } }))).toEqual([
    'amount 10',
    'digits 6666',
    'word p7',
    'word 7',
  ])
  expect(termsOf(payout({ reference: 'p', amount }))).toEqual(['amount 10', 'word p'])
})

test('only four digits at the end of a number are searched for, and only a recipient that is known', () => {
  const numbers = { card: { number: '•77778', holder: null }, payTo: { ...payTo, recipient: null } }
  const longer = { ...payTo, destination: '••••8888 UAH' }
  const attempts = [attempt(), attempt({ n: 2, ...numbers }), attempt({ n: 3, payTo: longer })]
  expect(termsOf(checkout({ order: 'A', attempts }))).toEqual([
    ...['amount 1250', 'digits 6666', 'word a', 'word ірина мельник', 'word мельник'],
  ])
})

test('letters with marks of their own are found by what an operator types, and the other way round', () => {
  const recipient = 'Андрій'.normalize('NFD')
  const found = termsOf(checkout({ order: 'A', attempts: [attempt({ payTo: { ...payTo, recipient } })] }))
  for (const typed of ['андрій', recipient]) expect(found).toContain(termsFor(typed).prefix)
})

test('an order that is paid twice is found by that', () => {
  const paid = { state: 'succeeded' } as const
  expect(termsOf(checkout({ attempts: [attempt(paid), attempt({ n: 2, ...paid })] }))).toContain('paid twice')
  expect(termsOf(checkout({ attempts: [attempt(paid)] }))).not.toContain('paid twice')
})

test('of a long name the first twelve parts count, up to 60 characters of each', () => {
  const terms = termsOf(
    checkout({ order: 'a b c d e f g h i j k l m n o p q r s t u v w x y z and more of it', attempts: [] }),
  )
  expect(terms.filter((term) => term.startsWith('word '))).toHaveLength(12)
  expect(terms.find((term) => term.startsWith('word '))).toHaveLength('word '.length + 60)
})

test.each([
  ['1 250,00', ['amount 1250', 'word 1 250,00']],
  ['1250.50', ['amount 1250.5', 'word 1250.50']],
  ['1\u202f250', ['amount 1250', 'word 1\u202f250']],
  ['1,250', ['word 1,250']],
  ['1,250.00', ['amount 1250', 'word 1,250.00']],
  ['1.250,50', ['amount 1250.5', 'word 1.250,50']],
  ['12,50,000.00', ['amount 1250000', 'word 12,50,000.00']],
  ['1,250,00', ['word 1,250,00']],
  ['UAH\u00a01,250.00', ['amount 1250', 'word uah\u00a01,250.00']],
  ['1\u202f250.00 UAH', ['amount 1250', 'word 1\u202f250.00 uah']],
  ['1\u00a0250,00\u00a0₴', ['amount 1250', 'word 1\u00a0250,00\u00a0₴']],
  ['JP¥1,250.00', ['amount 1250', 'word jp¥1,250.00']],
  ['\u200eUAH\u00a01,250.00', ['amount 1250', 'word \u200euah\u00a01,250.00']],
  ['1,250.00 USDT (TRC20)', ['amount 1250', 'word 1,250.00 usdt (trc20)']],
  ['1\u202f250.00\u00a0USDT_TRC20', ['amount 1250', 'word 1\u202f250.00\u00a0usdt_trc20']],
  ['INV1042', ['word inv1042']],
  ['ORDER 123', ['word order 123']],
  ['6666', ['amount 6666', 'digits 6666', 'word 6666']],
  ['66666', ['amount 66666', 'word 66666']],
  ['Мельник', ['word мельник']],
])('a search for "%s" finds whole terms, or what begins with it', (text, whole) => {
  expect(termsFor(text)).toEqual({ whole, prefix: whole.at(-1) })
})

test('a change adds what is new and removes what is not true any more', () => {
  const before = checkout({ order: 'A', attempts: [] })
  const after = { ...before, amount: { value: '7', currency: 'UAH' } }
  expect(termChanges(before, after)).toEqual({ added: ['amount 7'], removed: ['amount 1250'] })
  expect(termChanges(before, before)).toEqual({ added: [], removed: [] })
})
