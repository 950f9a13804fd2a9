import { expect, test } from 'vitest'
import { emptyDetails } from '../../../demo/gallery/views.ts'
import { fieldsOf } from '../../../src/widget/view/fields.ts'

test('a missing field has no row', () => {
  expect(fieldsOf(emptyDetails)).toEqual([])
})

test.each([
  ['card', '4441114455556666', '4441114455556666', '4441 1144 5555 6666'],
  ['card', '4441 1144 5555 6666', '4441114455556666', '4441 1144 5555 6666'],
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
  ['phone', '+380671234567', '+380671234567', '+38067 123 45 67'],
  ['phone', '+12025550123', '+12025550123', '+1202 555 01 23'],
  ['phone', '067 123-45-67', '067 123-45-67', '067 123-45-67'],
  ['accountNumber', '0000123', '0000123', '0000123'],
  ['recipient', '  O’Neil ', '  O’Neil ', '  O’Neil '],
  ['bank', 'Savings', 'Savings', 'Savings'],
] as const)('%s %j is copied as %j', (name, text, copyValue, shown) => {
  const [field] = fieldsOf({ ...emptyDetails, [name]: text })
  expect(field).toMatchObject({ name, copyValue })
  expect(field?.groups.join(' ')).toBe(shown)
})
