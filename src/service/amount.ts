/** Arithmetic on amounts as decimal text, never through a float. */

interface Decimal {
  negative: boolean
  /** All digits, fraction included. */
  digits: string
  /** The value is `digits` × 10^`exponent`. */
  exponent: number
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The longest amount that is read from outside, in digits once it is written without an exponent. */
const maxDigits = 300
/** Sums of such amounts have room. Longer numbers are refused: `1e999999999` must not become a gigabyte of zeros. */
const maxArithmeticDigits = 1000

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** The only parser of amounts: a decimal in the grammar of JSON numbers, also with leading zeros; null for other text. */
function parseDecimal(text: string): Decimal | null {
  if (text.length > 2 * maxArithmeticDigits) return null
  const [, sign, whole, fraction = '', exponent] = decimalPattern.exec(text) ?? []
  if (whole === undefined) return null
  const value = {
    negative: sign === '-',
    digits: withoutLeadingZeros(whole + fraction),
    exponent: Number(exponent ?? 0) - fraction.length,
  }
  return plainLength(value) > maxArithmeticDigits ? null : value
}

/** How many digits it has without an exponent. */
const plainLength = ({ digits, exponent }: Decimal): number =>
  Math.max(digits.length, digits.length + exponent, 1 - exponent)

function toPlainText({ negative, digits, exponent }: Decimal): string {
  const sign = negative ? '-' : ''
  if (exponent >= 0) return sign + withoutLeadingZeros(digits + '0'.repeat(exponent))
  const padded = digits.padStart(1 - exponent, '0')
  return `${sign}${withoutLeadingZeros(padded.slice(0, exponent))}.${padded.slice(exponent)}`
}

/**
 * The amount that a text from outside names, without an exponent or leading zeros: a decimal of 0 or more in the grammar of
 * JSON numbers, of at most 300 digits. Null for anything else, which is no amount.
 * @example readAmount('1.5e2') // '150'; '0900.00' is '900.00'; '900,00', '900.', '-900' and 'NaN' are null
 */
export function readAmount(text: string): string | null {
  const value = parseDecimal(text)
  return value === null || value.negative || plainLength(value) > maxDigits ? null : toPlainText(value)
}

/**
 * Whether a text is an amount that can be sent: as for `readAmount`, but greater than 0 and without leading zeros, which
 * JSON does not allow.
 * @example isAmount('100.00') // true; so is '1.5e2'. '0', '-5', '1,50' and '007' are not
 */
export function isAmount(text: string): boolean {
  const amount = readAmount(text)
  return amount !== null && /[1-9]/.test(amount) && !/^0\d/.test(text)
}

/** The result of an operation on decimals as integers of the same unit, 10^`exponent`; null if one is not a decimal. */
function calculate<Result>(
  texts: readonly string[],
  operate: (...integers: bigint[]) => Result,
): { result: Result; exponent: number } | null {
  const decimals = texts.flatMap((text) => parseDecimal(text) ?? [])
  if (decimals.length < texts.length) return null
  const exponent = Math.min(...decimals.map((decimal) => decimal.exponent))
  const toInteger = ({ negative, digits, exponent: own }: Decimal): bigint =>
    BigInt((negative ? '-' : '') + digits + '0'.repeat(own - exponent))
  return { result: operate(...decimals.map(toInteger)), exponent }
}

/**
 * Whether two amounts are the same number. Texts that are not decimals are compared as text.
 * @example sameAmount('100.00', '1e2') // true
 */
export const sameAmount = (a: string, b: string): boolean =>
  calculate([a, b], (left, right) => left === right)?.result ?? a === b

function combine(a: string, b: string, operate: (a: bigint, b: bigint) => bigint): string {
  const calculated = calculate([a, b], operate)
  if (calculated === null) throw new TypeError('An amount is decimal text, such as "1250.00".')
  const { result, exponent } = calculated
  return toPlainText({ negative: result < 0n, digits: String(result).replace('-', ''), exponent })
}

/**
 * Adds two decimals exactly. Throws a `TypeError` for other text.
 * @example addAmounts('0.1', '0.20') // '0.30'
 */
export const addAmounts = (a: string, b: string): string => combine(a, b, (left, right) => left + right)

/**
 * Subtracts the second decimal from the first exactly. Throws a `TypeError` for other text.
 * @example subtractAmounts('0.00', '1.5') // '-1.50'
 */
export const subtractAmounts = (a: string, b: string): string => combine(a, b, (left, right) => left - right)

/**
 * A whole percentage of an amount, truncated to the amount's decimals, at least two. Throws a `TypeError` for text that is
 * not a decimal.
 * @example percentOf('89.99', 90) // '80.99'
 */
export const percentOf = (amount: string, percentage: number): string =>
  combine(withDecimals(amount, 2), '0', (units) => (units * BigInt(percentage)) / 100n)

/**
 * Whether one decimal is less than another; false for other text.
 * @example isLessThan('99.9', '100.00') // true
 */
export const isLessThan = (a: string, b: string): boolean =>
  calculate([a, b], (left, right) => left < right)?.result ?? false

/**
 * Whether an amount is less than what was asked for, minus a tolerance. Text that is not a decimal falls short.
 * @example fallsShort('990.00', { requested: '1000.00', tolerance: '10' }) // false
 */
export function fallsShort(
  paid: string,
  { requested, tolerance }: { requested: string; tolerance: string },
): boolean {
  const isShort = (units: bigint, allowed: bigint, needed: bigint) => units + allowed < needed
  return calculate([paid, tolerance, requested], isShort)?.result ?? true
}

/**
 * Writes a decimal without an exponent or leading zeros and keeps its other digits. Other text is returned unchanged.
 * @example plainAmount('1.5e2') // '150'; '100.00' stays '100.00'
 */
export function plainAmount(text: string): string {
  const value = parseDecimal(text)
  return value === null ? text : toPlainText(value)
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
  const value = parseDecimal(text)
  if (value === null) return text
  const missing = Math.max(0, value.exponent + decimals)
  return toPlainText({
    negative: value.negative,
    digits: value.digits + '0'.repeat(missing),
    exponent: value.exponent - missing,
  })
}

/**
 * Rounds a decimal half-up (away from zero) to at most `decimals` decimals. Shorter ones are unchanged.
 * @example roundHalfUp('1.005', 2) // '1.01'; '7.1' stays '7.1'
 */
export function roundHalfUp(text: string, decimals: number): string {
  const value = parseDecimal(text)
  if (value === null) return text
  const excess = Math.max(0, -value.exponent - decimals)
  const unit = 10n ** BigInt(excess)
  const rounded = (BigInt(value.digits) + unit / 2n) / unit
  return toPlainText({
    negative: value.negative,
    digits: String(rounded),
    exponent: value.exponent + excess,
  })
}
