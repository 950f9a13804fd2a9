import { expect, test } from 'vitest'
import { encodeQr } from '../../../src/widget/view/qr/open-qr.ts'
import { readQr } from '../../../src/widget/view/qr/read-qr.ts'
import { brokenFields, imageFields, png, textFields } from './qr-fields.ts'

test.each(imageFields)('%s is an image', (_, field, mime) => {
  expect(readQr(field)).toMatchObject({ type: 'image', mime })
})

const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))

test.each(imageFields.filter(([, , mime]) => mime === 'image/png'))(
  '%s has the image’s bytes',
  (_, field) => {
    expect(readQr(field)).toEqual({ type: 'image', mime: 'image/png', bytes })
  },
)

test.each(textFields)('%s is encoded as text', (_, field, text) => {
  expect(readQr(field)).toEqual({ type: 'text', text })
})

test.each(brokenFields)('%s is not a QR code', (_, field) => {
  expect(readQr(field)).toBeNull()
})

test('text is encoded as a square of modules with finder patterns', () => {
  const { size, isDark } = encodeQr('https://pay.example/q?x=1')
  const corners = [isDark(0), isDark(size - 1), isDark((size - 1) * size)]
  expect([size % 4, ...corners]).toEqual([1, true, true, true])
})
