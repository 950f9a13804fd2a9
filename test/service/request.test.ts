import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAmount, sameAmount } from '../../src/service/amount.ts'
import { InvalidRequestError } from '../../src/service/errors.ts'
import type { DepositProfile } from '../../src/service/pipeline.ts'
import { depositBody, fieldValuesOf, payoutBody, prepareDeposit } from '../../src/service/request.ts'
import { p2pRequest, payoutRequest, tokenRequest } from './fake-service.ts'

const formRequest = { amount: '100.00', currency: 'UAH', externalTransactionId: 'order-1' }

/** The amount in a body, as the characters that go out. */
const sentAmount = (body: string) => /^\{"amount":([^,]*),/.exec(body)?.[1]

describe('the amount is sent as a JSON number with its own digits', () => {
  test.each([
    ['p2p', '100.00', '100.00'],
    ['p2p', '100', '100.00'],
    ['p2p', '7.1', '7.10'],
    ['form', '7', '7.00'],
    ['token', '7.1', '7.10'],
    ['p2p', '1.005', '1.01'],
    ['p2p', '1.004', '1.00'],
    ['p2p', '1005e-3', '1.01'],
    ['form', '1.005', '1.005'],
    ['form', '1e2', '100.00'],
    ['token', '0.000000000000000001', '0.000000000000000001'],
    ['form', '12345678901234567890.10', '12345678901234567890.10'],
  ] satisfies [DepositProfile, string, string][])('%s: %s is sent as %s', (profile, amount, sent) => {
    expect(sentAmount(depositBody(profile, { ...p2pRequest, ...tokenRequest, amount }))).toBe(sent)
  })

  test('the amount that is returned with a body is the amount in it', () => {
    const { body, amount } = prepareDeposit('p2p', { ...p2pRequest, amount: '1.005' })
    expect(amount).toBe('1.01')
    expect(sentAmount(body)).toBe(amount)
  })

  test.each([
    ['0.1234567890', '0.1234567890'],
    ['7.1', '7.10'],
  ])('a payout of %s is sent as %s', (amount, sent) => {
    expect(sentAmount(payoutBody({ ...payoutRequest, amount }))).toBe(sent)
  })

  test('any amount reads back as the same number', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }))
      .map(([whole, fraction]) => `${whole}.${fraction}`)
      .filter(isAmount)
    fc.assert(
      fc.property(amount, (text) => {
        const body = depositBody('form', { ...formRequest, amount: text })
        expect(sameAmount(sentAmount(body) ?? '', text)).toBe(true)
        expect(JSON.parse(body).amount).toBe(Number(text))
      }),
    )
  })
})

describe('table "Deposit request (common base)"', () => {
  test('every field is sent under its name, and no other', () => {
    const request = {
      ...p2pRequest,
      callbackUrl: 'https://shop.example/callbacks?x=1',
      additionalFields: [
        { key: 'email', value: 'payer@example.com' },
        { key: 'payeerIdentifier', value: 42 },
        { key: 'returning', value: true },
      ],
    }
    const body = depositBody('p2p', { ...request, ...{ note: 'not a field of the interface' } })
    expect(JSON.parse(body)).toEqual({ ...request, amount: 100 })
  })

  test.each(['USDT_TRC20', 'uah', ' грн "', ''])('currency "%s" is sent as given', (currency) => {
    expect(JSON.parse(depositBody('form', { ...formRequest, currency })).currency).toBe(currency)
  })

  test.each([
    ['amount', '0'],
    ['amount', '-1'],
    ['amount', '1,5'],
    ['amount', 'NaN'],
    ['externalTransactionId', ''],
    ['externalTransactionId', '..'],
    ['externalTransactionId', 'lone \ud800'],
    ['callbackUrl', 'not an address'],
    ['successRedirectUrl', '/relative'],
  ])('%s "%s" is refused before anything is sent', (field, value) => {
    expect(() => depositBody('form', { ...formRequest, [field]: value })).toThrow(InvalidRequestError)
    expect(() => depositBody('form', { ...formRequest, [field]: value })).toThrow(field)
  })

  test('an additional field needs a key and a string, number or boolean value', () => {
    const withField = (key: string, value: number) =>
      depositBody('form', { ...formRequest, additionalFields: [{ key, value }] })
    expect(() => withField('', 1)).toThrow('additionalFields.0.key')
    expect(() => withField('age', Number.NaN)).toThrow('additionalFields.0.value')
  })

  // biome-ignore format: one number a line
  test.each([
    // What JavaScript makes of the literal 6212345678901234567.
    Number('6212345678901234567'),
    2 ** 53,
    1e21,
    Number('1234567890123456.7'),
    0.1 + 0.2,
  ])('the number %s may have lost digits: refused by its key, without the value', (value) => {
    const request = { ...payoutRequest, additionalFields: [{ key: 'cardNumber', value }] }
    expect(() => payoutBody(request)).toThrow('additionalFields.0.value of "cardNumber"')
    expect(() => payoutBody(request)).not.toThrow(String(value))
  })

  test.each([0, 42, -1.5, 0.1, 1e-7, 1.23456789012345e-7, 123456789012.345, 2 ** 53 - 1])(
    'the number %s is sent',
    (value) => {
      const additionalFields = [{ key: 'payeerIdentifier', value }]
      expect(JSON.parse(payoutBody({ ...payoutRequest, additionalFields })).additionalFields).toEqual(
        additionalFields,
      )
    },
  )

  test('a key given twice is refused by name', () => {
    const additionalFields = ['1', '2'].map((value) => ({ key: 'cardNumber', value }))
    expect(() => payoutBody({ ...payoutRequest, additionalFields })).toThrow('"cardNumber" is given twice')
  })
})

test.each([
  [
    'the values as text',
    '{"additionalFields":[{"key":"a","value":"x"},{"key":"b","value":1.50}]}',
    ['x', '1.50'],
  ],
  ['no value that is neither text nor a number', '{"additionalFields":[{"key":"a","value":true}]}', []],
  ['nothing of a body without fields', '{"amount":1}', []],
  ['nothing of what is no JSON', 'no JSON', []],
])('of a prepared body, an error does not repeat: %s', (_, body, values) => {
  expect(fieldValuesOf(body)).toEqual(values)
})

describe('profile rules', () => {
  test.each(['processingRedirectUrl', 'failedRedirectUrl', 'successRedirectUrl'])('P2P needs %s', (field) => {
    const given = Object.entries(p2pRequest).filter(([name]) => name !== field)
    const request = { ...formRequest, ...Object.fromEntries(given) }
    expect(() => depositBody('p2p', request)).toThrow(field)
  })

  test('a P2P amount that rounds to 0 is refused', () => {
    expect(() => depositBody('p2p', { ...p2pRequest, amount: '0.004' })).toThrow('rounds to 0')
  })

  test('the hosted form needs the base fields only', () => {
    expect(depositBody('form', formRequest)).toBe(
      '{"amount":100.00,"currency":"UAH","externalTransactionId":"order-1"}',
    )
  })

  test.each([
    ['no additional fields', undefined],
    ['none of them', []],
    ['another key', [{ key: 'email', value: 'a@b.example' }]],
    ['an empty token', [{ key: 'cardStorageToken', value: '' }]],
  ])('a saved-card deposit with %s is refused', (_, additionalFields) => {
    const request = additionalFields ? { ...formRequest, additionalFields } : formRequest
    expect(() => depositBody('token', request)).toThrow('cardStorageToken')
  })

  test('a payout sends no redirect addresses even if given', () => {
    const body = payoutBody({ ...p2pRequest, callbackUrl: 'https://shop.example/cb' })
    expect(Object.keys(JSON.parse(body))).toEqual([
      'amount',
      'currency',
      'externalTransactionId',
      'callbackUrl',
    ])
  })
})
