import { expect, test } from 'vitest'
import type { PayerField } from '../../../src/contract/view.ts'
import { brokenRule, valueToSend } from '../../../src/widget/view/payer-fields/check-value.ts'

const field = (changed: Partial<PayerField> = {}): PayerField => ({
  key: 'x',
  kind: 'text',
  required: true,
  ...changed,
})
const banks = [{ value: 'mono', label: 'monobank' }]

test.each<[string, Partial<PayerField>, string, string | null]>([
  ['nothing', {}, '  ', 'required'],
  ['nothing in an optional field', { required: false }, '', null],
  ['any text', {}, ' Олена ', null],
  ['a control character', {}, 'a\u0000b', 'kind'],
  ['text that is too long', { maxLength: 3 }, 'abcd', 'too_long'],
  ['a number whose separators make it long', { kind: 'digits', maxLength: 4 }, '12 34', null],
  ['an address', { kind: 'email' }, 'olena@shop.example', null],
  ['half an address', { kind: 'email' }, 'olena@', 'kind'],
  ['an international number', { kind: 'tel' }, '+380 (67) 123-45-67', null],
  ['a number of Arabic digits', { kind: 'tel' }, '+٩٦٦٥٠١٢٣٤٥٦٧', null],
  ['a short number', { kind: 'tel' }, '12345', 'kind'],
  ['digits', { kind: 'digits' }, '4441 1144', null],
  ['letters between digits', { kind: 'digits' }, '44O1', 'kind'],
  ['an IBAN in groups', { kind: 'iban' }, 'ua21 3223 1300 0002 6007 2335 6600 1', null],
  ['an IBAN with two digits exchanged', { kind: 'iban' }, 'UA213223130000026007233566010', 'kind'],
  ['an option', { kind: 'select', options: banks }, 'mono', null],
  ['another option', { kind: 'select', options: banks }, 'other', 'option'],
  ['a pattern, which the server matches', { pattern: '([A-Za-z]+ ?)+' }, `${'a'.repeat(1000)}!`, null],
  ['an address with a thousand dots', { kind: 'email' }, `a@b${'.'.repeat(1000)}`, 'kind'],
])('%s', (_, changed, typed, rule) => {
  expect(brokenRule(field(changed), valueToSend(field(changed), typed))).toBe(rule)
})

test('separators are not sent, and an IBAN is sent in capitals', () => {
  expect(valueToSend(field({ kind: 'iban' }), ' ua21 3223 ')).toBe('UA213223')
  expect(valueToSend(field({ kind: 'tel' }), '+380 67-123')).toBe('+38067123')
  expect(valueToSend(field(), ' Vul. 1-2 ')).toBe('Vul. 1-2')
})
