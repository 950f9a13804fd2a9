import { listSavedCards } from '../attempt/saved-cards.ts'
import type { Context } from '../context.ts'
import { type DepositToRoute, methodsOf } from '../pipelines.ts'
import type { ViewContext } from '../rules/checkout/view.ts'

/** The methods available to this payer for a deposit, and the saved cards of the proved customer. */
export async function paymentOptions(
  context: Context,
  deposit: DepositToRoute,
  customer: string | null,
): Promise<Pick<ViewContext, 'available' | 'savedCards'>> {
  const { pipelines } = context
  const cards = await listSavedCards(context, customer)
  const available = new Set(methodsOf(pipelines.forDeposit(deposit)))
  if (cards === null || cards.length === 0) available.delete('saved-card')
  return { available, savedCards: cards }
}
