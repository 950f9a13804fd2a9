import { removeSavedCard } from '../attempt/saved-cards.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'

/** Removes a saved card of the customer that the client secret proves. */
export async function removeCard(context: Context, id: string, secret: string | null): Promise<void> {
  const { clientSecrets, log } = context
  const customer = (await clientSecrets.read(secret))?.proof.customer ?? null
  const removed = customer !== null && (await removeSavedCard(context, customer, id))
  if (!removed) throw new ProblemError('card_unknown')
  log({ level: 'info', message: 'saved card deleted' })
}
