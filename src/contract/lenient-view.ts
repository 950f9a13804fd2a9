import { z } from 'zod'
import { RedirectAction, TransferAction, ViewMembers } from './view.ts'

const LenientAction = z
  .discriminatedUnion('type', [
    TransferAction.partial().extend({ type: TransferAction.shape.type }),
    RedirectAction,
  ])
  .meta({
    id: 'LenientAction',
    description: 'What the payer must do now: transfer money by these payment details, or go to an address.',
  })

const { id, status, final, amount, action } = ViewMembers.shape

/**
 * The view that a merchant's server in another language gives the widget at least: `id`, `status`, `final`, `amount`
 * and `action`. The widget has a neutral reading for every other member that is missing.
 */
export const LenientCheckoutView = ViewMembers.partial()
  .extend({ id, status, final, amount, action: LenientAction.nullable().meta(action.meta() ?? {}) })
  .meta({
    id: 'LenientCheckoutView',
    description: 'The view of a checkout. A server in another language gives at least the required members.',
  })
export type LenientCheckoutView = z.infer<typeof LenientCheckoutView>
