import { sameAmount } from '../../service/amount.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { CurrentTerms } from '../rules/checkout/terms.ts'
import type { Checkout, SignedTerms } from '../rules/model.ts'
import { getOrderTerms } from './order-terms.ts'

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

/** The token states other terms than one that was issued later. */
export const isSuperseded = (given: SignedTerms | null, stored: SignedTerms | null): boolean =>
  given !== null && stored !== null && given.issuedAt < stored.issuedAt && !statesTheSame(given, stored)

/** Of two that state the same, the one that was issued later. */
export const latestSigned = (given: SignedTerms | null, stored: SignedTerms | null): SignedTerms | null =>
  given !== null && stored !== null && given.issuedAt < stored.issuedAt ? stored : given

const statesTheSame = (a: SignedTerms, b: SignedTerms): boolean => termsKey(a) === termsKey(b)
const termsKey = ({ reference, amount, currency, methods }: SignedTerms): string =>
  JSON.stringify([reference, amount, currency, methods])
