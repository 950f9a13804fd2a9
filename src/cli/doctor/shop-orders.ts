import { InvalidSettingError, readShopOrders, type ValidSettings } from 'paypane/server/node'
import { type Finding, failed, ok } from './finding.ts'

const name = 'SHOP_ORDERS'
const fix = 'Give a JSON file such as {"1042": {"amount": "1250.00", "currency": "UAH"}}.'

/** Checks that the orders of the example shop can be read. */
export function checkShopOrders({ SHOP_ORDERS: file }: ValidSettings): Finding {
  if (file === undefined) return ok(name, "not set: the example's orders")
  try {
    return ok(name, `${file}, ${readShopOrders(file).size} orders`)
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error
    return failed(name, error.message.replace(`${name} `, ''), fix)
  }
}
