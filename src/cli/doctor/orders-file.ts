import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isAmount } from '../../service/amount.ts'
import { type Environment, type Finding, failed, ok, readSetting } from './finding.ts'

const name = 'SHOP_ORDERS'
const fix = 'Give a JSON file such as {"1042": {"amount": "1250.00", "currency": "UAH"}}.'

const Orders = z.record(
  z.string(),
  z.looseObject({ amount: z.string().refine(isAmount), currency: z.string().min(1) }),
)

/** The orders of the example shop. */
export async function checkOrdersFile(env: Environment): Promise<Finding> {
  const path = readSetting(env, name)
  if (path === null) return ok(name, 'not set')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return failed(name, `${path} cannot be read`, fix)
  const orders = Orders.safeParse(tryParseJson(text))
  if (!orders.success) return failed(name, `${path} is not a JSON file of orders`, fix)
  return ok(name, `${path}, ${Object.keys(orders.data).length} orders`)
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
