import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { InvalidSettingError } from './settings.ts'

const ShopOrder = z.object({
  amount: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'is not decimal text such as "1250.00"')
    .refine((text) => /[1-9]/.test(text), 'is not more than 0'),
  currency: z.string().min(1),
  customer: z.string().optional(),
  methods: z.array(z.enum(['transfer', 'form', 'saved-card'])).optional(),
  additionalFields: z
    .array(z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }))
    .optional(),
})
const ShopOrders = z.record(z.string(), ShopOrder)

/** An order in the file that `SHOP_ORDERS` names. */
export type ShopOrder = z.output<typeof ShopOrder>

/**
 * Reads the orders of the example shop, by reference. Throws `InvalidSettingError`.
 * @example
 * const orders = readShopOrders('orders.json')
 */
export function readShopOrders(file: string): ReadonlyMap<string, ShopOrder> {
  const parsed = ShopOrders.safeParse(readJson(file))
  if (parsed.success) return new Map(Object.entries(parsed.data))
  const [issue] = parsed.error.issues
  throw new InvalidSettingError(`SHOP_ORDERS has a wrong order: ${issue?.path.join('.')} ${issue?.message}`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidSettingError(`SHOP_ORDERS cannot be read: ${reason}`, { cause })
  }
}
