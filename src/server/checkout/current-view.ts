import type { CheckoutView } from '../../contract/view.ts'
import type { Checkout } from '../rules/model.ts'
import { outcomeOf, viewOf } from '../rules/view.ts'
import type { CheckoutServices } from './checkouts.ts'
import { currentAction } from './current-action.ts'
import { paymentOptions } from './payment-options.ts'
import type { Proof } from './proof.ts'
import { viewFields } from './view-fields.ts'

type ViewServices = Pick<
  CheckoutServices,
  | 'merchant'
  | 'sealer'
  | 'decryptCache'
  | 'termsCache'
  | 'formUrlPolicy'
  | 'pipelines'
  | 'savedCards'
  | 'policy'
  | 'clock'
  | 'log'
>

/** Contract 1: the view of a checkout at this moment, to a request with this proof and these preferred languages. */
export async function currentView(
  services: ViewServices,
  checkout: Checkout,
  { access, customer }: Proof,
  languages: readonly string[],
): Promise<CheckoutView> {
  const { policy, clock, merchant } = services
  const at = clock.now()
  if (access === 'outcome')
    return outcomeOf(
      viewOf(checkout, { at, policy, merchant, available: new Set(), savedCards: null, action: null }),
    )
  // A named pipeline is part of the stored methods already.
  const deposit = { amount: checkout.amount.value, currency: checkout.amount.currency, pipeline: null }
  return viewOf(checkout, {
    at,
    policy,
    merchant,
    ...(await paymentOptions(services, deposit, customer)),
    ...(await viewFields(services, checkout, { at, languages })),
    action: await currentAction(services, checkout, at),
  })
}
