/** Arithmetic on plain decimal text (sign, digits, point, digits), never through a float. */

function split(text: string): [whole: string, fraction: string] {
  const [whole = '0', fraction = ''] = text.split('.')
  return [whole, fraction]
}

function toScaled(text: string, decimals: number): bigint {
  const [whole, fraction] = split(text)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

function format(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

/** At least two decimals. */
const decimalsOf = (a: string, b: string) => Math.max(2, split(a)[1].length, split(b)[1].length)

export function add(a: string, b: string): string {
  const decimals = decimalsOf(a, b)
  return format(toScaled(a, decimals) + toScaled(b, decimals), decimals)
}

export function subtract(a: string, b: string): string {
  const decimals = decimalsOf(a, b)
  return format(toScaled(a, decimals) - toScaled(b, decimals), decimals)
}

export function isGreater(a: string, b: string): boolean {
  const decimals = decimalsOf(a, b)
  return toScaled(a, decimals) > toScaled(b, decimals)
}

/** A whole percentage of an amount, truncated to the amount's decimals, at least two. */
export function percentOf(amount: string, percentage: number): string {
  const decimals = decimalsOf(amount, '0')
  return format((toScaled(amount, decimals) * BigInt(percentage)) / 100n, decimals)
}
