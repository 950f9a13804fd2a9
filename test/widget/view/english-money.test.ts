import fc from 'fast-check'
import { expect, test } from 'vitest'
import { englishMoney } from '../../../src/widget/view/english-money.ts'

const isDecimal = (text: string): text is `${number}` => /^\d+\.\d+$/.test(text)
const decimals = fc.stringMatching(/^\d{1,24}\.\d{1,20}$/).filter(isDecimal)

/** Formats with `Intl`, with at least the given digits. */
function byIntl(value: `${number}`, currency: string, locale: string): string {
  const digits = Math.max(value.split('.')[1]?.length ?? 0, 2)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

const usual = 'AZN BDT EUR GBP IDR INR KZT PKR PLN RUB THB TRY UAH USD UZS'.split(' ')

test('formats the usual currencies exactly as Intl does, and no other', () => {
  const currencies = fc.constantFrom(...usual, ...Intl.supportedValuesOf('currency'), 'BTC')
  const tags = fc.constantFrom('en', 'en-US')
  fc.assert(
    fc.property(decimals, currencies, tags, (value, currency, tag) => {
      const written = englishMoney({ value, currency }, tag)
      expect(written).toBe(usual.includes(currency) ? byIntl(value, currency, tag) : null)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['1250.00', 'UAH', 'en-GB'],
  ['1250.00', 'UAH', 'uk'],
  ['1250', 'UAH', 'en'],
  ['1250.00', 'XOF', 'en'],
  ['1250.00', 'constructor', 'en'],
  ['1250.00', 'USDT_TRC20', 'en'],
])('%s %s in %s is left to Intl', (value, currency, tag) => {
  expect(englishMoney({ value, currency }, tag)).toBeNull()
})
