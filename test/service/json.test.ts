import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber, parseJson } from '../../src/service/json.ts'

/** The same value with numbers as their text. */
function expectedNumbers(value: unknown): unknown {
  if (typeof value === 'number') return new JsonNumber(JSON.stringify(value))
  if (Array.isArray(value)) return value.map(expectedNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expectedNumbers(member)]))
}

describe('numbers keep their text', () => {
  test.each([
    '100.00',
    '1e2',
    '1E+2',
    '-0.0',
    '0.10000000000000000001',
    '12345678901234567890.10',
    '9'.repeat(400),
  ])('%s', (text) => {
    expect(parseJson(`{"amount": ${text} }`)).toEqual({ amount: new JsonNumber(text) })
    expect(parseJson(text)).toEqual(new JsonNumber(text))
  })

  test('digits inside strings stay strings', () => {
    expect(parseJson('{"a \\" 1.50": "say \\"2.50\\", 3", "b": [1.50, "1.50"]}')).toEqual({
      'a " 1.50': 'say "2.50", 3',
      b: [new JsonNumber('1.50'), '1.50'],
    })
  })

  test('everything else is parsed as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(expectedNumbers(JSON.parse(text)))
      }),
    )
  })

  test('a byte order mark is ignored, invalid JSON throws', () => {
    expect(parseJson('\uFEFF{}')).toEqual({})
    for (const text of ['', '{', '01', '1.', "{'a':1}", '{"a":1}}', 'NaN', '<html>']) {
      expect(() => parseJson(text), text).toThrow(SyntaxError)
    }
  })

  test('__proto__ is an ordinary member', () => {
    const parsed = parseJson('{"__proto__": {"polluted": 1}}')
    expect(Object.keys(parsed ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
  })
})
