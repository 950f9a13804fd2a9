import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { orProblem } from '../lib/problem.ts'
import { reopen } from '../rules/checkout/replace.ts'
import type { Checkout } from '../rules/model.ts'
import type { AuditRecord } from '../store/audit.ts'

/** Makes a checkout payable again. What was placed stays watched. Throws `checkout_unknown` or `not_reopenable`. */
export async function reopenCheckout(context: Context, id: string, audit?: AuditRecord): Promise<Checkout> {
  const { policy, clock, log } = context
  const reopened = await updateCheckout(
    context,
    id,
    (stored) => orProblem(reopen(stored, clock.now(), policy), 'not_reopenable'),
    { audit },
  )
  log({ level: 'info', message: 'checkout reopened', checkout: id })
  return reopened
}
