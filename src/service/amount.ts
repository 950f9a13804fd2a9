/**
 * Amounts are decimal text from end to end. Everything here works on the digits; nothing becomes a float.
 */

interface Decimal {
  negative: boolean
  /** All digits, those of the fraction included. */
  digits: string
  /** The value is `digits` × 10^`exponent`. */
  exponent: number
}

const decimalPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * Beyond this many digits a text is no amount of money: `1e999999999` must not become a gigabyte of zeros.
 */
const maxDigits = 1000

/**
 * Reads a decimal in the grammar of JSON numbers; null where the text is none, or would be absurdly long in
 * plain digits.
 */
function parseDecimal(text: string): Decimal | null {
  const [, sign, whole, fraction = '', exponentText = '0'] = decimalPattern.exec(text) ?? []
  if (whole === undefined) return null
  const exponent = Number(exponentText) - fraction.length
  const digits = whole + fraction
  if (digits.length + Math.abs(exponent) > maxDigits) return null
  return { negative: sign === '-', digits, exponent }
}

/** Without zeros at either end, so that equal values are equal here; zero has no digits and no sign. */
function canonical({ negative, digits, exponent }: Decimal): string {
  const leading = digits.replace(/^0+/, '')
  const significant = leading.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${negative ? '-' : ''}${significant}e${exponent + leading.length - significant.length}`
}

function toPlainText({ negative, digits, exponent }: Decimal): string {
  const sign = negative ? '-' : ''
  if (exponent >= 0) return sign + (digits + '0'.repeat(exponent)).replace(/^0+(?=\d)/, '')
  const padded = digits.padStart(1 - exponent, '0')
  const whole = padded.slice(0, exponent).replace(/^0+(?=\d)/, '')
  return `${sign}${whole}.${padded.slice(exponent)}`
}

/**
 * Is this text an amount: a decimal greater than 0, in the grammar of JSON numbers, an exponent included?
 * @example isAmount('100.00') // true; so is '1.5e2'. '0', '-5', '1,50' and '007' are not
 */
export function isAmount(text: string): boolean {
  const value = parseDecimal(text)
  return value !== null && !value.negative && /[1-9]/.test(value.digits)
}

/**
 * Are two amounts the same number, however they are written? Texts that are no decimals are the same only
 * when identical.
 * @example sameAmount('100.00', '1e2') // true
 */
export function sameAmount(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left === null || right === null ? a === b : canonical(left) === canonical(right)
}

/**
 * The decimal without an exponent, its digits otherwise untouched. Text that is no decimal comes back as it
 * is.
 * @example plainAmount('1.5e2') // '150'; '100.00' stays '100.00'
 */
export function plainAmount(text: string): string {
  const value = parseDecimal(text)
  return value === null || !/[eE]/.test(text) ? text : toPlainText(value)
}

/**
 * The decimal with at most so many decimals, a half rounded up (away from zero). Digits that are few enough
 * stay as they are.
 * @example roundHalfUp('1.005', 2) // '1.01'; '7.1' stays '7.1'
 */
export function roundHalfUp(text: string, decimals: number): string {
  const value = parseDecimal(text)
  if (value === null) return text
  const excess = -value.exponent - decimals
  if (excess <= 0) return plainAmount(text)
  const padded = value.digits.padStart(excess + 1, '0')
  const kept = BigInt(padded.slice(0, -excess))
  const carry = padded.charAt(padded.length - excess) >= '5' ? 1n : 0n
  return toPlainText({ negative: value.negative, digits: String(kept + carry), exponent: -decimals })
}
