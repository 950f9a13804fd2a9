import { expect, test, vi } from 'vitest'
import { locales } from '../../../src/widget/i18n/locales.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'
import { formatTime, formatTimeLeft } from '../../../src/widget/view/deferred/time-left.ts'
import { formatMoney } from '../../../src/widget/view/format.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['1250.00', 'UAH', 'en', 'UAH 1,250.00'],
  ['1250.00', 'UAH', 'uk', '1 250,00 ₴'],
  ['1234.56', 'HUF', 'en', 'HUF 1,234.56'],
  ['1234.56', 'HUF', 'de', '1.234,56 HUF'],
  ['1234', 'JPY', 'en', '¥1,234'],
  ['0.00012345', 'BTC', 'en', 'BTC 0.00012345'],
  ['0.0000005', 'BTC', 'en', 'BTC 0.0000005'],
  ['0.00012345', 'BTC', 'de', '0,00012345 BTC'],
  ['0.0000005', 'USDT_TRC20', 'de', '0,0000005 USDT (TRC20)'],
  ['25.5', 'USDT_TRC20', 'en', '25.50 USDT (TRC20)'],
  ['10', 'points', 'en', '10 points'],
  ['90071992547409931.55', 'UAH', 'en', 'UAH 90,071,992,547,409,931.55'],
  ['90071992547409931.55', 'UAH', 'de', '90.071.992.547.409.931,55 UAH'],
  ['90071992547409931.55', 'USDT_TRC20', 'de', '90.071.992.547.409.931,55 USDT (TRC20)'],
])('%s %s in %s shows every digit', (value, currency, locale, shown) => {
  expect(plain(formatMoney({ value, currency }, locale))).toBe(shown)
})

// Of which Chromium has no formats.
test.each(['az', 'kk', 'kk-KZ', 'uz', 'uz-Latn-UZ'])(
  'an amount in %s looks the same everywhere',
  (locale) => {
    expect(plain(formatMoney({ value: '1234567.50', currency: 'KZT' }, locale))).toBe('1 234 567,50 KZT')
  },
)

test.each(['ar-EG', 'fa', 'hi', 'bn'])('amounts in %s use Latin digits', (locale) => {
  expect(formatMoney({ value: '1250.50', currency: 'EUR' }, locale)).toMatch(/1.?250.50/)
})

test.each([
  ['ar', 'USD', '\u200f1,250.00 US$\u200e'],
  ['ar', 'UAH', '\u200f1,250.00 UAH'],
  ['fa', 'USD', '\u200e$ 1,250.00'],
  ['ur', 'USD', '$1,250.00'],
])('an amount in %s in %s reads in the right order from right to left', (locale, currency, shown) => {
  expect(plain(formatMoney({ value: '1250.00', currency }, locale))).toBe(shown)
})

test.each([
  [59_001, '01:00'],
  [1_781_000, '29:41'],
  [3_600_000, '1:00:00'],
  [-5, '00:00'],
  [90_061_000, '1 day 1:01:01'],
  [259_200_000, '3 days 0:00:00'],
])('%i ms left is shown as %s', (left, shown) => {
  expect(formatTimeLeft(left, createTranslator('en'))).toBe(shown)
})

test.each(localeTags)('%s counts days as Intl does', async (tag) => {
  const t = createTranslator(tag, (await locales[tag]()).messages)
  for (const days of [1, 2, 5, 21]) {
    const unit = new Intl.NumberFormat(tag, {
      ...{ style: 'unit', unit: 'day', unitDisplay: 'long', numberingSystem: 'latn' },
    }).format(days)
    const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
    expect(withoutSpaces(formatTimeLeft(days * 86_400_000, t))).toContain(withoutSpaces(unit))
  }
})

test.each([
  ['es', 'Tiempo restante 1 día 1:01:01'],
  ['pt-BR', 'Tempo restante 1 dia 1:01:01'],
] as const)('in %s one day is not said in the plural', async (tag, shown) => {
  const t = createTranslator(tag, (await locales[tag]()).messages)
  expect(t('payWithin', { time: formatTimeLeft(90_061_000, t) })).toBe(shown)
})

test('a time is legible where the browser does not know the months of the language', () => {
  const browser = vi.spyOn(Date.prototype, 'toLocaleString').mockReturnValue('M11 20 11:59')
  expect(formatTime('2026-11-20T11:59:00Z', 'uz')).toBe('20.11, 11:59')
  browser.mockRestore()
})
