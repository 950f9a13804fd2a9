import type { Checkout } from '../rules/model.ts'
import type { ViewContext } from '../rules/view.ts'
import type { CheckoutServices } from './checkouts.ts'

/** The methods available to this payer, and the customer's saved cards. */
export async function paymentOptions(
  { pipelines, savedCards }: Pick<CheckoutServices, 'pipelines' | 'savedCards'>,
  { customer }: Checkout,
): Promise<Pick<ViewContext, 'available' | 'savedCards'>> {
  const cards = await savedCards.list(customer)
  const available = new Set(pipelines.methods)
  if (cards === null || cards.length === 0) available.delete('saved-card')
  return { available, savedCards: cards }
}
