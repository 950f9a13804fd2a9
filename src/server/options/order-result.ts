import { z } from 'zod'
import { Method, Next } from '../../contract/view.ts'
import { isAmount, readAmount } from '../../service/amount.ts'
import { AdditionalFields } from '../../service/request.ts'
import { CustomerId } from '../lib/crypto/order-token.ts'
import { DeclaredField, isCardDataKey } from '../rules/checkout/payer-fields.ts'

const PayerFields = z.partialRecord(Method, z.array(DeclaredField)).superRefine((byMethod, context) => {
  for (const method of Method.options) {
    const keys = (byMethod[method] ?? []).map(({ key }) => key)
    for (const [index, key] of keys.entries()) {
      const addProblem = (message: string): void =>
        context.addIssue({ code: 'custom', path: [method, index, 'key'], message })
      if (keys.indexOf(key) < index) addProblem(`"${key}" is declared twice`)
      if (method !== 'transfer' && isCardDataKey(key))
        addProblem(`"${key}": card data is entered on the payment form only`)
    }
  }
})

/** Also for a number: a float may have another value than was meant. */
const needsAmount = 'an amount is decimal text greater than 0, such as "1250.00"'
const isTolerance = (text: string): boolean => readAmount(text) !== null

/** What `order()` returns for an order that may be paid, with the defaults of its payer fields. Lengths are those of payouts. */
export const OrderResult = z.object({
  reference: z.string().min(1).max(512).optional(),
  amount: z.string(needsAmount).refine(isAmount, needsAmount),
  currency: z.string().min(1).max(64),
  customer: CustomerId.optional(),
  methods: z.array(Method).optional(),
  pipeline: z.string().min(1).optional(),
  additionalFields: AdditionalFields.optional(),
  fields: PayerFields.optional(),
  tolerance: z.string().refine(isTolerance, 'a tolerance is decimal text, such as "1.00"').optional(),
  next: Next.optional(),
  redirects: z.object({ processing: z.url(), success: z.url(), failed: z.url() }).optional(),
})
export type OrderResult = z.infer<typeof OrderResult>
