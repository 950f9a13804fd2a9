import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainActionCode, parseActionCode } from '../../src/service/action-code.ts'

const v2 = (code: string) => {
  const parsed = parseActionCode(code)
  if (parsed.format !== 'v2') throw new Error(`${code} was not read as v2`)
  return parsed
}

describe('table "Payment history action code": segments', () => {
  test.each([
    ['1', 'internal'],
    ['2', 'gateway'],
    ['3', 'form'],
    ['4', 'check'],
    ['5', 'gateway-callback'],
    ['6', 'merchant-callback'],
  ])('stage %s is %s', (digit, stage) => {
    expect(v2(`${digit}.0.1.00`).stage).toBe(stage)
  })

  test.each([
    ['0', 'info'],
    ['1', 'success'],
    ['2', 'failure'],
  ])('result %s is %s', (digit, result) => {
    expect(v2(`1.${digit}.1.00`).result).toBe(result)
  })

  test.each([
    ['0', 'init'],
    ['1', 'created'],
    ['2', 'processing'],
    ['3', 'success'],
    ['4', 'failed'],
    ['5', 'unchanged'],
  ])('state %s is %s', (digit, state) => {
    expect(v2(`1.0.${digit}.00`).state).toBe(state)
  })
})

describe('table "Reason codes"', () => {
  test.each([
    ['00', 'unspecified', 'none'],
    ['11', 'timeout', 'technical'],
    ['12', 'connection', 'technical'],
    ['13', 'server-unavailable', 'technical'],
    ['14', 'invalid-response', 'technical'],
    ['15', 'invalid-request', 'technical'],
    ['16', 'invalid-signature', 'technical'],
    ['17', 'invalid-payload', 'technical'],
    ['21', 'unauthorized', 'authorization'],
    ['22', 'forbidden', 'authorization'],
    ['31', 'balance', 'business'],
    ['32', 'limit', 'business'],
    ['33', 'currency', 'business'],
    ['34', 'routing-blocked', 'business'],
    ['35', 'amount-updated', 'business'],
    ['41', 'antifraud', 'risk'],
    ['51', 'page-visit', 'user'],
    ['52', 'page-leave', 'user'],
    ['53', 'personal-data', 'user'],
    ['54', 'cancel', 'user'],
    ['55', 'submit', 'user'],
    ['56', '3ds-failed', 'user'],
    ['57', 'otp-failed', 'user'],
    ['58', 'leave-on-confirm', 'user'],
    ['61', 'card-blocked', 'issuer'],
    ['62', 'card-not-supported', 'issuer'],
    ['63', 'insufficient-funds', 'issuer'],
  ])('%s is %s (%s)', (code, key, group) => {
    expect(v2(`4.1.4.${code}`).reason).toEqual({ code, key, group })
  })

  test('an unknown reason keeps its digits and its group', () => {
    expect(v2('4.1.4.69').reason).toEqual({ code: '69', key: 'unspecified', group: 'issuer' })
    expect(explainActionCode('4.1.4.69')).toContain('reason 69')
  })
})

describe('typical codes by stage', () => {
  test.each([
    ['1.0.0.00', 'internal', 'info', 'init'],
    ['1.1.1.00', 'internal', 'success', 'created'],
    ['1.2.4.31', 'internal', 'failure', 'failed'],
    ['1.2.4.32', 'internal', 'failure', 'failed'],
    ['1.2.4.34', 'internal', 'failure', 'failed'],
    ['2.1.1.00', 'gateway', 'success', 'created'],
    ['2.2.4.11', 'gateway', 'failure', 'failed'],
    ['2.2.4.12', 'gateway', 'failure', 'failed'],
    ['2.2.4.13', 'gateway', 'failure', 'failed'],
    ['2.2.4.14', 'gateway', 'failure', 'failed'],
    ['2.2.4.15', 'gateway', 'failure', 'failed'],
    ['2.2.4.21', 'gateway', 'failure', 'failed'],
    ['2.2.4.22', 'gateway', 'failure', 'failed'],
    ['2.2.4.31', 'gateway', 'failure', 'failed'],
    ['2.2.4.32', 'gateway', 'failure', 'failed'],
    ['2.2.4.33', 'gateway', 'failure', 'failed'],
    ['3.0.1.00', 'form', 'info', 'created'],
    ['3.0.1.51', 'form', 'info', 'created'],
    ['3.0.1.52', 'form', 'info', 'created'],
    ['3.0.1.53', 'form', 'info', 'created'],
    ['3.0.4.54', 'form', 'info', 'failed'],
    ['3.1.1.55', 'form', 'success', 'created'],
    ['3.2.4.56', 'form', 'failure', 'failed'],
    ['3.2.4.57', 'form', 'failure', 'failed'],
    ['3.0.1.58', 'form', 'info', 'created'],
    ['4.2.2.13', 'check', 'failure', 'processing'],
    ['4.2.2.15', 'check', 'failure', 'processing'],
    ['4.2.2.21', 'check', 'failure', 'processing'],
    ['4.2.2.22', 'check', 'failure', 'processing'],
    ['4.1.3.00', 'check', 'success', 'success'],
    ['4.1.4.00', 'check', 'success', 'failed'],
    ['4.1.4.61', 'check', 'success', 'failed'],
    ['4.1.4.62', 'check', 'success', 'failed'],
    ['4.1.4.63', 'check', 'success', 'failed'],
    ['4.1.4.41', 'check', 'success', 'failed'],
    ['5.2.2.16', 'gateway-callback', 'failure', 'processing'],
    ['5.2.2.17', 'gateway-callback', 'failure', 'processing'],
    ['5.1.3.00', 'gateway-callback', 'success', 'success'],
    ['5.1.3.35', 'gateway-callback', 'success', 'success'],
    ['6.1.1.00', 'merchant-callback', 'success', 'created'],
  ])('%s', (code, stage, result, state) => {
    expect(v2(code)).toMatchObject({ format: 'v2', code, stage, result, state })
  })
})

describe('other formats', () => {
  test.each([
    '1.1.5.1',
    '1.2.4.8',
    '10.2.4.63',
    '0001.0.0.0',
    '1.10.1.1',
    '1.1.10.1',
    '1.1.1.123',
    '123.1.1.11',
  ])('%s is legacy and keeps its text', (code) => {
    expect(parseActionCode(code)).toEqual({ format: 'legacy', code })
  })

  test.each([
    '7.1.4.63',
    '4.3.4.63',
    '4.1.6.63',
    '4.1.4.70',
    '4.1.4.10',
    '',
    '4.1.4',
    '__proto__',
    '4.1.4.63 ',
    'x1.1.1.1',
    '1.1.1.1.1.1.11',
    '4.1.4.01',
    '0.1.4.63',
  ])('"%s" is unknown and keeps its text', (code) => {
    expect(parseActionCode(code)).toEqual({ format: 'unknown', code })
  })

  test('no text makes parsing or describing throw, and the text is kept', () => {
    const segment = fc.oneof(fc.nat(99).map(String), fc.string({ maxLength: 3 }))
    const almost = fc.array(segment, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), almost), (code) => {
        expect(parseActionCode(code).code).toBe(code)
        expect(explainActionCode(code)).toMatch(/\.$/)
      }),
    )
  })
})

describe('descriptions', () => {
  test.each([
    ['4.1.4.63', "The payment failed (card's issuer: insufficient funds): check with the gateway, done."],
    ['1.0.0.00', 'The payment was initialised: internal step, information.'],
    [
      '5.1.3.35',
      'The payment succeeded (business rule: the amount was updated): callback from the gateway, done.',
    ],
    ['1.1.5.1', 'A code in the legacy format X.Y.Z.W; its meaning is not documented.'],
    ['nonsense', 'Not a documented action code.'],
  ])('%s', (code, sentence) => {
    expect(explainActionCode(code)).toBe(sentence)
  })
})
