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
    expect(checkOne({ kind: 'select', options: [{ value: ' mono ', label: 'Monobank' }] }, 'mono')).toBe(
      'mono',
    )
  })

  test('a pattern is met by the whole value, without separators', () => {
    expect(checkOne({ kind: 'tel', pattern: '\\+380\\d{9}' }, '+380 67 123 45 67')).toBe('+380671234567')
    expect(checkOne({ pattern: 'a|b' }, 'ab')).toBe('pattern')
    // Valid with the flag `u` only.
    expect(checkOne({ pattern: '[(]\\d' }, '(1')).toBe('(1')
    expect(checkOne({ pattern: '([A-Za-z]+ ?)+' }, `${'a'.repeat(200)}!`)).toBe('pattern')
  })

  test('a value of another kind is refused as such, whatever the pattern', () => {
    expect(checkOne({ kind: 'digits', pattern: '\\d{4}' }, '12a')).toBe('kind')
  })

  test('a required field must not be blank or missing; an optional one is left out', () => {
    const optional = declared({ required: false, pattern: '\\d+' })
    expect(checkOne({}, ' ')).toBe('required')
    expect(checkFields([declared({})], {}).invalid).toEqual([{ key: 'it', rule: 'required' }])
    expect(checkFields([optional], { it: ' ' })).toEqual({ values: {}, invalid: [] })
    expect(checkFields([optional], {})).toEqual({ values: {}, invalid: [] })
  })

  test('only what is valid is sent', () => {
    const fields = [declared({ kind: 'digits' }), declared({ key: 'bank' })]
    expect(checkFields(fields, { it: '12a', bank: 'Mono' })).toEqual({
      values: { bank: 'Mono' },
      invalid: [{ key: 'it', rule: 'kind' }],
    })
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
  /** The member that is wrong, and why. */
  const problemOf = (method: string, ...fields: object[]): string | undefined => {
    const order = { amount: '1.00', currency: 'UAH', fields: { [method]: fields } }
    const issue = OrderResult.safeParse(order).error?.issues[0]
    return issue && `${String(issue.path.at(-1))}: ${issue.message}`
  }
  const options = [
    { value: 'mono', label: 'Monobank' },
    { value: 'privat', label: { uk: 'ПриватБанк' } },
  ]

  test.each<[method: string, field: object, problem: RegExp]>([
    ['form', { key: 'cardNumber', kind: 'digits' }, /^key: .*card data is entered on the payment form only/],
    ['transfer', { key: 'cardStorageToken', kind: 'text' }, /^key: "cardStorageToken" is set by Paypane/],
    ['transfer', { key: 'bank', kind: 'text', pattern: '(' }, /^pattern: is not a regular expression/],
    ['transfer', { key: 'bank', kind: 'text', pattern: 'a)|(b' }, /^pattern: is not a regular expression/],
    ['transfer', { key: 'bank', kind: 'text', pattern: '(?=a)a+' }, /^pattern: .*assertion/],
    ['transfer', { key: 'bank', kind: 'text', pattern: '((.{0,99}){0,99}){0,99}' }, /repeats too much/],
    ['transfer', { key: 'bank', kind: 'select' }, /^options: are missing/],
    ['transfer', { key: 'bank', kind: 'select', options: [] }, /^options: /],
    ['transfer', { key: 'bank', kind: 'select', options: [{ value: ' ', label: 'Mono' }] }, /^value: /],
    ['transfer', { key: 'bank', kind: 'text', options }, /^options: are for a select only/],
    ['transfer', { key: 'bank', kind: 'text', requried: false }, /requried/],
    [
      'transfer',
      { key: 'bank', kind: 'text', label: { english: 'Bank' } },
      /^label: has a key that is no language tag/,
    ],
    ['transfer', { key: 'bank', kind: 'text', hint: {} }, /^hint: has no language/],
    ['transfer', { key: 'bank', kind: 'text', maxLength: 2000 }, /1024/],
  ])('%s: %j is refused', (method, field, problem) => {
    expect(problemOf(method, field)).toMatch(problem)
  })

  test.each(['form', 'saved-card'])('%s: no card data, by whatever name', (method) => {
    const isRefused = (key: string) => /card data/.test(problemOf(method, { key, kind: 'text' }) ?? '')
    const cardData = ['payerCardNo', 'cardCvc', 'card_cvv', 'cardExpiry', 'PAN', 'cvv', 'cvc2']
    const others = ['cardHolder', 'cardNote', 'giftcard', 'lifespan', 'panel']
    expect([...cardData, ...others].filter(isRefused)).toEqual(cardData)
  })

  test('a key once, and for a transfer also the card that the payer pays from', () => {
    const email = { key: 'email', kind: 'email' }
    expect(problemOf('form', email, email)).toMatch(/twice/)
    expect(problemOf('transfer', email, { key: 'cardNumber', kind: 'digits' })).toBeUndefined()
    expect(problemOf('transfer', { key: 'bank', kind: 'select', options })).toBeUndefined()
  })
})

describe('what a payer is shown', () => {
  test.each<[languages: string[], label: string]>([
    [['uk-UA'], 'Банк'],
    [['PT'], 'Banco'],
    [['pt-BR'], 'Banco (BR)'],
    [['de'], 'Bank (AT)'],
    [['fr', 'uk'], 'Банк'],
    [['ur'], 'Bank'],
    [[], 'Bank'],
  ])('who prefers %j reads %s', (languages, label) => {
    const texts = { uk: 'Банк', en: 'Bank', 'de-AT': 'Bank (AT)', 'pt-BR': 'Banco (BR)', pt: 'Banco' }
    expect(payerFieldOf(declared({ label: texts }), languages).label).toBe(label)
  })

  test('without a match and without English, the first text', () => {
    expect(payerFieldOf(declared({ label: { uk: 'Банк', de: 'Bank' } }), ['fr']).label).toBe('Банк')
  })

  test('a text in one language as it is, and every option', () => {
    const field = {
      kind: 'select',
      label: 'Bank',
      hint: { en: 'Where you pay from', uk: 'Звідки ви платите' },
      options: [
        { value: 'mono', label: 'Monobank' },
        { value: 'privat', label: { uk: 'ПриватБанк', en: 'PrivatBank' } },
      ],
    }
    expect(payerFieldOf(declared(field), ['uk'])).toEqual({
      key: 'it',
      kind: 'select',
      required: true,
      maxLength: 256,
      label: 'Bank',
      hint: 'Звідки ви платите',
      options: [
        { value: 'mono', label: 'Monobank' },
        { value: 'privat', label: 'ПриватБанк' },
      ],
    })
  })

  test("a field without texts has the widget's own", () => {
    expect(payerFieldOf(declared({}), ['en'])).toEqual({
      key: 'it',
      kind: 'text',
      required: true,
      maxLength: 256,
    })
  })
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

  test('an attempt that was not refused demands nothing', () => {
    expect([...demandedKeys(fields, [{ refusal: null }])]).toEqual([])
  })

  test('the status description counts where there is no code', () => {
    expect(demanded(refused('bankName', null))).toEqual(['bankName'])
  })
})
