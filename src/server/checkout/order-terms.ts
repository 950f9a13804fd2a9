import { z } from 'zod'
import type { Method } from '../../contract/view.ts'
import { plainAmount, sameAmount } from '../../service/amount.ts'
import type { Context } from '../context.ts'
import { withTimeout } from '../lib/clock.ts'
import type { OrderClaims, OrderToSign } from '../lib/crypto/order-token.ts'
import { messageOf } from '../lib/log.ts'
import { ProblemError, unavailable } from '../lib/problem.ts'
import { OrderResult } from '../options/order-result.ts'
import { type CurrentTerms, isSuperseded, type Terms } from '../rules/checkout/terms.ts'
import type { Checkout, SignedTerms } from '../rules/model.ts'
import { logUnreturned, warnOfTolerance, warnOfUnknownMembers } from './order-warnings.ts'

/** The order that a request pays: a plain reference, or what its order token proves. */
export interface OrderRequest {
  reference: string
  token: { claims: OrderClaims; issuedAt: number } | null
}

/**
 * Calls the merchant's `order()`. Throws `order_unknown`, `forbidden`, `amount_changed`, or `internal` where the log
 * has what is wrong with the result.
 */
export async function getOrderTerms(
  context: Context,
  { reference, token }: OrderRequest,
  request: Request,
): Promise<CurrentTerms> {
  const claims = token?.claims ?? null
  const data = await callOrder(context, reference, claims, request)
  if (claims !== null) assertAgreement(claims, data)
  const signed = token && signedTerms(reference, token)
  return {
    given: reference,
    signed,
    order: data.reference ?? reference,
    amount: plainAmount(data.amount),
    currency: data.currency,
    // An address is copied, logged and shared: with it, the session of a request proves nothing either.
    customer:
      claims === null || claims.purpose === 'pay' ? (claims?.customer ?? data.customer ?? null) : null,
    methods: commonMethods(claims?.methods, data.methods),
    pipeline: data.pipeline ?? null,
    additionalFields: data.additionalFields ?? [],
    tolerance: plainAmount(data.tolerance ?? '0'),
    next: data.next ?? null,
    fields: data.fields ?? {},
    filled: {},
    redirects: data.redirects ?? (await returnPages(context, reference, signed)),
  }
}

/** The reference that `order()` gives the order, in place of the one as passed. Throws what `getOrderTerms` throws. */
export async function canonicalReference(
  context: Context,
  { reference, token }: OrderRequest,
  request: Request,
): Promise<string> {
  return (await callOrder(context, reference, token?.claims ?? null, request)).reference ?? reference
}

async function callOrder(
  context: Context,
  reference: string,
  claims: OrderClaims | null,
  request: Request,
): Promise<OrderResult> {
  const { order, orderTimeoutMs, clock, log } = context
  const ordered = async () => ({ result: await order(reference, request, claims ?? undefined) })
  const response = await withTimeout(clock, orderTimeoutMs, ordered()).catch((error: unknown) => {
    if (error instanceof ProblemError) throw error
    return failOrder(context, reference, `failed${nothingStarted}: ${messageOf(error)}`)
  })
  if (response === null) {
    log({
      level: 'error',
      message: `order() took longer than ${orderTimeoutMs} ms, so nothing was started and the payer is asked to try again`,
      order: reference,
    })
    throw unavailable()
  }
  const { result } = response
  // Plain JavaScript may return undefined, as a `Map` does.
  if (result == null) {
    if (claims !== null) logUnreturned(context, reference, result)
    throw new ProblemError('order_unknown')
  }
  if (result === 'forbidden') throw new ProblemError('forbidden')
  const parsed = OrderResult.safeParse(result)
  if (!parsed.success) {
    const issues = z.prettifyError(parsed.error).replaceAll('\n', ' ')
    return failOrder(context, reference, `returned invalid terms${nothingStarted}: ${issues}`)
  }
  const { pipeline } = parsed.data
  if (pipeline !== undefined && !isDepositPipeline(context, pipeline))
    return failOrder(
      context,
      reference,
      `returned a pipeline that is not among the deposit pipelines${nothingStarted}`,
    )
  warnOfUnknownMembers(context, result, Object.keys(OrderResult.shape))
  warnOfTolerance(context, reference, parsed.data)
  return parsed.data
}

export const nothingStarted = ', so nothing was started and the payer sees an error'

/** For the developer: what is wrong with an order, by its reference. */
export function failOrder({ log }: Context, reference: string, problem: string): never {
  log({ level: 'error', message: `order() ${problem}`, order: reference })
  throw new ProblemError('internal')
}

function isDepositPipeline({ pipelines }: Context, name: string): boolean {
  const profile = pipelines.byName(name)?.profile
  return profile !== undefined && profile !== 'payout'
}

/** A token is older than the answer of `order()`: where they contradict each other, nothing is paid. */
function assertAgreement(claims: OrderClaims, data: OrderResult): void {
  const { amount, currency, customer } = claims
  const isSameAmount = amount === undefined || sameAmount(amount, data.amount)
  const isSameCurrency = currency === undefined || currency === data.currency
  if (!isSameAmount || !isSameCurrency) throw new ProblemError('amount_changed')
  if (customer !== undefined && data.customer !== undefined && customer !== data.customer)
    throw new ProblemError('forbidden')
}

const signedTerms = (
  reference: string,
  { claims: { purpose, amount, currency, methods }, issuedAt }: Exclude<OrderRequest['token'], null>,
): SignedTerms => ({
  reference,
  issuedAt,
  purpose,
  ...(amount === undefined ? {} : { amount }),
  ...(currency === undefined ? {} : { currency }),
  ...(methods === undefined ? {} : { methods: [...methods] }),
})

/** A token of the same terms, which are no newer in it; of the order alone where no token stated its terms. */
export function termsToSign(order: string, signed: SignedTerms | null, now: number): OrderToSign {
  if (signed === null) return { order, issuedAt: new Date(now) }
  const { reference, issuedAt, ...terms } = signed
  // Where a token had no `iat`, its expiry counts; a token issued in the future would be refused.
  return { ...terms, order: reference, issuedAt: new Date(Math.min(Math.round(issuedAt * 1000), now)) }
}

/** The methods that both allow; null if neither restricts them. */
function commonMethods(signed: readonly Method[] | undefined, listed: Method[] | undefined): Method[] | null {
  if (signed === undefined) return listed ?? null
  return listed === undefined ? [...signed] : listed.filter((method) => signed.includes(method))
}

/** A payer may return a day later; after that the page shows the outcome only. */
const returnTokenMs = 24 * 3_600_000

/** The default return pages. Their addresses contain the order, never the checkout's id or its client secret. */
async function returnPages(
  { orderTokens, publicUrl, clock }: Context,
  reference: string,
  signed: SignedTerms | null,
): Promise<Terms['redirects']> {
  const now = clock.now()
  const order =
    (await orderTokens?.sign({
      ...termsToSign(reference, signed, now),
      purpose: 'return',
      expiresAt: new Date(now + returnTokenMs),
    })) ?? reference
  const returnUrl = (page: string): string => {
    const url = publicUrl(`/return/${page}`)
    url.searchParams.set('order', order)
    return url.href
  }
  return { processing: returnUrl('processing'), success: returnUrl('success'), failed: returnUrl('failed') }
}

/** The current terms of an order whose token stated these, for a request that proves this customer. */
export async function getSignedTerms(
  context: Context,
  { reference, issuedAt, ...stated }: SignedTerms,
  customer: string | null,
  request: Request,
): Promise<CurrentTerms> {
  const claims = { ...stated, ...(customer === null ? {} : { customer }) }
  return { ...(await getOrderTerms(context, { reference, token: { claims, issuedAt } }, request)), customer }
}

/**
 * The terms of an order never go back: of a token issued earlier than that of the checkout, only the order and the
 * customer count. Throws `amount_changed` if it leads to another amount than the newest token.
 */
export async function newestTerms(
  context: Context,
  { signed }: Checkout,
  given: CurrentTerms,
  request: Request,
): Promise<CurrentTerms> {
  if (signed === null || !isSuperseded(given.signed, signed)) return given
  const newest = await getSignedTerms(context, signed, given.customer, request)
  if (newest.currency !== given.currency || !sameAmount(newest.amount, given.amount))
    throw new ProblemError('amount_changed')
  return newest
}
