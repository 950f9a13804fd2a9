import { z } from 'zod'
import { Method } from '../../contract/view.ts'
import { isAmount, plainAmount, sameAmount } from '../../service/amount.ts'
import { AdditionalFields } from '../../service/request.ts'
import { ProblemError } from '../lib/problem.ts'
import type { CheckoutServices } from './checkouts.ts'
import type { OrderClaims } from './order-token.ts'

const Redirects = z.object({ processing: z.url(), success: z.url(), failed: z.url() })

const OrderResult = z.object({
  reference: z.string().min(1).optional(),
  amount: z.string().refine(isAmount, 'an amount is decimal text greater than 0, such as "1250.00"'),
  currency: z.string().min(1),
  customer: z.string().min(1).optional(),
  methods: z.array(Method).optional(),
  additionalFields: AdditionalFields.optional(),
  redirects: Redirects.optional(),
})

/** What an order token restricts, for attempts that start without the token. The customer is proved by each request. */
const StoredClaims = z.object({
  purpose: z.enum(['pay', 'return']),
  amount: z.string().optional(),
  currency: z.string().optional(),
  methods: z.array(Method).optional(),
})

/** What is to be paid for an order, and how: the result of `order()` with every default filled in. */
export const Terms = z.object({
  /** The reference as the page passed it. */
  given: z.string(),
  /** What the order token said; null for a plain reference. */
  claims: StoredClaims.nullable().default(null),
  order: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The customer that the request proved. */
  customer: z.string().nullable(),
  methods: z.array(Method).nullable(),
  additionalFields: z.array(
    z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
  ),
  redirects: Redirects,
})
export type Terms = z.infer<typeof Terms>

/** The order that a request pays: a plain reference, or what its order token proves. */
export interface OrderRequest {
  reference: string
  claims: OrderClaims | null
}

type TermsServices = Pick<CheckoutServices, 'order' | 'orderTokens' | 'publicUrl' | 'clock'>

/**
 * Calls the merchant's `order()`. Throws `order_unknown`, `forbidden` or `amount_changed`, and a `TypeError` for the
 * developer if the result is invalid.
 */
export async function getOrderTerms(
  services: TermsServices,
  { reference, claims }: OrderRequest,
  request: Request,
): Promise<Terms> {
  const data = await callOrder(services.order, { reference, claims }, request)
  if (claims !== null) assertAgreement(claims, data)
  return {
    given: reference,
    claims: claims === null ? null : storedClaims(claims),
    order: data.reference ?? reference,
    amount: plainAmount(data.amount),
    currency: data.currency,
    customer: claims?.purpose === 'return' ? null : (claims?.customer ?? data.customer ?? null),
    methods: commonMethods(claims?.methods, data.methods),
    additionalFields: data.additionalFields ?? [],
    redirects: data.redirects ?? (await returnPages(services, { reference, claims })),
  }
}

async function callOrder(
  order: TermsServices['order'],
  { reference, claims }: OrderRequest,
  request: Request,
): Promise<z.infer<typeof OrderResult>> {
  const result = await order(reference, request, claims ?? undefined)
  if (result === null) throw new ProblemError('order_unknown')
  if (result === 'forbidden') throw new ProblemError('forbidden')
  const parsed = OrderResult.safeParse(result)
  if (parsed.success) return parsed.data
  const issues = z.prettifyError(parsed.error).replaceAll('\n', ' ')
  throw new TypeError(`order() returned invalid terms: ${issues}`)
}

/** A token is older than the answer of `order()`: where they contradict each other, nothing is paid. */
function assertAgreement(claims: OrderClaims, data: z.infer<typeof OrderResult>): void {
  const { amount, currency, customer } = claims
  const isSameAmount = amount === undefined || sameAmount(amount, data.amount)
  const isSameCurrency = currency === undefined || currency === data.currency
  if (!isSameAmount || !isSameCurrency) throw new ProblemError('amount_changed')
  if (customer !== undefined && data.customer !== undefined && customer !== data.customer)
    throw new ProblemError('forbidden')
}

const storedClaims = ({ purpose, amount, currency, methods }: OrderClaims): z.infer<typeof StoredClaims> => ({
  purpose,
  ...(amount === undefined ? {} : { amount }),
  ...(currency === undefined ? {} : { currency }),
  ...(methods === undefined ? {} : { methods: [...methods] }),
})

/** The methods that both allow; null if neither restricts them. */
function commonMethods(signed: readonly Method[] | undefined, listed: Method[] | undefined): Method[] | null {
  if (signed === undefined) return listed ?? null
  return listed === undefined ? [...signed] : listed.filter((method) => signed.includes(method))
}

/** A payer may return a day later; after that the page shows the outcome only. */
const returnTokenMs = 24 * 3_600_000

/** The default return pages. Their addresses contain the order, never the checkout's id or its client secret. */
async function returnPages(
  { orderTokens, publicUrl, clock }: TermsServices,
  { reference, claims }: OrderRequest,
): Promise<Terms['redirects']> {
  const order =
    (await orderTokens?.sign({
      ...(claims === null ? {} : storedClaims(claims)),
      order: reference,
      purpose: 'return',
      expiresAt: new Date(clock.now() + returnTokenMs),
    })) ?? reference
  const returnUrl = (page: string): string => {
    const url = publicUrl(`/return/${page}`)
    url.searchParams.set('order', order)
    return url.href
  }
  return { processing: returnUrl('processing'), success: returnUrl('success'), failed: returnUrl('failed') }
}
