import { z } from 'zod'

/**
 * An amount of money as decimal text (`"1250.00"`), never a float, with its currency key exactly as the
 * service knows it (`"UAH"`, `"USDT_TRC20"`).
 */
export const Money = z.object({
  value: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().min(1),
})
export type Money = z.infer<typeof Money>
