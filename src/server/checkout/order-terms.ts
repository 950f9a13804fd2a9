import { z } from 'zod'
import { Method } from '../../contract/view.ts'
import { isAmount, plainAmount } from '../../service/amount.ts'
import { publicUrlOf } from '../attempt/public-url.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'

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

/** What is to be paid for an order, and how: the merchant's answer, made whole. */
export const Terms = z.object({
  /** The reference as the payer's page gave it. */
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
 * Asks the merchant's shop about an order. Throws a problem where there is none or this request may not pay
 * it, and an error for the developer where the answer is not what `order()` is to give.
 */
export async function getOrderTerms(context: Context, reference: string, request: Request): Promise<Terms> {
  const result = await context.options.order(reference, request)
  if (result === null) throw new ProblemError('order_unknown')
  if (result === 'forbidden') throw new ProblemError('forbidden')
  const parsed = OrderResult.safeParse(result)
  if (!parsed.success) {
    throw new TypeError(
      `order() gave what cannot be paid: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
    )
  }
  const { data } = parsed
  return {
    given: reference,
    order: data.reference ?? reference,
    amount: plainAmount(data.amount),
    currency: data.currency,
    customer: data.customer ?? null,
    methods: data.methods ?? null,
    additionalFields: data.additionalFields ?? [],
    redirects: data.redirects ?? returnUrls(context, reference),
  }
}

/** The return pages name the order, never the checkout: whoever holds its id may read it. */
function returnUrls(context: Context, reference: string): Terms['redirects'] {
  const page = (name: string): string => {
    const url = publicUrlOf(context, `/return/${name}`)
    url.searchParams.set('order', reference)
    return url.href
  }
  return { processing: page('processing'), success: page('success'), failed: page('failed') }
}

/** The same terms under the key that seals now: a checkout that goes on keeps no older key in use. */
export async function resealOrderTerms(context: Context, sealed: string | null): Promise<string | null> {
  const retiredPrefixes = await context.sealer.retiredKeyPrefixes()
  if (sealed === null || !retiredPrefixes.some((prefix) => sealed.startsWith(prefix))) return sealed
  const decrypted = await context.sealer.open('terms', sealed)
  return decrypted === null ? sealed : await context.sealer.seal('terms', decrypted)
}

/** The terms that a checkout keeps; null once it is over. */
export async function decryptOrderTerms(context: Context, sealed: string | null): Promise<Terms | null> {
  const decrypted = sealed === null ? null : await context.sealer.open('terms', sealed)
  return decrypted === null ? null : Terms.parse(JSON.parse(decrypted))
}
