import { ProblemError } from '../lib/problem.ts'
import type { CheckoutServices } from './checkouts.ts'
import { getOrderTerms } from './order-terms.ts'

/** Removes a saved card of the customer that the request proves. */
export async function removeCard(
  services: Pick<CheckoutServices, 'order' | 'publicUrl' | 'savedCards' | 'log'>,
  id: string,
  order: string,
  request: Request,
): Promise<void> {
  const { customer } = await getOrderTerms(services, order, request)
  const removed = customer !== null && (await services.savedCards.remove(customer, id))
  if (!removed) throw new ProblemError('card_unknown')
  services.log({ level: 'info', message: 'saved card deleted' })
}
