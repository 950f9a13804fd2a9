import { groupDigits, narrowNoBreakSpace } from '../format.ts'

const belowTwenty = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ')
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']

function belowThousand(n: number): string {
  if (n < 20) return belowTwenty[n] ?? ''
  if (n < 100) return `${tens[Math.floor(n / 10)]}${n % 10 === 0 ? '' : `-${belowTwenty[n % 10]}`}`
  const rest = n % 100
  return `${belowTwenty[Math.floor(n / 100)]} hundred${rest === 0 ? '' : ` ${belowThousand(rest)}`}`
}

function integerInWords(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain === '0') return 'zero'
  const groups = groupDigits(plain).split(narrowNoBreakSpace)
  // Without a familiar name for the scale, single digits are clearer.
  if (groups.length > scales.length) return spellDigits(plain)
  return groups
    .flatMap((group, index) =>
      Number(group) === 0 ? [] : [belowThousand(Number(group)) + scales[groups.length - 1 - index]],
    )
    .join(' ')
}

const spellDigits = (digits: string): string =>
  [...digits].map((digit) => belowTwenty[Number(digit)]).join(' ')

/**
 * An amount in words, as on a cheque, so that a mistyped digit is noticed.
 * `1250.50 UAH`: "one thousand two hundred fifty and 50/100 UAH".
 */
export function amountInWords(value: string, currency: string): string {
  const [integer = '', fraction = ''] = value.split('.')
  const cents = fraction.replace(/0+$/, '')
  if (cents === '') return `${integerInWords(integer)} ${currency}`
  if (cents.length <= 2) return `${integerInWords(integer)} and ${cents.padEnd(2, '0')}/100 ${currency}`
  return `${integerInWords(integer)} point ${spellDigits(cents)} ${currency}`
}
