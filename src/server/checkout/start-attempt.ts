import type { StartAttempt } from '../../contract/requests.ts'
import { ProblemError } from '../lib/problem.ts'
import { hasAttemptsLeft, mayStart, paidAttempt } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { maySetAside } from '../rules/set-aside.ts'
import type { Authorized } from './authorize.ts'
import type { CheckoutServices, Payer } from './checkouts.ts'
import { getOrderTerms, type Terms } from './order-terms.ts'
import { type Choice, prepareForMethod } from './prepare-attempt.ts'
import { openOrderTerms } from './sealed-terms.ts'
import { startPrepared } from './start-prepared.ts'
import { syncWithOrder } from './sync-with-order.ts'

/** `POST /checkouts/{id}/attempts`: starts an attempt, unless `after` is not the number of attempts. */
export async function startAttempt(
  services: CheckoutServices,
  { checkout, proof }: Authorized,
  request: StartAttempt,
  payer: Payer,
): Promise<Authorized> {
  if (request.after !== checkout.attempts.length) return { checkout, proof }
  if (proof.access !== 'pay') throw new ProblemError('order_expired')
  const terms = await currentTerms(services, { checkout, proof }, payer.request)
  const current = await syncWithOrder(services, checkout, terms)
  return { checkout: await startFrom(services, current, terms, request, payer), proof }
}

/** The order's terms, from the claims that the checkout stores: the order token may have expired. */
async function currentTerms(
  services: CheckoutServices,
  { checkout, proof: { customer } }: Authorized,
  request: Request,
): Promise<Terms> {
  const stored = await openOrderTerms(services.sealer, checkout)
  const claims =
    stored?.claims == null ? null : { ...stored.claims, ...(customer === null ? {} : { customer }) }
  // What was given before tokens were required may have been a form of the reference that is not accepted any more.
  const isGivenTrusted = services.orderTokens === null || claims !== null
  const reference = isGivenTrusted ? (stored?.given ?? checkout.order) : checkout.order
  const order = { reference, claims }
  return { ...(await getOrderTerms(services, order, request)), customer }
}

/**
 * Starts an attempt of a checkout that is in sync with its order. Throws `not_retryable`, `not_switchable`,
 * `attempts_limit`, `rate_limited` and what `prepareForMethod` throws.
 */
export async function startFrom(
  services: CheckoutServices,
  checkout: Checkout,
  terms: Terms,
  { after, setAside, ...choice }: Choice & { after: number; setAside?: true | undefined },
  { address, requestId }: Payer,
): Promise<Checkout> {
  const { attempts, clock, policy, startLimiter, log } = services
  const requestedAt = clock.now()
  const lookedUp =
    setAside === true ? await attempts.lookUpLast(checkout) : await attempts.lookUpRefusal(checkout)
  const current = lookedUp.kind === 'checkout' ? lookedUp : checkout
  if (after !== current.attempts.length) return current
  const at = clock.now()
  const replaces = setAside === true && !mayStart(current, at)
  // The lookup may have found the payment, which the payer's page shows.
  if (replaces && paidAttempt(current) !== undefined) return current
  if (replaces && !maySetAside(current, requestedAt, at, policy)) throw new ProblemError('not_switchable')
  if (!replaces && !mayStart(current, at)) throw new ProblemError('not_retryable')
  if (!hasAttemptsLeft(current, policy)) throw new ProblemError('attempts_limit')
  await startLimiter.reserve({ order: current.order, n: after + 1, address })
  const prepared = await prepareForMethod(services, current, { n: after + 1, choice, terms })
  const { n, externalTransactionId } = prepared.attempt
  const place = { checkout: current.id, attempt: n, externalTransactionId, request: requestId }
  log({ level: 'info', message: 'attempt requested', ...place })
  return await startPrepared(services, current, prepared, replaces ? requestedAt : null)
}
