import { type DepositToRoute, methodsOf } from '../pipelines.ts'
import type { ViewContext } from '../rules/view.ts'
import type { CheckoutServices } from './checkouts.ts'

/** The methods available to this payer for a deposit, and the saved cards of the proved customer. */
export async function paymentOptions(
  { pipelines, savedCards }: Pick<CheckoutServices, 'pipelines' | 'savedCards'>,
  deposit: DepositToRoute,
  customer: string | null,
): Promise<Pick<ViewContext, 'available' | 'savedCards'>> {
  const cards = await savedCards.list(customer)
  const available = new Set(methodsOf(pipelines.forDeposit(deposit)))
  if (cards === null || cards.length === 0) available.delete('saved-card')
  return { available, savedCards: cards }
}
