import { z } from 'zod'
import type { OrderTerms } from '../options/options.ts'
import { OrderResult } from '../options/order-result.ts'
import { InvalidSettingError } from './environment.ts'
import { readJsonFile } from './json-file.ts'

/** What `order()` may return, and nothing else. */
const { reference: _, ...orderShape } = OrderResult.shape
const ShopOrder = z.strictObject(orderShape)
const ShopOrders = z.record(z.string().min(1), ShopOrder)

/** An order in the file that `SHOP_ORDERS` names. */
export type ShopOrder = Omit<OrderTerms, 'reference'>

/**
 * Reads the orders of the example shop, by reference. Throws `InvalidSettingError`, which names the order and what is
 * wrong with it.
 * @example
 * const orders = readShopOrders('orders.json')
 */
export function readShopOrders(file: string): ReadonlyMap<string, ShopOrder> {
  const parsed = parseShopOrders(file)
  if ('problem' in parsed) throw new InvalidSettingError(`SHOP_ORDERS ${parsed.problem}`)
  return parsed.orders
}

/** The orders, or what is wrong with them, as a predicate. */
export function parseShopOrders(
  file: string,
): { orders: ReadonlyMap<string, ShopOrder> } | { problem: string } {
  const content = readJsonFile(file)
  if ('problem' in content) return content
  const parsed = ShopOrders.safeParse(content.value)
  if (parsed.success) return { orders: new Map(Object.entries(parsed.data)) }
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  return { problem: `has a wrong order: ${wrong.join('; ')}` }
}
