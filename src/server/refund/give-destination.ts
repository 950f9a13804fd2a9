import type { Money } from '../../contract/money.ts'
import type { Problem } from '../../contract/problem.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { orProblem } from '../lib/problem.ts'
import type { Pipelines } from '../pipelines.ts'
import { checkFields, DeclaredField } from '../rules/checkout/payer-fields.ts'
import type { Checkout, Refund } from '../rules/model.ts'
import { giveDestination as give } from '../rules/refund.ts'
import { createDueRefunds } from './create-refund-payout.ts'

const accountNumber = DeclaredField.parse({ key: 'accountNumber', kind: 'text' })

/** What the payer gives as the destination of a refund: the payer fields of the pipeline that its payout is sent to. */
export const destinationFields = (
  pipelines: Pipelines,
  { value, currency }: Money,
): readonly DeclaredField[] => pipelines.forPayout(value, currency)[0]?.payerFields ?? [accountNumber]

/**
 * The payer says where a refund goes. It is stored before its payout is created. Returns the fields that are not valid, of
 * which nothing is stored. Throws `refund_unknown` for one that was withdrawn, or that exceeds what was received.
 */
export async function giveDestination(
  context: Context,
  checkout: Checkout,
  refund: Refund,
  given: Readonly<Record<string, string>>,
): Promise<NonNullable<Problem['fields']>> {
  const { sealer, clock, pipelines, background } = context
  const { values, invalid } = checkFields(destinationFields(pipelines, refund.amount), given)
  if (invalid.length > 0) return invalid
  const additionalFields = Object.entries(values).map(([key, value]) => ({ key, value }))
  const associatedData = { purpose: 'refund', entry: checkout.id, refund: refund.id } as const
  const destination = await sealer.encrypt(associatedData, JSON.stringify(additionalFields))
  const updated = await updateCheckout(context, checkout.id, (stored) => {
    const isGiven = stored.refunds.some(({ id, givenAt }) => id === refund.id && givenAt !== null)
    if (isGiven) return stored
    return orProblem(give(stored, refund.id, destination, clock.now()), 'refund_unknown')
  })
  // The worker does it where this process ends first.
  background.track(createDueRefunds(context, updated))
  return []
}
