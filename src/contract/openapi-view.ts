import { z } from 'zod'
import { CheckoutView, RedirectAction, TransferAction } from './view.ts'

/** What the payer must do now, with no more said of it than there is. */
export const LenientAction = z.discriminatedUnion('type', [
  TransferAction.partial().extend({ type: TransferAction.shape.type }),
  RedirectAction,
])

const { id, status, final, amount } = CheckoutView.shape

/**
 * The least that the pane needs of a merchant's server in another language: `id`, `status`, `final`, `amount` and
 * `action`. Everything else has a neutral reading where it is missing. The kit's own server gives all of
 * `CheckoutView`.
 */
export const LenientCheckoutView = CheckoutView.partial().extend({
  id,
  status,
  final,
  amount,
  action: LenientAction.nullable(),
})
export type LenientCheckoutView = z.infer<typeof LenientCheckoutView>
