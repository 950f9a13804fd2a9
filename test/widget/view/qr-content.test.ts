import { expect, test } from 'vitest'
import { encodeQr } from '../../../src/widget/view/qr/encoder.ts'
import { readQr } from '../../../src/widget/view/qr/read-qr.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

test.each([
  ['Base64 of a PNG', png, 'image/png'],
  ['a data URI', `data:image/png;base64,${png}`, 'image/png'],
  ['a data URI with parameters', `data:image/png;charset=utf-8;base64,${png}`, 'image/png'],
  ['an SVG in plain text', `data:image/svg+xml;utf8,${encodeURIComponent(drawing)}`, 'image/svg+xml'],
  ['an SVG in Base64', btoa(drawing), 'image/svg+xml'],
  ['an SVG with an XML declaration, in Base64', btoa(`<?xml version="1.0"?>${drawing}`), 'image/svg+xml'],
  ['a JPEG', '/9j/4AAQ', 'image/jpeg'],
  ['a GIF', btoa('GIF89a\x01\x00'), 'image/gif'],
  ['a WebP', btoa('RIFF\x24\x00\x00\x00WEBPVP8 '), 'image/webp'],
])('%s is an image', (_, field, mime) => {
  expect(readQr(field)).toMatchObject({ type: 'image', mime })
})

test.each([
  ['an address', 'https://pay.example/q?x=1', 'https://pay.example/q?x=1'],
  [
    'a payload',
    '00020126360014BR.GOV.BCB.PIX0114+5561999999999',
    '00020126360014BR.GOV.BCB.PIX0114+5561999999999',
  ],
  ['a card number, which is also valid Base64', '4441114455556666', '4441114455556666'],
  ['a number that also decodes as text', '0404040404040404', '0404040404040404'],
  ['Base64 of text', btoa('BCD\n002\n1\nSCT'), 'BCD\n002\n1\nSCT'],
  ['Base64 of non-ASCII text', 'w5bDpMO8', 'Öäü'],
  ['Base64 of bytes that are not text', btoa('\x00\x01\xff\xfe'), btoa('\x00\x01\xff\xfe')],
  ['Base64 of text that begins like a WebP', btoa('RIFF-1042 for you'), 'RIFF-1042 for you'],
  ['Base64 of control characters', btoa('a\x1b[2Jb'), btoa('a\x1b[2Jb')],
])('%s is encoded as text', (_, field, text) => {
  expect(readQr(field)).toEqual({ type: 'text', text })
})

test.each([
  ['nothing', '   '],
  ['more than a QR code holds', 'я'.repeat(3000)],
  ['more than the size limit', 'A'.repeat(2_000_000)],
  ['an image of more than a megabyte', `iVBORw0KGgo${'A'.repeat(1_400_001)}`],
  ['a data URI of more than a megabyte', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(1_400_001)}`],
  ['a data URI of a broken image', 'data:image/png;base64,%%%'],
])('%s is not a QR code', (_, field) => {
  expect(readQr(field)).toBeNull()
})

test('text is encoded as a square of modules with finder patterns', () => {
  const { size, isDark } = encodeQr('https://pay.example/q?x=1')
  const corners = [isDark(0, 0), isDark(0, size - 1), isDark(size - 1, 0)]
  expect([size % 4, ...corners]).toEqual([1, true, true, true])
})
