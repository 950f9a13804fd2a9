import { expect, test } from 'vitest'
import { emptyDetails } from '../../../demo/gallery/views.ts'
import { fieldsOf } from '../../../src/widget/view/fields.ts'

test('a missing field has no row', () => {
  expect(fieldsOf(emptyDetails)).toEqual([])
})

test.each([
  ['card', '4441114455556666', '4441114455556666', '4441 1144 5555 6666'],
  ['card', '4441 1144 5555 6666', '4441114455556666', '4441 1144 5555 6666'],
  ['card', '4441-1144-5555-6666', '4441114455556666', '4441 1144 5555 6666'],
  ['card', '\u200e4441\u00a01144\u202f5555\u20116666', '4441114455556666', '4441 1144 5555 6666'],
  ['card', '4441.1144 – 5555−6666', '4441114455556666', '4441 1144 5555 6666'],
  ['card', '4441 11** **** 6666', '4441 11** **** 6666', '4441 11** **** 6666'],
  ['card', 'ask the shop', 'ask the shop', 'ask the shop'],
  [
    'iban',
    'UA21 3223 1300 0002 6007 2335 6600 1',
    'UA213223130000026007233566001',
    'UA21 3223 1300 0002 6007 2335 6600 1',
  ],
  [
    'iban',
    'XX00ABCDEFGHIJKLMNOPQRSTUVWXYZ0123',
    'XX00ABCDEFGHIJKLMNOPQRSTUVWXYZ0123',
    'XX00 ABCD EFGH IJKL MNOP QRST UVWX YZ01 23',
  ],
  [
    'iban',
    'UA21-3223-1300\u20100002.6007 2335 66001',
    'UA213223130000026007233566001',
    'UA21 3223 1300 0002 6007 2335 6600 1',
  ],
  ['iban', 'ask - the shop', 'ask - the shop', 'ask - the shop'],
  ['phone', '+380671234567', '+380671234567', '+38067 123 45 67'],
  ['phone', '+12025550123', '+12025550123', '+1202 555 01 23'],
  ['phone', '+38 (067) 123-45-67', '+38 (067) 123-45-67', '+38 (067) 123-45-67'],
  ['phone', '067 123-45-67', '067 123-45-67', '067 123-45-67'],
  ['accountNumber', '0000123', '0000123', '0000123'],
  ['accountNumber', '12-3456-0000123-00', '123456000012300', '12-3456-0000123-00'],
  ['accountNumber', '0000\u00a0123.4', '00001234', '0000\u00a0123.4'],
  ['accountNumber', '19-2000145399/0800', '19-2000145399/0800', '19-2000145399/0800'],
  ['recipient', 'Anna-Maria St. John 2', 'Anna-Maria St. John 2', 'Anna-Maria St. John 2'],
  ['recipient', '  O’Neil ', '  O’Neil ', '  O’Neil '],
  ['bank', 'Savings', 'Savings', 'Savings'],
  ['bank', '1-2.3', '1-2.3', '1-2.3'],
] as const)('%s %j is copied as %j', (name, text, copyValue, shown) => {
  const [field] = fieldsOf({ ...emptyDetails, [name]: text })
  expect(field).toMatchObject({ name, copyValue })
  expect(field?.groups.join(' ')).toBe(shown)
})
