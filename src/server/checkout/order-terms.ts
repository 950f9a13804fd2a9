import { z } from 'zod'
import { Method } from '../../contract/view.ts'
import { isAmount, plainAmount } from '../../service/amount.ts'
import { ProblemError } from '../lib/problem.ts'
import type { CheckoutServices } from './checkouts.ts'

const Redirects = z.object({ processing: z.url(), success: z.url(), failed: z.url() })

const OrderResult = z.object({
  reference: z.string().min(1).optional(),
  amount: z.string().refine(isAmount, 'an amount is decimal text greater than 0, such as "1250.00"'),
  currency: z.string().min(1),
  customer: z.string().min(1).optional(),
  methods: z.array(Method).optional(),
  additionalFields: z
    .array(z.object({ key: z.string().min(1), value: z.union([z.string(), z.number(), z.boolean()]) }))
    .optional(),
  redirects: Redirects.optional(),
})

/** What is to be paid for an order, and how: the result of `order()` with every default filled in. */
export const Terms = z.object({
  /** The reference as the page passed it. */
  given: z.string(),
  order: z.string(),
  amount: z.string(),
  currency: z.string(),
  customer: z.string().nullable(),
  methods: z.array(Method).nullable(),
  additionalFields: z.array(
    z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
  ),
  redirects: Redirects,
})
export type Terms = z.infer<typeof Terms>

/**
 * Calls the merchant's `order()`. Throws `order_unknown` or `forbidden`, and a `TypeError` for the developer if the
 * result is invalid.
 */
export async function getOrderTerms(
  { order, publicUrl }: Pick<CheckoutServices, 'order' | 'publicUrl'>,
  reference: string,
  request: Request,
): Promise<Terms> {
  const result = await order(reference, request)
  if (result === null) throw new ProblemError('order_unknown')
  if (result === 'forbidden') throw new ProblemError('forbidden')
  const parsed = OrderResult.safeParse(result)
  if (!parsed.success) {
    const issues = z.prettifyError(parsed.error).replaceAll('\n', ' ')
    throw new TypeError(`order() returned invalid terms: ${issues}`)
  }
  const { data } = parsed
  // Return pages contain the order reference, never the checkout id, which grants reading.
  const returnUrl = (page: string): string => {
    const url = publicUrl(`/return/${page}`)
    url.searchParams.set('order', reference)
    return url.href
  }
  return {
    given: reference,
    order: data.reference ?? reference,
    amount: plainAmount(data.amount),
    currency: data.currency,
    customer: data.customer ?? null,
    methods: data.methods ?? null,
    additionalFields: data.additionalFields ?? [],
    redirects: data.redirects ?? {
      processing: returnUrl('processing'),
      success: returnUrl('success'),
      failed: returnUrl('failed'),
    },
  }
}
