import type { CheckoutView } from '../../contract/view.ts'
import type { Context } from '../context.ts'
import { outcomeOf, viewOf } from '../rules/checkout/view.ts'
import type { Checkout } from '../rules/model.ts'
import { currentAction } from './current-action.ts'
import { paymentOptions } from './payment-options.ts'
import type { Proof } from './proof.ts'
import { viewFields } from './view-fields.ts'

/** Contract 1: the view of a checkout at this moment, to a request with this proof and these preferred languages. */
export async function currentView(
  context: Context,
  checkout: Checkout,
  { access, customer }: Proof,
  languages: readonly string[] = [],
): Promise<CheckoutView> {
  const { policy, clock, merchant } = context
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
    ...(await paymentOptions(context, deposit, customer)),
    ...(await viewFields(context, checkout, { at, languages })),
    action: await currentAction(context, checkout, at),
  })
}
