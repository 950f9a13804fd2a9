/** Arithmetic on amounts as decimal text, never through a float. */

interface Decimal {
  negative: boolean
  /** All digits, fraction included. */
  digits: string
  /** The value is `digits` × 10^`exponent`. */
  exponent: number
}

const decimalPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Rejects longer numbers: `1e999999999` must not become a gigabyte of zeros. */
const maxDigits = 1000

/** Parses a decimal in the grammar of JSON numbers; null if the text is not one or is too long. */
function parseDecimal(text: string): Decimal | null {
  const [, sign, whole, fraction = '', exponentText = '0'] = decimalPattern.exec(text) ?? []
  if (whole === undefined) return null
  const exponent = Number(exponentText) - fraction.length
  const digits = whole + fraction
  if (digits.length + Math.abs(exponent) > maxDigits) return null
  return { negative: sign === '-', digits, exponent }
}

/** Equal values have equal canonical text: no leading or trailing zeros, and zero has no sign. */
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
 * Whether a text is an amount: a decimal greater than 0 in the grammar of JSON numbers, exponent included.
 * @example isAmount('100.00') // true; so is '1.5e2'. '0', '-5', '1,50' and '007' are not
 */
export function isAmount(text: string): boolean {
  const value = parseDecimal(text)
  return value !== null && !value.negative && /[1-9]/.test(value.digits)
}

/**
 * Whether two amounts are the same number. Texts that are not decimals are compared as text.
 * @example sameAmount('100.00', '1e2') // true
 */
export function sameAmount(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left === null || right === null ? a === b : canonical(left) === canonical(right)
}

/**
 * Writes a decimal without an exponent and keeps its digits. Other text is returned unchanged.
 * @example plainAmount('1.5e2') // '150'; '100.00' stays '100.00'
 */
export function plainAmount(text: string): string {
  const value = parseDecimal(text)
  return value === null || !/[eE]/.test(text) ? text : toPlainText(value)
}

/**
 * Whether a number of JSON is written with its own digits after it was parsed as a double.
 * @example isExactAsDouble('6212345678901234567') // false; '1.50' and '42' are
 */
export function isExactAsDouble(text: string): boolean {
  return sameAmount(String(Number(text)), text)
}

/**
 * Writes a decimal without an exponent and with at least `decimals` decimals. Other text is returned unchanged.
 * @example withDecimals('7.1', 2) // '7.10'; '1.005' stays '1.005'
 */
export function withDecimals(text: string, decimals: number): string {
  const plain = plainAmount(text)
  if (parseDecimal(plain) === null) return text
  const [whole = '', fraction = ''] = plain.split('.')
  const padded = fraction.padEnd(decimals, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}

/**
 * Rounds a decimal half-up (away from zero) to at most `decimals` decimals. Shorter ones are unchanged.
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
