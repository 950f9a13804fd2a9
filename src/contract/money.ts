import { z } from 'zod'

/**
 * An amount as decimal text (`"1250.00"`), never a float, with its currency key exactly as the service names it
 * (`"UAH"`, `"USDT_TRC20"`).
 */
export const Money = z
  .object({
    value: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .meta({ description: 'Decimal text.' }),
    currency: z.string().min(1).meta({ description: 'The currency key, as the payments service names it.' }),
  })
  .meta({
    id: 'Money',
    description: 'An amount as decimal text, never a float, with its currency key.',
    examples: [{ value: '1250.00', currency: 'UAH' }],
  })
export type Money = z.infer<typeof Money>
