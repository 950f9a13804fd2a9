import { expect, test } from 'vitest'
import { defaults, readSettings, type Settings, writeSettings } from '../../demo/app/settings.ts'

test('every setting survives a round trip through the URL', () => {
  const settings: Settings = {
    shop: 'Orchard',
    product: 'Apples',
    logo: 'data:image/webp;base64,UklGRg+/=',
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

test('defaults are not in the URL', () => {
  expect(writeSettings(defaults)).toBe('')
})

test.each([
  'amount=-1',
  'logo=https://shop.example/logo.png',
  'logo=data:image/svg%2Bxml;base64,PHN2Zy8%2B',
  'amount=0.00',
  'theme=purple',
  'accent=red',
  'radius=900',
  'details=toString',
  'locale=%3Cb%3E',
])('an invalid value (%s) becomes the default', (search) => {
  expect(readSettings(`?${search}`)).toEqual(defaults)
})
