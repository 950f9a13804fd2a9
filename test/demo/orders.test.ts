import { expect, test } from 'vitest'
import { createOrderBook, type Orders } from '../../demo/merchant/orders.ts'

test('order 1042 exists from the start; later orders are numbered after it and stored', () => {
  let stored: Orders = []
  const book = createOrderBook([], (orders) => {
    stored = orders
  })
  expect(book.find('1042')).toMatchObject({ amount: '1250.00', currency: 'UAH' })
  expect(book.find('1043')).toBeNull()
  expect(book.place({ amount: '9.00', currency: 'EUR', methods: ['form'] })).toBe('1043')

  const again = createOrderBook(stored)
  expect(again.find('1042')).toMatchObject({ amount: '1250.00' })
  expect(again.find('1043')).toMatchObject({ amount: '9.00', currency: 'EUR' })
  expect(again.place({ amount: '1.00', currency: 'EUR', methods: ['form'] })).toBe('1044')
})
