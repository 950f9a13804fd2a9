import { expect, test } from 'vitest'
import { createOrderBook, type Orders } from '../../demo/merchant/orders.ts'

test('order 1042 is there from the start; the page’s own orders follow it, and are kept', () => {
  let kept: Orders = []
  const book = createOrderBook([], (orders) => {
    kept = orders
  })
  expect(book.find('1042')).toMatchObject({ amount: '1250.00', currency: 'UAH' })
  expect(book.find('1043')).toBeNull()
  expect(book.place({ amount: '9.00', currency: 'EUR', methods: ['form'] })).toBe('1043')

  const again = createOrderBook(kept)
  expect(again.find('1042')).toMatchObject({ amount: '1250.00' })
  expect(again.find('1043')).toMatchObject({ amount: '9.00', currency: 'EUR' })
  expect(again.place({ amount: '1.00', currency: 'EUR', methods: ['form'] })).toBe('1044')
})
