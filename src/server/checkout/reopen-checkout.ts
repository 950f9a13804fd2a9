import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import { reopen } from '../rules/reopen.ts'
import type { AuditRecord } from '../store/store.ts'
import type { CheckoutServices } from './checkouts.ts'
import { updateCheckout } from './stored-checkout.ts'

/** Makes a checkout payable again. What was placed stays watched. Throws `checkout_unknown` or `not_reopenable`. */
export async function reopenCheckout(
  services: Pick<CheckoutServices, 'entries' | 'policy' | 'clock' | 'log' | 'wake'>,
  id: string,
  audit?: AuditRecord,
): Promise<Checkout> {
  const { policy, clock, log, wake } = services
  const reopened = await updateCheckout(
    services,
    id,
    (stored) => {
      const result = reopen(stored, clock.now(), policy)
      if (result === null) throw new ProblemError('not_reopenable')
      return result
    },
    { audit },
  )
  log({ level: 'info', message: 'checkout reopened', checkout: id })
  wake()
  return reopened
}
