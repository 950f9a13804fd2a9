import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addAmounts,
  fallsShort,
  isAmount,
  isExactAsDouble,
  isLessThan,
  percentOf,
  plainAmount,
  readAmount,
  roundHalfUp,
  sameAmount,
  subtractAmounts,
  withDecimals,
} from '../../src/service/amount.ts'

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 40 })
const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ''))
/** A decimal with what stands before and behind its point. */
const decimal = fc.tuple(whole, fc.option(digits, { nil: '' }))
const decimalText = ([before, behind]: [string, string]) => (behind === '' ? before : `${before}.${behind}`)

describe('isAmount', () => {
  test.each(['1', '0.01', '100.00', '1.5e2', '1E+2', '25e-2', '0.000000000000000001', '9'.repeat(300)])(
    '%s is an amount',
    (text) => {
      expect(isAmount(text)).toBe(true)
    },
  )

  test.each([
    ['zero', '0'],
    ['zero with decimals', '0.00'],
    ['a negative', '-1'],
    ['a comma', '1,50'],
    ['a leading zero', '007'],
    ['a plus', '+1'],
    ['no whole part', '.5'],
    ['no fraction after the point', '1.'],
    ['nothing', ''],
    ['spaces', ' 1 '],
    ['a line break behind', '1\n'],
    ['words', 'Infinity'],
    ['hex', '0x10'],
    ['more zeros than memory', '1e999999999'],
  ])('%s is not an amount', (_, text) => {
    expect(isAmount(text)).toBe(false)
  })
})

describe('reading an amount from outside', () => {
  test.each([
    ['900.00', '900.00'],
    ['0900.50', '900.50'],
    ['1.5e2', '150'],
    ['0', '0'],
    ['00', '0'],
    [`${'0'.repeat(1999)}7`, '7'],
    [`${'0'.repeat(700)}1${'0'.repeat(299)}`, `1${'0'.repeat(299)}`],
    ['1e299', `1${'0'.repeat(299)}`],
    ['9'.repeat(300), '9'.repeat(300)],
    ['1e-299', `0.${'0'.repeat(298)}1`],
  ])('%s is %s', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  test.each([
    '',
    ' 900',
    '900,00',
    '900.',
    '.9',
    '-900',
    '-0',
    '+900',
    'NaN',
    'Infinity',
    '[900]',
    '1e300',
    '1e-300',
    '9'.repeat(301),
    `${'0'.repeat(2000)}7`,
    `1${'0'.repeat(300)}`,
    '9'.repeat(1010),
    `0.${'0'.repeat(400)}1`,
    '1e999999999',
  ])('%s cannot be read', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  test('what was read can be read again, added and compared', () => {
    const text = fc.oneof(
      fc
        .tuple(decimal, fc.integer({ min: -400, max: 400 }))
        .map(([parts, e]) => `${decimalText(parts)}e${e}`),
      fc.string({ unit: fc.constantFrom(...'0123456789.eE+-,'), maxLength: 12 }),
    )
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [readAmount(a), readAmount(b)]
        if (left === null || right === null) return
        expect(readAmount(left)).toBe(left)
        expect(sameAmount(left, a)).toBe(true)
        const sum = addAmounts(left, right)
        expect(fallsShort(sum, { requested: left, tolerance: '0' })).toBe(false)
        expect(fallsShort(left, { requested: sum, tolerance: right })).toBe(false)
        expect(fallsShort(left, { requested: addAmounts(sum, '1'), tolerance: right })).toBe(true)
      }),
    )
  })

  test('text that is no decimal falls short', () => {
    expect(fallsShort('NaN', { requested: '1', tolerance: '0' })).toBe(true)
    expect(fallsShort('1', { requested: 'much', tolerance: '0' })).toBe(true)
    expect(fallsShort('1', { requested: '1', tolerance: 'some' })).toBe(true)
    expect(fallsShort('9'.repeat(1010), { requested: '1', tolerance: '0' })).toBe(true)
  })
})

describe('plain decimal text', () => {
  test.each([
    ['100.00', '100.00'],
    ['1.5e2', '150'],
    ['1.50e1', '15.0'],
    ['1e-7', '0.0000001'],
    ['-2.5E+1', '-25'],
    ['0e5', '0'],
    ['garbage', 'garbage'],
    ['1e999999999', '1e999999999'],
    ['1e999', `1${'0'.repeat(999)}`],
    ['1e1000', '1e1000'],
    ['1e-999', `0.${'0'.repeat(998)}1`],
    ['1e-1000', '1e-1000'],
    ['007.50', '7.50'],
  ])('%s becomes %s', (text, plain) => {
    expect(plainAmount(text)).toBe(plain)
  })

  test('keeps the value and removes any exponent', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: -60, max: 60 }), (parts, exponent) => {
        const text = `${decimalText(parts)}e${exponent}`
        expect(plainAmount(text)).toMatch(/^\d+(\.\d+)?$/)
        expect(sameAmount(plainAmount(text), text)).toBe(true)
      }),
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof plainAmount(text)).toBe('string')
        expect(sameAmount(text, text)).toBe(true)
      }),
    )
  })
})

describe('sameAmount compares numbers', () => {
  test.each([
    ['100', '100.00'],
    ['1e2', '100'],
    ['0.10', '1e-1'],
    ['0', '-0.00'],
    ['12345678901234567890.1', '12345678901234567890.10'],
  ])('%s is %s', (a, b) => {
    expect(sameAmount(a, b)).toBe(true)
  })

  test.each([
    ['1', '10'],
    ['1', '-1'],
    ['0.1', '0.10000000000000000001'],
    ['9007199254740992', '9007199254740993'],
    ['1', 'one'],
  ])('%s is not %s', (a, b) => {
    expect(sameAmount(a, b)).toBe(false)
  })

  test('agrees with exact arithmetic', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const scaled = ([before, behind]: [string, string]) => BigInt(before + behind.padEnd(40, '0'))
        expect(sameAmount(decimalText(a), decimalText(b))).toBe(scaled(a) === scaled(b))
      }),
    )
  })
})

describe('rounding half up', () => {
  test.each([
    ['1.005', '1.01'],
    ['1.004', '1.00'],
    ['1.0049999', '1.00'],
    ['0.005', '0.01'],
    ['0.004', '0.00'],
    ['9.995', '10.00'],
    ['99999999999999999999.995', '100000000000000000000.00'],
    ['1005e-3', '1.01'],
    ['1.5e2', '150'],
    ['100', '100'],
    ['7.1', '7.1'],
    ['100.00', '100.00'],
    ['-1.005', '-1.01'],
    ['much', 'much'],
  ])('%s becomes %s', (text, rounded) => {
    expect(roundHalfUp(text, 2)).toBe(rounded)
  })

  test('agrees with a reference on whole numbers of the smallest unit', () => {
    fc.assert(
      fc.property(whole, digits, fc.nat({ max: 6 }), (before, behind, decimals) => {
        const kept = 10n ** BigInt(decimals)
        const scale = 10n ** BigInt(behind.length)
        const value = BigInt(before + behind)
        const reference = (2n * value * kept + scale) / (2n * scale)
        const rounded = roundHalfUp(`${before}.${behind}`, decimals)
        const [front = '', rest = ''] = rounded.split('.')
        expect(rest.length).toBeLessThanOrEqual(decimals)
        expect(BigInt(front + rest.padEnd(decimals, '0'))).toBe(reference)
      }),
    )
  })
})

test.each([
  ['7.1', 2, '7.10'],
  ['7', 2, '7.00'],
  ['1.005', 2, '1.005'],
  ['1.5e2', 0, '150'],
  ['0e5', 2, '0.00'],
  ['-007', 1, '-7.0'],
  ['much', 2, 'much'],
])('%s with at least %s decimals is %s', (text, decimals, written) => {
  expect(withDecimals(text, decimals)).toBe(written)
})

test('any decimal keeps its value with more decimals', () => {
  fc.assert(
    fc.property(decimal, fc.nat({ max: 6 }), ([before, behind], decimals) => {
      const written = withDecimals(decimalText([before, behind]), decimals)
      const fraction = behind.padEnd(decimals, '0')
      expect(written).toBe(fraction === '' ? before : `${before}.${fraction}`)
    }),
  )
})

test.each([
  ['1250.00', 90, '1125.00'],
  ['0.10', 90, '0.09'],
  ['7', 90, '6.30'],
  ['89.99', 90, '80.99'],
  ['1.005', 50, '0.502'],
])('%s: %s percent of it are %s', (amount, percentage, part) => {
  expect(percentOf(amount, percentage)).toBe(part)
})

test('a difference may be negative, and what is no decimal is refused', () => {
  expect(subtractAmounts('0.00', '1.5')).toBe('-1.50')
  expect(subtractAmounts('10', '0.01')).toBe('9.99')
  expect(subtractAmounts('1.50', '1.5')).toBe('0.00')
  expect(() => subtractAmounts('much', '1')).toThrow(TypeError)
})

test.each([
  ['99.9', '100.00', true],
  ['850.00', '850', false],
  ['100.01', '100', false],
  ['-1', '0.50', true],
  ['much', '1', false],
  ['1', 'much', false],
])('%s is less than %s: %s', (a, b, isBelow) => {
  expect(isLessThan(a, b)).toBe(isBelow)
})

test.each([
  ['1.50', true],
  ['42', true],
  ['1e-7', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['6212345678901234567', false],
  ['1e400', false],
])('a double holds %s: %s', (text, isExact) => {
  expect(isExactAsDouble(text)).toBe(isExact)
})
