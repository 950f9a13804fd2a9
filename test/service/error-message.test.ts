import { describe, expect, test } from 'vitest'
import { fieldNamedIn, maskValues, redact, redactMessage } from '../../src/service/error-message.ts'

describe('the text of a shop or of the service', () => {
  test.each([
    ['Іван Франко', 'Іван Франко'],
    ['4111111111111111', '••••1111'],
    ['4111 1111-1111 1234', '••••1234'],
    ['4111\u00a01111\u202f1111\u20091234', '••••1234'],
    ['1250\n4242', '1250\n4242'],
    ['card 4111111111111111, then 5500000000000004', 'card ••••1111, then ••••0004'],
    ['12345678', '••••5678'],
    ['1234567', '1234567'],
    ['1 2 3 4 5 6 7 8', '••••5678'],
    ['1234  5678', '1234  5678'],
    ['1234x5678', '1234x5678'],
    ['order A-1 of 2026', 'order A-1 of 2026'],
    ['see https://pay.example/a?token=once', 'see https://pay.example/a'],
    ['see HTTP://pay.example/a#once', 'see HTTP://pay.example/a'],
  ])('%s is kept as %s', (text, kept) => {
    expect(redact(text)).toBe(kept)
  })
})

const card = '4242424242424242'
const grouped = (mark: string): string => card.replace(/(....)(?=.)/g, `$1${mark}`)
const inDigitsFrom = (zero: number): string =>
  card.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

// The rest of it was read from each address: with as many, for minutes.
test('an address in an address is read once', { timeout: 10_000 }, () => {
  const addresses = 'http://'.repeat(100_000)
  expect(redact(`${addresses}?card=1`)).toBe(addresses)
  expect(redact(addresses)).toBe(addresses)
})

describe('of a card number only the last four digits stay', () => {
  test.each(['', ' ', '-', '.', '/', '_', '  ', ' - ', '\u2013', '\u200b', '\t', '\n', ', '])(
    'with %j between its groups',
    (mark) => {
      expect(redact(`from ${grouped(mark)}, ok`)).toBe('from ••••4242, ok')
    },
  )

  test.each([
    ['4242-4242 4242.4242', '••••4242'],
    ['4242.4242/4242.4242', '••••4242'],
    ['4242  4242-4242 4242', '••••4242'],
    ['1042, 4242-4242 4242.4242', '••••4242'],
    ['DE42 4242.4242.4242.4242 42', 'DE••••4242'],
    ['4242.4242 4242.4242 on 01.12.2026 14:30', '••••4242 on 01.12.2026 14:30'],
  ])('with several marks, as in %s', (text, kept) => {
    expect(redact(text)).toBe(kept)
  })

  test.each([0x660, 0x6f0, 0x966, 0x9e6, 0xff10])('in digits of other scripts, from U+%i on', (zero) => {
    const number = inDigitsFrom(zero)
    expect(redact(number)).toBe(`••••${number.slice(-4)}`)
    expect(redactMessage(number, { keepIds: false })).toBe('••••')
  })

  test.each(['01.12.2026 14:30', '1.250,00', '192.168.100.200', '12.5'])('%s is none', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('the message of a refusal', () => {
  test.each([
    ['of payer@shop.example', 'of ••••'],
    ['<payer.name@shop.example>', '<••••>'],
    ['at http://pay.example/a?token=once', 'at http://pay.example/a'],
    ['a word_that-is/long=enough', 'a word_that-is/long=enough'],
    ['a word_that-is/long=enough1', 'a ••••'],
    [' ', null],
    ['of 41\u00a011', 'of ••••'],
  ])('%j is kept as %j', (message, kept) => {
    expect(redactMessage(message, { keepIds: false })).toBe(kept)
  })

  test('is read for 2000 characters', () => {
    expect(redactMessage(`${'\n'.repeat(1996)}keep drop`, { keepIds: false })).toBe('keep')
  })

  test('names the limit by its id only where that is requested', () => {
    const message = 'Limit 3f2504e0-4f89-11d3-9a0c-0305e82c3301'
    expect(redactMessage(message, { keepIds: true })).toBe(message)
    expect(redactMessage(message, { keepIds: false })).toBe('Limit ••••')
  })
})

test.each([
  [['abc'], 'no abc or abcd', 'no •••• or ••••d'],
  [['ab'], 'no ab or abcd', 'no ab or abcd'],
  [['key-1', 'Ivan'], 'Ivan by key-1', '•••• by ••••'],
  [['a.c'], 'abc', 'abc'],
  [[], 'nothing', 'nothing'],
])('without the values %j, "%s" is "%s"', (values, text, masked) => {
  expect(maskValues(text, values)).toBe(masked)
})

describe('the field that a message names', () => {
  test.each([
    ['Field "bankName" is missing', 'bankName'],
    ["'iban2' is missing", 'iban2'],
    ['`payer.name` is missing', 'payer.name'],
    ['“Bank_123” is missing', 'Bank_123'],
    ['«a» is missing', 'a'],
    ['bankName is missing', 'bankName'],
    ['the field (BankName) is missing', 'BankName'],
    ['"bank name": taxId is missing', 'taxId'],
    ['"1st": taxId is missing', 'taxId'],
    ['the EMAIL is missing', 'EMAIL'],
    ['iban is missing', 'iban'],
  ])('%s: %s', (message, field) => {
    expect(fieldNamedIn(message)).toBe(field)
  })

  test.each([
    'the bank is missing',
    'IBANs are missing',
    'ABC is missing',
    'x1bankName is missing',
    'it is "a1234"',
    'ы "имя"',
    `"${'a'.repeat(65)}"`,
  ])('%s: none', (message) => {
    expect(fieldNamedIn(message)).toBeNull()
  })

  test('is looked for in 2000 characters', () => {
    expect(fieldNamedIn(`${' '.repeat(1994)}"bank"`)).toBe('bank')
    expect(fieldNamedIn(`${' '.repeat(1995)}"bank"`)).toBeNull()
  })
})
