import { expect, test } from 'vitest'
import { ninetyPercentOf } from '../../demo/app/levers.ts'
import { defaults, readSettings, type Settings, writeSettings } from '../../demo/app/settings.ts'

test('every setting comes back from the address as it went in', () => {
  const settings: Settings = {
    amount: '0.50',
    currency: 'USDT_TRC20',
    method: 'form',
    details: 'qr',
    qr: 'base64-text',
    present: 'form',
    locale: 'pt-BR',
    direction: 'rtl',
    theme: 'dark',
    accent: '#0f6b4f',
    radius: 0,
    frame: 'both',
    presenting: true,
  }
  expect(readSettings(writeSettings(settings))).toEqual(settings)
})

test('what is as usual is not in the address', () => {
  expect(writeSettings(defaults)).toBe('')
})

test.each([
  'amount=-1',
  'amount=0.00',
  'theme=purple',
  'accent=red',
  'radius=900',
  'details=toString',
  'locale=%3Cb%3E',
])('what is not understood (%s) is as usual', (search) => {
  expect(readSettings(`?${search}`)).toEqual(defaults)
})

test.each([
  ['1250.00', '1125.00'],
  ['0.10', '0.09'],
  ['7', '6'],
  ['89.99', '80.99'],
])('nine tenths of %s are %s, on the text', (asked, less) => {
  expect(ninetyPercentOf(asked)).toBe(less)
})
