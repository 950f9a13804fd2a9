import type { Context } from '../context.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { extend } from '../rules/checkout/checkout.ts'
import type { Authorized, Payer } from './proof.ts'
import { updateCheckout } from './stored-checkout.ts'

/** `POST /checkouts/{id}/extend`. Throws `order_expired`, `not_extendable` or `rate_limited`. */
export async function extendCheckout(
  context: Context,
  { checkout, proof }: Authorized,
  { address }: Payer,
): Promise<Authorized> {
  const { guard, clock, policy } = context
  if (proof.access !== 'pay') throw new ProblemError('order_expired')
  await guard.sentReports.reserve({ order: checkout.order, address })
  const extended = await updateCheckout(context, checkout.id, (stored) =>
    orProblem(extend(stored, clock.now(), policy), 'not_extendable'),
  )
  return { checkout: extended, proof }
}
