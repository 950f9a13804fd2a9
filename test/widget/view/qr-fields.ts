/** QR fields as a service may send them. The server and the widget read each in the same way. */

export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

export const imageFields: readonly (readonly [what: string, field: string, mime: string])[] = [
  ['Base64 of a PNG', png, 'image/png'],
  ['a data URI', `data:image/png;base64,${png}`, 'image/png'],
  ['a data URI without a type', `data:;base64,${png}`, 'image/png'],
  ['a data URI without a subtype', `data:image;base64,${png}`, 'image/png'],
  ['a data URI of another type', `data:application/octet-stream;base64,${png}`, 'image/png'],
  ['a data URI of text in capitals', `DATA:TEXT/PLAIN;BASE64,${png}`, 'image/png'],
  ['a data URI of an SVG without a type', `data:,${encodeURIComponent(drawing)}`, 'image/svg+xml'],
  ['a data URI of an image that only its type says', 'data:image/avif;base64,AAAA', 'image/avif'],
  ['a data URI with parameters', `data:image/png;charset=utf-8;base64,${png}`, 'image/png'],
  ['a data URI of percent-encoded Base64', `data:image/png;base64,${encodeURIComponent(png)}`, 'image/png'],
  ['a data URI with a space before “base64”', `data:image/png; base64,${png}`, 'image/png'],
  ['a data URI with spaces around every part', `data: image/png ;\n base64 ,\n${png}`, 'image/png'],
  [
    'a percent-encoded SVG in Base64',
    `data:;base64,${btoa(drawing).replaceAll('=', '%3D')}`,
    'image/svg+xml',
  ],
  ['an SVG in plain text', `data:image/svg+xml;utf8,${encodeURIComponent(drawing)}`, 'image/svg+xml'],
  [
    'an SVG whose width is in percent',
    `data:image/svg+xml;utf8,${drawing.replace('/>', ' width="100%"/>')}`,
    'image/svg+xml',
  ],
  ['an SVG in Base64', btoa(drawing), 'image/svg+xml'],
  ['an SVG with an XML declaration, in Base64', btoa(`<?xml version="1.0"?>${drawing}`), 'image/svg+xml'],
  ['a JPEG', '/9j/4AAQ', 'image/jpeg'],
  ['a GIF', btoa('GIF89a\x01\x00'), 'image/gif'],
  ['a WebP', btoa('RIFF\x24\x00\x00\x00WEBPVP8 '), 'image/webp'],
]

const pix = '00020126360014BR.GOV.BCB.PIX0114+5561999999999'
/** Payment codes that are also valid Base64. */
const emvInBase64 = '000201YWJjYWJjYWJjYWJj'
const epcInBase64 = 'BCD\nYWJjYWJjYQ'

export const textFields: readonly (readonly [what: string, field: string, text: string])[] = [
  ['an address', 'https://pay.example/q?x=1', 'https://pay.example/q?x=1'],
  ['a payload', pix, pix],
  ['a card number, which is also valid Base64', '4441114455556666', '4441114455556666'],
  ['a number that also decodes as text', '0404040404040404', '0404040404040404'],
  ['a number in groups that also decodes as text', '0404 0404 0404 0404', '0404 0404 0404 0404'],
  ['an EMV code that is also Base64', emvInBase64, emvInBase64],
  ['an EPC code that is also Base64', epcInBase64, epcInBase64],
  ['a data URI of text', 'data:text/plain;charset=utf-8,BCD%0A002', 'BCD\n002'],
  ['a data URI of text in Base64', `data:text/plain;base64,${btoa('BCD\n002')}`, 'BCD\n002'],
  ['a data URI of percent-encoded text in Base64', 'data:text/plain; base64,QkNECjAwMg%3D%3D', 'BCD\n002'],
  ['a data URI of digits, without a type', 'data:,4441114455556666', '4441114455556666'],
  ['a text that begins like a data URI', 'data: 5 000, for you', 'data: 5 000, for you'],
  ['a text that begins like a data URI of a type', 'data: text/plain, for you', 'data: text/plain, for you'],
  ['Base64 of text', btoa('BCD\n002\n1\nSCT'), 'BCD\n002\n1\nSCT'],
  ['Base64 of non-ASCII text', 'w5bDpMO8', 'Öäü'],
  ['Base64 of bytes that are not text', btoa('\x00\x01\xff\xfe'), btoa('\x00\x01\xff\xfe')],
  ['Base64 of text that begins like a WebP', btoa('RIFF-1042 for you'), 'RIFF-1042 for you'],
  ['Base64 of control characters', btoa('a\x1b[2Jb'), btoa('a\x1b[2Jb')],
]

export const brokenFields: readonly (readonly [what: string, field: string])[] = [
  ['nothing', '   '],
  ['more than a QR code holds', 'я'.repeat(3000)],
  ['more than the size limit', 'A'.repeat(2_000_000)],
  ['an image of more than a megabyte', `iVBORw0KGgo${'A'.repeat(1_400_001)}`],
  ['a data URI of more than a megabyte', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(1_400_001)}`],
  ['a data URI of nothing', 'data:,'],
  ['a data URI of a blank text', 'data:,%20'],
  ['Base64 of a blank text', btoa('   ')],
  ['a data URI of bytes that are neither', `data:;base64,${btoa('\x00\x01\xff\xfe')}`],
  ['a data URI of a broken image', 'data:image/png;base64,%%%'],
  ['a data URI of Base64 with a broken escape', `data:image/png;base64,${png}%E0%A4%A`],
  ['a data URI with a broken escape', 'data:image/svg+xml,%E0%A4%A'],
]
