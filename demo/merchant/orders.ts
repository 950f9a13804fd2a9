import { Method } from 'paypane/contract'
import type { OrderTerms } from 'paypane/server'
import { z } from 'zod'

/** An order of the demo's shop, with any amount. */
export const ShopOrder = z.object({
  amount: z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'is decimal text, such as "1250.00"'),
  currency: z.string().min(1).max(64),
  methods: z.array(Method).min(1),
})
export type ShopOrder = z.infer<typeof ShopOrder>
export type Orders = [reference: string, order: ShopOrder][]

export type OrderBook = ReturnType<typeof createOrderBook>

const firstReference = 1042
/** Exists from the start, for use from a command line. */
const firstOrder: ShopOrder = { amount: '1250.00', currency: 'UAH', methods: ['transfer', 'form'] }

/** The shop's orders: the widget has only the reference, and the amount comes from here. */
export function createOrderBook(stored: Orders = [], save: (orders: Orders) => void = () => undefined) {
  const orders = new Map(stored.length === 0 ? [[String(firstReference), firstOrder]] : stored)
  return {
    /** Returns the order's reference. */
    place(order: ShopOrder) {
      const reference = String(firstReference + orders.size)
      orders.set(reference, order)
      save([...orders])
      return reference
    },
    find(reference: string): OrderTerms | null {
      const order = orders.get(reference)
      return order ? { ...order, customer: 'demo' } : null
    },
  }
}
