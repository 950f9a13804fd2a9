import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
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
  const extended = await updateCheckout(context, checkout.id, (stored) => {
    const longer = extend(stored, clock.now(), policy)
    if (longer === null) throw new ProblemError('not_extendable')
    return longer
  })
  return { checkout: extended, proof }
}
