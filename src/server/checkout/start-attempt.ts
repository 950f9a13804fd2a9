import type { StartAttempt } from '../../contract/requests.ts'
import { ProblemError } from '../lib/problem.ts'
import { mayStart } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices, Payer } from './checkouts.ts'
import { getOrderTerms, type Terms } from './order-terms.ts'
import { prepareForMethod } from './prepare-attempt.ts'
import { openOrderTerms } from './sealed-terms.ts'
import { startPrepared } from './start-prepared.ts'
import { checkoutById } from './stored-checkout.ts'
import { syncWithOrder } from './sync-with-order.ts'

/** `POST /checkouts/{id}/attempts`: starts an attempt, unless `after` is not the number of attempts. */
export async function startAttempt(
  services: CheckoutServices,
  id: string,
  request: StartAttempt,
  payer: Payer,
): Promise<Checkout> {
  const checkout = await checkoutById(services, id)
  if (request.after !== checkout.attempts.length) return checkout
  const stored = await openOrderTerms(services.sealer, checkout.terms)
  const terms = await getOrderTerms(services, stored?.given ?? checkout.order, payer.request)
  return await startFrom(services, await syncWithOrder(services, checkout, terms), terms, request, payer)
}

type AttemptRequest = Pick<StartAttempt, 'method' | 'after'> & { savedCard?: string | undefined }

/** Starts an attempt of a checkout that is in sync with its order. Throws `not_retryable`, `rate_limited`. */
export async function startFrom(
  services: CheckoutServices,
  checkout: Checkout,
  terms: Terms,
  { after, method, savedCard }: AttemptRequest,
  { address }: Payer,
): Promise<Checkout> {
  const { attempts, clock, startLimiter } = services
  const lookedUp = await attempts.lookUpRefusal(checkout)
  const current = lookedUp.kind === 'checkout' ? lookedUp : checkout
  if (after !== current.attempts.length) return current
  if (!mayStart(current, clock.now())) throw new ProblemError('not_retryable')
  await startLimiter.reserve({ order: current.order, n: after + 1, address })
  const prepared = await prepareForMethod(services, current, { n: after + 1, method, savedCard, terms })
  return await startPrepared(services, current, prepared)
}
