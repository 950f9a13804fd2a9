import { ProblemError } from '../lib/problem.ts'
import type { CheckoutServices } from './checkouts.ts'

/** Removes a saved card of the customer that the client secret proves. */
export async function removeCard(
  { clientSecrets, savedCards, log }: Pick<CheckoutServices, 'clientSecrets' | 'savedCards' | 'log'>,
  id: string,
  secret: string | null,
): Promise<void> {
  const customer = (await clientSecrets.read(secret))?.proof.customer ?? null
  const removed = customer !== null && (await savedCards.remove(customer, id))
  if (!removed) throw new ProblemError('card_unknown')
  log({ level: 'info', message: 'saved card deleted' })
}
