import { describe, expect, test } from 'vitest'
import { bankLinkOf } from '../../../src/server/qr/bank-link.ts'
import { encodeQr, payableQr } from '../../../src/server/qr/payable-qr.ts'
import { encodeQr as encodeInBrowser } from '../../../src/widget/view/qr/open-qr.ts'
import { brokenFields } from '../../widget/view/qr-fields.ts'
import { noDetails } from './payment-details.ts'

const nothing = { qr: null, code: null, link: null, mismatch: null }

describe('the modules', () => {
  test.each([
    'https://pay.example/qr/4f7Qm2Zr9Ks1',
    '4441114455556666',
    'Оплата 1042, 1 250,00 ₴',
    'x'.repeat(2300),
  ])('of %.40j are those that the browser would paint', (text) => {
    const { size, modules } = encodeQr(text) ?? { size: 0, modules: '' }
    expect(modules).toMatch(/^[\w-]+$/)
    const bytes = Uint8Array.from(atob(modules.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const inBrowser = encodeInBrowser(text)
    expect([size, bytes.length]).toEqual([inBrowser.size, Math.ceil(size ** 2 / 8)])
    for (let index = 0; index < size ** 2; index++) {
      const isDark = ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
      if (isDark !== inBrowser.isDark(index)) expect.fail(`module ${index}`)
    }
  })

  test('of a text that is too long do not exist', () => {
    expect(encodeQr('x'.repeat(2400))).toBeNull()
  })
})

describe('a link', () => {
  test.each([
    [
      'upi://pay?pa=shop@okbank&pn=Ivan Petrenko&am=12.30',
      'upi',
      'upi://pay?pa=shop@okbank&pn=Ivan%20Petrenko&am=12.30',
    ],
    ['HTTPS://QR.NSPK.RU/AS10003?type=02&sum=100', 'nspk', 'https://qr.nspk.ru/AS10003?type=02&sum=100'],
    ['https://bank.gov.ua/qr/QkNE', 'nbu', 'https://bank.gov.ua/qr/QkNE'],
    ['https://qr.bank.gov.ua/QkNE', 'nbu', 'https://qr.bank.gov.ua/QkNE'],
  ])('%s opens a banking app', (text, kind, url) => {
    expect(bankLinkOf(text)).toEqual({ url, kind })
  })

  test.each([
    'https://pay.example/q',
    'http://qr.nspk.ru/A1',
    'https://qr.nspk.ru/',
    'https://qr.nspk.ru:8443/A1',
    'https://user@qr.nspk.ru/A1',
    'https://qr.nspk.ru@evil.example/A1',
    'https://qr.nspk.ru.evil.example/A1',
    'https://evil.example/https://qr.nspk.ru/A1',
    'https://bank.gov.ua/qr/../evil',
    'https://bank.gov.ua/qr/%2e%2e/evil',
    'https://bank.gov.ua/news',
    'upi://mandate?pa=shop@okbank',
    'upi:pay?pa=shop@okbank',
    'javascript:alert(1)//upi://pay?',
    'intent://pay?pa=x#Intent;scheme=upi;end',
    'data:text/html,x',
    'SPD*1.0*ACC:CZ1',
    '4441114455556666',
  ])('%s opens nothing', (text) => {
    expect(bankLinkOf(text)).toBeNull()
  })
})

test('an image is shown as it is, and not encoded', () => {
  const qrUrl = 'iVBORw0KGgo='
  const requested = { value: '1.00', currency: 'UAH' }
  expect(payableQr({ ...noDetails, qrUrl }, requested)).toEqual({ ...nothing, qr: qrUrl })
})

test('a code in Base64 is encoded and linked as its text', () => {
  const text = 'https://qr.nspk.ru/A1?sum=100&cur=RUB'
  const { qr, code, link } = payableQr({ ...noDetails, qrUrl: btoa(text) }, { value: '1', currency: 'RUB' })
  expect([qr, code, link?.url]).toEqual([btoa(text), encodeQr(text), text])
})

test.each(['5555555555554444', 'DE89370400440532013000'])('%s contradicts other details', (qrUrl) => {
  const details = { ...noDetails, card: '4111111111111111', iban: 'UA213223130000026007233566001', qrUrl }
  const requested = { value: '12.50', currency: 'UAH' }
  expect(payableQr(details, requested)).toEqual({ ...nothing, mismatch: 'account' })
})

test.each(brokenFields)('%s is not shown, and contradicts nothing', (_, qrUrl) => {
  expect(payableQr({ ...noDetails, qrUrl }, { value: '12.50', currency: 'UAH' })).toEqual(nothing)
})
