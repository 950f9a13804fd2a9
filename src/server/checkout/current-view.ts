import type { CheckoutView } from '../../contract/view.ts'
import type { Checkout } from '../rules/model.ts'
import { viewOf } from '../rules/view.ts'
import type { CheckoutServices } from './checkouts.ts'
import { currentAction } from './current-action.ts'
import { paymentOptions } from './payment-options.ts'

type ViewServices = Pick<
  CheckoutServices,
  'sealer' | 'decryptCache' | 'pipelines' | 'savedCards' | 'policy' | 'clock' | 'log'
>

/** Contract 1: the view of a checkout at this moment. */
export async function currentView(services: ViewServices, checkout: Checkout): Promise<CheckoutView> {
  const { policy, clock } = services
  const at = clock.now()
  return viewOf(checkout, {
    at,
    policy,
    ...(await paymentOptions(services, checkout)),
    action: await currentAction(services, checkout, at),
  })
}
