import { expect, test } from 'vitest'
import { readQr } from '../../../src/server/qr/read-qr.ts'
import { brokenFields, imageFields, textFields } from './qr-fields.ts'

test.each(imageFields)('%s is an image', (_, field) => {
  expect(readQr(field)).toEqual({ type: 'image' })
})

test.each(textFields)('%s is text', (_, field, text) => {
  expect(readQr(field)).toEqual({ type: 'text', text })
})

test.each(brokenFields)('%s is not a QR code', (_, field) => {
  expect(readQr(field)).toBeNull()
})
