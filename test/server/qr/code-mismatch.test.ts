import { describe, expect, test } from 'vitest'
import { type AccountDetails, codeMismatch } from '../../../src/server/qr/code-mismatch.ts'

const noDetails: AccountDetails = { card: null, number: null, iban: null, accountNumber: null }
const requested = { value: '12.30', currency: 'EUR' }
const german = 'DE89370400440532013000'
const epc = (iban = german, amount = 'EUR12.30') =>
  ['BCD', '002', '1', 'SCT', '', 'Ivan Petrenko', iban, amount].join('\n')
const inRupees = { value: '12.30', currency: 'INR' }

/** An EMV code with these fields. The default checksum is right. */
function emv(fields: readonly (readonly [tag: string, value: string])[], checksum?: string): string {
  const length = (value: string) => String(value.length).padStart(2, '0')
  const body = [...fields, ['58', 'DE'] as const].map(([tag, value]) => `${tag}${length(value)}${value}`)
  return withChecksum(`000201${body.join('')}`, checksum)
}

function withChecksum(fields: string, checksum?: string): string {
  let crc = 0xffffn
  for (const byte of new TextEncoder().encode(`${fields}6304`)) {
    crc ^= BigInt(byte) << 8n
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000n ? ((crc << 1n) ^ 0x1021n) & 0xffffn : crc << 1n
  }
  return `${fields}6304${checksum ?? crc.toString(16).padStart(4, '0')}`
}

describe('a text in another format is not compared', () => {
  test.each([
    'https://pay.example/q?amount=99',
    'https://qr.nspk.ru.evil.example/A?sum=9900',
    'https://qr.nspk.ru@evil.example/A?sum=9900',
    'SANDBOX|UA213223130000026007233566001|99.00|UAH',
    '4441114455556666',
    '0002010102123456',
    'bank:26001234567890?amount=99',
    'bank://singlepaymentsepa?amount=99',
  ])('%s', (text) => {
    expect(codeMismatch(text, requested, { ...noDetails, accountNumber: '26001234567890' })).toBeNull()
  })
})

describe('a code that apps reject, or could read differently, is not shown', () => {
  test.each<[string, string]>([
    [
      'a wrong checksum',
      emv(
        [
          ['53', '978'],
          ['54', '12.30'],
        ],
        '0000',
      ),
    ],
    ['a missing checksum', '000201530397854045.005802DE'],
    ['a field that ends beyond the code', '0002015802DE530397854'],
    [
      'an amount twice',
      emv([
        ['54', '12.30'],
        ['54', '99.00'],
      ]),
    ],
    ['an amount with text', emv([['54', '12,3O']])],
    [
      'a fixed fee',
      emv([
        ['54', '12.30'],
        ['55', '02'],
        ['56', '5.00'],
      ]),
    ],
    [
      'a fee in percent',
      emv([
        ['54', '12.30'],
        ['55', '03'],
        ['57', '5'],
      ]),
    ],
    ['a transfer without an account', epc('')],
    ['a transfer of an unknown kind', epc().replace('SCT', 'SDD')],
    ['an amount with text in a transfer', epc(german, 'EUR1O')],
    ['two amounts in a descriptor', `SPD*1.0*ACC:${german}*AM:12.30*AM:99.00`],
    ['a descriptor with text between its attributes', `SPD*1.0*ACC:${german}*12.30`],
    ['two amounts in a link', 'upi://pay?pa=shop@okbank&am=12.30&AM=99.00'],
    ['a mandate', 'upi://mandate?pa=shop@okbank&am=12.30'],
    ['a link without a transfer', 'https://bank.gov.ua/qr/AAAA'],
    ['a sum that is not a number', 'https://qr.nspk.ru/A?sum=1e3'],
  ])('%s', (_, text) => {
    expect(codeMismatch(text, requested, noDetails)).toBe('unreadable')
  })
})

// Each was tried at every zero: with as many, for more than a minute.
test('zeros before text are read once', { timeout: 10_000 }, () => {
  const zeros = '0'.repeat(4000)
  expect(codeMismatch(`SPD*1.0*ACC:${german}*AM:${zeros}x`, requested, noDetails)).toBe('unreadable')
})

describe('the amount', () => {
  test.each<[string, string, string]>([
    ['is compared as a number', epc(german, 'EUR12.3'), '12.30'],
    ['may be missing', epc(german, ''), '12.30'],
    [
      'is open if it is zero',
      emv([
        ['54', '0.00'],
        ['53', '978'],
      ]),
      '12.30',
    ],
    ['is rounded as the service does', epc(german, 'EUR12.31'), '12.305'],
    [
      'may have leading zeros',
      emv([
        ['54', '0012.30'],
        ['53', '978'],
      ]),
      '12.3',
    ],
  ])('%s', (_, text, value) => {
    expect(codeMismatch(text, { value, currency: 'EUR' }, noDetails)).toBeNull()
  })

  test('in kopecks has two decimals', () => {
    const roubles = (value: string) => ({ value, currency: 'RUB' })
    expect(codeMismatch('https://qr.nspk.ru/A1?sum=1230', roubles('12.30'), noDetails)).toBeNull()
    expect(codeMismatch('https://qr.nspk.ru/A1?sum=5', roubles('0.05'), noDetails)).toBeNull()
    expect(codeMismatch('https://qr.nspk.ru/A1?sum=1230', roubles('1230'), noDetails)).toBe('amount')
  })
})

describe('the currency', () => {
  test.each<[string, string, string, string | null]>([
    ['in digits', emv([['53', '980']]), 'UAH', null],
    ['in digits, another one', emv([['53', '980']]), 'EUR', 'currency'],
    ['in unknown digits', emv([['53', '001']]), 'EUR', 'currency'],
    ['of a key with more than letters', emv([['53', '980']]), 'UAH_CARD', null],
    ['of a key in lower case', epc(german, ''), 'eur', null],
    ['of a transfer without an amount', epc(german, ''), 'UAH', 'currency'],
    ['missing', emv([['54', '12.30']]), 'UAH', null],
    ['of a link, by default', 'upi://pay?pa=shop@okbank', 'EUR', 'currency'],
  ])('%s', (_, text, currency, mismatch) => {
    expect(codeMismatch(text, { value: '12.30', currency }, noDetails)).toBe(mismatch)
  })
})

describe('an account is compared with the payment details of its kind', () => {
  const pix = (key: string) =>
    emv([['26', `0014BR.GOV.BCB.PIX01${String(key.length).padStart(2, '0')}${key}`]])
  const upi = 'upi://pay?pa=00123456789@HDFC0000001.ifsc.npci&am=12.30'

  test.each<[string, string, Partial<AccountDetails>, string | null]>([
    ['an IBAN in groups', epc(), { iban: 'DE89 3704 0044 0532 0130 00' }, null],
    ['an IBAN with other dashes', epc(), { iban: 'DE89\u20113704–0044−0532\u200b0130 00' }, null],
    ['another IBAN', epc(), { iban: 'DE02120300000000202051' }, 'account'],
    ['an IBAN in the account number', epc(), { accountNumber: 'DE02120300000000202051' }, 'account'],
    ['an account number and an IBAN', epc(), { accountNumber: '0532013000' }, null],
    ['a masked IBAN', epc(), { iban: 'DE** **** 2051' }, null],
    [
      'an alternative account',
      `SPD*1.0*ACC:${german}*ALT-ACC:DE02120300000000202051`,
      { iban: german },
      'account',
    ],
    ['a phone number without its prefix', pix('+5561999999999'), { number: '061 99999-9999' }, null],
    ['another phone number', pix('+5561999999999'), { number: '+5571999999999' }, 'account'],
    ['a phone number that is only a part', pix('+5561999999999'), { number: '9999' }, 'account'],
    ['a phone number dialled with 8', pix('+79161234567'), { number: '8 (916) 123-45-67' }, null],
    ['a key that is not a phone number', pix('ivan@example.com'), { number: '+5561999999999' }, null],
    ['a card and a phone number', pix('+5561999999999'), { card: '4441114455556666' }, null],
    ['leading zeros', upi, { accountNumber: '123456789' }, null],
    ['another account number', upi, { accountNumber: '123456780' }, 'account'],
  ])('%s', (_, text, details, mismatch) => {
    const currency = text.startsWith('upi') ? inRupees : requested
    expect(codeMismatch(text, currency, { ...noDetails, ...details })).toBe(mismatch)
  })

  test('lengths may count the bytes of a name', () => {
    const code = withChecksum('0002015908Олег540599.005802DE')
    expect(codeMismatch(code, requested, noDetails)).toBe('amount')
  })
})

describe('what precedes the mark of a format hides no contradiction', () => {
  const spayd = `SPD*1.0*ACC:${german}*AM:99.00*CC:EUR`
  test.each(['\ufeff', ' ', '\n', 'x', '\u0000\u200b'])('%j', (prefix) => {
    for (const text of [epc(german, 'EUR99.00'), spayd, emv([['54', '99.00']])])
      expect(['amount', 'unreadable']).toContain(codeMismatch(prefix + text, requested, noDetails))
  })
})

describe('a code that is only an account', () => {
  const [card, other] = ['4111 1111 1111 1111', '5555555555554444']
  test('is not shown beside another card or IBAN', () => {
    expect(codeMismatch(other, requested, { ...noDetails, card })).toBe('account')
    expect(codeMismatch('FR76 3000 6000 0112 3456 7890 189', requested, { ...noDetails, iban: german })).toBe(
      'account',
    )
  })
  test('is shown where it is the one of the payment details, or nothing can be compared', () => {
    expect(codeMismatch('4111111111111111', requested, { ...noDetails, card })).toBeNull()
    expect(codeMismatch(german, requested, { ...noDetails, iban: 'de89 3704 0044 0532 0130 00' })).toBeNull()
    expect(codeMismatch(other, requested, noDetails)).toBeNull()
    expect(codeMismatch(other, requested, { ...noDetails, card: '4111 11** **** 1111' })).toBeNull()
    expect(codeMismatch(other, requested, { ...noDetails, card, accountNumber: other })).toBeNull()
  })
})
