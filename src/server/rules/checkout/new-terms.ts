import type { Checkout } from '../model.ts'
import { sameMoney } from '../money.ts'
import type { Policy } from '../policy.ts'
import { hasAttemptsLeft, isLive, isRenewable, replaceTerms } from './checkout.ts'
import { canReplaceLast } from './replace.ts'
import { type CurrentTerms, isSuperseded, latestSigned, type StoredTerms } from './terms.ts'

/**
 * `outdated`: a token that was issued later has stored other terms. `seal`: terms that the checkout stores instead of its
 * own, for later attempts.
 */
type TermsDecision = 'unchanged' | 'outdated' | 'amount_changed' | { checkout: Checkout; seal?: StoredTerms }

interface NewTerms {
  terms: CurrentTerms
  /** A checkout of these terms without attempts. */
  draft: Checkout
  /** The terms that are stored; null once they are wiped. */
  stored: StoredTerms | null
}

/**
 * What the order's current terms make of its checkout. Once an attempt exists, the amount is fixed, and terms never go back
 * to a token issued earlier. A request that proves no customer leaves the stored one.
 */
export function decideTerms(
  checkout: Checkout,
  { terms, draft, stored }: NewTerms,
  at: number,
  policy: Policy,
): TermsDecision {
  const { amount, methods, next } = draft
  const customer = draft.customer ?? checkout.customer
  const isSameAmount = sameMoney(checkout.amount, amount)
  if (isSuperseded(terms.signed, checkout.signed)) return 'outdated'
  const replaced = { amount, methods, customer, next, terms: draft.terms, expiresAt: draft.expiresAt }
  const signed = latestSigned(terms.signed, checkout.signed)
  if (checkout.attempts.length > 0) {
    if (!isSameAmount) return 'amount_changed'
    if (isRenewable(checkout, at) && hasAttemptsLeft(checkout, policy))
      return { checkout: replaceTerms(checkout, { ...replaced, amount: checkout.amount, signed }) }
    const mayFollow = isLive(checkout, at) || canReplaceLast(checkout, policy)
    const current = { ...checkout, customer, ...(mayFollow ? { methods, signed } : {}) }
    if (mayFollow && !isSameRequest(stored, terms))
      return { checkout: current, seal: renewTerms(stored, terms) }
    return isSameOffer(checkout, current) ? 'unchanged' : { checkout: current }
  }
  const isExpired = checkout.expired || checkout.expiresAt <= at
  const isUnchanged =
    isSameAmount &&
    !isExpired &&
    isSameOffer(checkout, { customer, methods, signed }) &&
    isSameRequest(stored, terms)
  if (isUnchanged) return 'unchanged'
  const expiresAt = isExpired || !isSameAmount ? draft.expiresAt : checkout.expiresAt
  return { checkout: replaceTerms(checkout, { ...replaced, signed, expiresAt }) }
}

type Offer = Pick<Checkout, 'customer' | 'methods' | 'signed'>
const isSameOffer = (a: Offer, b: Offer): boolean =>
  a.customer === b.customer &&
  a.methods.join() === b.methods.join() &&
  JSON.stringify(a.signed) === JSON.stringify(b.signed)

/**
 * An attempt of these terms is made by the same pipeline, from the same fields, with the same tolerance. Values of additional
 * fields may differ at every request. False without stored terms.
 */
function isSameRequest(stored: StoredTerms | null, terms: StoredTerms): boolean {
  const keyOf = ({ pipeline, tolerance, fields, additionalFields }: StoredTerms): string =>
    JSON.stringify([pipeline, tolerance, fields, additionalFields.map(({ key }) => key)])
  return stored !== null && keyOf(stored) === keyOf(terms)
}

/** Rule 18: what the order was opened with, and what the payer filled in, stays. */
function renewTerms(stored: StoredTerms | null, terms: StoredTerms): StoredTerms {
  if (stored === null) return terms
  const { given, filled } = stored
  return { ...terms, given, filled }
}
