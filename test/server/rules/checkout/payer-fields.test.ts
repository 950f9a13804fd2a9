import { describe, expect, test } from 'vitest'
import { OrderResult } from '../../../../src/server/options/order-result.ts'
import {
  checkFields,
  DeclaredField,
  demandedKeys,
  payerFieldOf,
} from '../../../../src/server/rules/checkout/payer-fields.ts'
import { serviceRefusal } from '../../store/fixtures.ts'

const declared = (field: object): DeclaredField => DeclaredField.parse({ key: 'it', kind: 'text', ...field })
const checkOne = (field: object, value: string) => {
  const { values, invalid } = checkFields([declared(field)], { it: value })
  return invalid[0]?.rule ?? values['it']
}

describe('what a payer fills in', () => {
  test.each<[kind: string, typed: string, result: string]>([
    ['text', '  PrivatBank ', 'PrivatBank'],
    ['text', 'two\nlines', 'kind'],
    ['text', 'x'.repeat(257), 'too_long'],
    ['email', ' a.b+c@shop.example ', 'a.b+c@shop.example'],
    ['email', 'a@b', 'kind'],
    ['tel', '+380 (67) 123-45-67', '+380671234567'],
    ['tel', '+38', 'kind'],
    ['tel', '+1234567890123456', 'kind'],
    ['digits', ' 0012 3456 ', '00123456'],
    ['digits', '12a', 'kind'],
    ['iban', 'ua21 3223 1300 0002 6007 2335 6600 1', 'UA213223130000026007233566001'],
    ['iban', 'UA213223130000026007233566002', 'kind'],
    ['iban', 'UA21', 'kind'],
  ])('as %s, %j is %j', (kind, typed, result) => {
    expect(checkOne({ kind }, typed)).toBe(result)
  })

  test('an option is one of those offered', () => {
    const select = { kind: 'select', options: [{ value: 'mono', label: 'Monobank' }] }
    expect(checkOne(select, 'mono')).toBe('mono')
    expect(checkOne(select, 'Monobank')).toBe('option')
  })

  test('a pattern is met by the whole value, without separators', () => {
    expect(checkOne({ kind: 'tel', pattern: '\\+380\\d{9}' }, '+380 67 123 45 67')).toBe('+380671234567')
    expect(checkOne({ pattern: 'a|b' }, 'ab')).toBe('pattern')
    // Valid with the flag `u` only.
    expect(checkOne({ pattern: '[(]\\d' }, '(1')).toBe('(1')
    expect(checkOne({ pattern: '([A-Za-z]+ ?)+' }, `${'a'.repeat(200)}!`)).toBe('pattern')
  })

  test('a required field must not be blank; an optional one is left out', () => {
    expect(checkOne({}, ' ')).toBe('required')
    expect(checkFields([declared({ required: false })], { it: ' ' })).toEqual({ values: {}, invalid: [] })
  })

  test('a field that is not declared is refused, whatever its name', () => {
    const given = JSON.parse('{"cardStorageToken":"t","__proto__":"x","it":"y"}')
    expect(checkFields([declared({})], given).invalid).toEqual([
      { key: 'cardStorageToken', rule: 'not_allowed' },
      { key: '__proto__', rule: 'not_allowed' },
    ])
  })
})

describe('what order() may declare', () => {
  const problemOf = (method: string, ...fields: object[]): string | undefined =>
    OrderResult.safeParse({ amount: '1.00', currency: 'UAH', fields: { [method]: fields } }).error?.issues[0]
      ?.message

  test.each<[method: string, field: object, problem: RegExp]>([
    ['form', { key: 'cardNumber', kind: 'digits' }, /card data is entered on the payment form only/],
    ['saved-card', { key: 'payerCardNo', kind: 'digits' }, /card data/],
    ['form', { key: 'cvv', kind: 'digits' }, /card data/],
    ['transfer', { key: 'cardStorageToken', kind: 'text' }, /set by Paypane/],
    ['transfer', { key: 'bank', kind: 'text', pattern: '(' }, /not a regular expression/],
    ['transfer', { key: 'bank', kind: 'text', pattern: 'a)|(b' }, /not a regular expression/],
    ['transfer', { key: 'bank', kind: 'text', pattern: '(?=a)a+' }, /assertion/],
    ['transfer', { key: 'bank', kind: 'text', pattern: '((.{0,99}){0,99}){0,99}' }, /repeats too much/],
    ['transfer', { key: 'bank', kind: 'select' }, /missing/],
    ['transfer', { key: 'bank', kind: 'text', requried: false }, /requried/],
    ['transfer', { key: 'bank', kind: 'text', label: { english: 'Bank' } }, /language tag|Invalid/],
    ['transfer', { key: 'bank', kind: 'text', maxLength: 2000 }, /1024/],
  ])('%s: %j is refused', (method, field, problem) => {
    expect(problemOf(method, field)).toMatch(problem)
  })

  test('a key once, and for a transfer also the card that the payer pays from', () => {
    const email = { key: 'email', kind: 'email' }
    expect(problemOf('form', email, email)).toMatch(/twice/)
    expect(problemOf('transfer', email, { key: 'cardNumber', kind: 'digits' })).toBeUndefined()
    expect(problemOf('form', { key: 'cardHolder', kind: 'text' })).toBeUndefined()
  })
})

test('texts are in the first preferred language that they have', () => {
  const field = declared({ label: { uk: 'Банк', en: 'Bank', 'pt-BR': 'Banco' } })
  const label = (...languages: string[]) => payerFieldOf(field, languages).label
  expect([label('uk-UA'), label('pt'), label('fr', 'uk'), label('fr'), label()]).toEqual([
    'Банк',
    'Banco',
    'Банк',
    'Bank',
    'Bank',
  ])
})

describe('fields on demand', () => {
  const fields = [
    declared({ key: 'bankName', onDemand: true }),
    declared({ key: 'email', onDemand: true }),
    declared({ key: 'phone', required: false }),
  ]
  const refused = (field: string | null, code: string | null = '1.2.4.8', statusDescription = '0000-0') => ({
    refusal: serviceRefusal({ statusDescription, code, field }),
  })
  const demanded = (...refusals: ReturnType<typeof refused>[]) => [...demandedKeys(fields, refusals)]

  test("the code of a missing field demands all, and the message's name narrows that down", () => {
    expect(demanded(refused(null))).toEqual(['bankName', 'email'])
    expect(demanded(refused('BankAccount'))).toEqual(['bankName', 'email'])
    expect(demanded(refused('BankName'))).toEqual(['bankName'])
  })

  test('a name does not keep another field from being asked for', () => {
    expect(demanded(refused('phone'))).toEqual(['bankName', 'email', 'phone'])
    expect(demanded(refused('bankName'), refused('email'))).toEqual(['bankName', 'email'])
    expect(demanded(refused('bankName'), refused('bankName'))).toEqual(['bankName', 'email'])
  })

  test('another code demands nothing, whatever the message names', () => {
    expect(demanded(refused('bankName', '1.2.4.3'))).toEqual([])
    expect(demanded(refused('bankName', null, '0001-0'))).toEqual([])
  })

  test('the status description counts where there is no code', () => {
    expect(demanded(refused('bankName', null))).toEqual(['bankName'])
  })
})
