import type { CreateCheckout } from '../../contract/requests.ts'
import { withAttempt } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices, Payer } from './checkouts.ts'
import { draftCheckout } from './draft-checkout.ts'
import { getOrderTerms, type Terms } from './order-terms.ts'
import { prepareForMethod } from './prepare-attempt.ts'
import { startFrom } from './start-attempt.ts'
import { sendPrepared } from './start-prepared.ts'
import { syncWithOrder } from './sync-with-order.ts'

/** `POST /checkouts`: the checkout of an order, created if the order has none. */
export async function createCheckout(
  services: CheckoutServices,
  request: CreateCheckout,
  payer: Payer,
): Promise<{ checkout: Checkout; created: boolean }> {
  const { store, startLimiter, unknownOrders, policy, log } = services
  const terms = await unknownOrders.countFailures(payer.address, ['order_unknown', 'forbidden'], () =>
    getOrderTerms(services, request.order, payer.request),
  )
  const existing = await store.entryByRef('checkout', terms.order)
  if (existing?.kind === 'checkout')
    return { checkout: await resumeCheckout(services, existing, terms, request, payer), created: false }

  const draft = await draftCheckout(services, terms)
  const { method, savedCard } = request
  if (method !== undefined) await startLimiter.reserve({ order: terms.order, n: 1, address: payer.address })
  const prepared =
    method === undefined ? null : await prepareForMethod(services, draft, { n: 1, method, savedCard, terms })
  const inserted = await store.insert(
    prepared === null ? draft : withAttempt(draft, prepared.attempt, policy),
  )
  if (inserted.kind !== 'checkout') throw new TypeError('The store returned another kind of entry.')
  // Of concurrent first requests one inserts and sends; the others continue with its checkout.
  if (inserted.id !== draft.id)
    return { checkout: await resumeCheckout(services, inserted, terms, request, payer), created: false }
  if (prepared === null) return { checkout: inserted, created: true }
  log({ level: 'info', message: 'checkout created', checkout: inserted.id, attempt: 1 })
  return { checkout: await sendPrepared(services, inserted, prepared), created: true }
}

/** An existing checkout, with a first attempt if it has none and the page names a method. */
async function resumeCheckout(
  services: CheckoutServices,
  checkout: Checkout,
  terms: Terms,
  { method, savedCard }: CreateCheckout,
  payer: Payer,
): Promise<Checkout> {
  const current = await syncWithOrder(services, checkout, terms)
  if (method === undefined || current.attempts.length > 0) return current
  return await startFrom(services, current, terms, { method, savedCard, after: 0 }, payer)
}
