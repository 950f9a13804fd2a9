import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readShopOrders } from '../../../src/server/node/index.ts'
import { newFolder } from '../../support/new-folder.ts'
import { createHarness } from '../harness.ts'

const folder = newFolder(afterAll)

const terms = { amount: '1250.00', currency: 'UAH' }
const read = (order: object) => {
  const file = join(folder, 'orders.json')
  writeFileSync(file, JSON.stringify({ '1041': terms, '1042': order }))
  return readShopOrders(file)
}

test('an order of the file is what order() may return', async () => {
  const order = {
    ...terms,
    customer: 'c-7',
    methods: ['transfer'],
    additionalFields: [{ key: 'payeerIdentifier', value: '0042' }],
    fields: { transfer: [{ key: 'bankName', kind: 'text', label: { uk: 'Банк' } }] },
  }
  const harness = createHarness()
  harness.orders.set('1042', read(order).get('1042') ?? terms)
  const { fields } = await harness.createCheckout('1042')
  expect(fields).toMatchObject({ transfer: [{ key: 'bankName', required: true, label: 'Банк' }] })
})

test.each<[name: string, order: object]>([
  ['1042.amount', { ...terms, amount: '0012.50' }],
  ['1042.amount', { ...terms, amount: 12.5 }],
  ['1042.currency', { amount: '1.00' }],
  ['1042.customer', { ...terms, customer: '' }],
  ['1042.additionalFields.0.key', { ...terms, additionalFields: [{ value: 'x' }] }],
  ['1042.fields.transfer.0.kind', { ...terms, fields: { transfer: [{ key: 'a', kind: 'word' }] } }],
  ['1042.fields.form.0.key', { ...terms, fields: { form: [{ key: 'cardNumber', kind: 'digits' }] } }],
  ['1042 Unrecognized key: "method"', { ...terms, method: 'form' }],
])('a wrong order is named with its field: %s', (name, order) => {
  expect(() => read(order)).toThrow(`SHOP_ORDERS has a wrong order: ${name}`)
})

test.each(['6212345678901234567', '1.000000000000000000001'])(
  'a number that would lose digits is named: %s',
  (number) => {
    const file = join(folder, 'digits.json')
    const fields = `[{"key":"accountNumber","value":${number}}]`
    writeFileSync(file, `{"1042":{"amount":"1.00","currency":"UAH","additionalFields":${fields}}}`)
    expect(() => readShopOrders(file)).toThrow(
      'SHOP_ORDERS cannot be read: 1042.additionalFields.0.value is a number that would lose digits: write it as text',
    )
  },
)

test('an order that is listed twice is named: one of its amounts would be ignored', () => {
  const file = join(folder, 'twice.json')
  writeFileSync(file, `{"1042":${JSON.stringify(terms)},"1042":{"amount":"9.00","currency":"UAH"}}`)
  expect(() => readShopOrders(file)).toThrow('SHOP_ORDERS cannot be read: 1042 is given twice')
})
