import { z } from 'zod'
import { Method } from '../contract/view.ts'
import { isAmount, plainAmount } from '../service/amount.ts'
import type { Kit } from './kit.ts'
import { ProblemError } from './problem.ts'
import { publicAddress } from './public-address.ts'

const Redirects = z.object({ processing: z.url(), success: z.url(), failed: z.url() })

const Answer = z.object({
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
export async function termsOf(kit: Kit, reference: string, request: Request): Promise<Terms> {
  const answer = await kit.options.order(reference, request)
  if (answer === null) throw new ProblemError('order_unknown')
  if (answer === 'forbidden') throw new ProblemError('forbidden')
  const read = Answer.safeParse(answer)
  if (!read.success) {
    throw new TypeError(
      `order() gave what cannot be paid: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`,
    )
  }
  const { data } = read
  return {
    given: reference,
    order: data.reference ?? reference,
    amount: plainAmount(data.amount),
    currency: data.currency,
    customer: data.customer ?? null,
    methods: data.methods ?? null,
    additionalFields: data.additionalFields ?? [],
    redirects: data.redirects ?? returnAddresses(kit, reference),
  }
}

/** The return pages name the order, never the checkout: whoever holds its id may read it. */
function returnAddresses(kit: Kit, reference: string): Terms['redirects'] {
  const page = (name: string): string => {
    const url = publicAddress(kit, `/return/${name}`)
    url.searchParams.set('order', reference)
    return url.href
  }
  return { processing: page('processing'), success: page('success'), failed: page('failed') }
}

/** The same terms under the key that seals now: a checkout that goes on keeps no older key in use. */
export async function resealedTerms(kit: Kit, sealed: string | null): Promise<string | null> {
  const older = await kit.sealer.older()
  if (sealed === null || !older.some((mark) => sealed.startsWith(mark))) return sealed
  const opened = await kit.sealer.open('terms', sealed)
  return opened === null ? sealed : await kit.sealer.seal('terms', opened)
}

/** The terms that a checkout keeps; null once it is over. */
export async function keptTerms(kit: Kit, sealed: string | null): Promise<Terms | null> {
  const opened = sealed === null ? null : await kit.sealer.open('terms', sealed)
  return opened === null ? null : Terms.parse(JSON.parse(opened))
}
