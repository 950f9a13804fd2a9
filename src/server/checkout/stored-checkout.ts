import { type UpdateOptions, updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'

/** Throws `checkout_unknown`. */
export async function checkoutById({ store }: Context, id: string): Promise<Checkout> {
  const entry = await store.entry(id)
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

/** Throws `checkout_unknown`. */
export async function checkoutByOrder({ store }: Context, order: string): Promise<Checkout> {
  const entry = await store.entryByRef('checkout', order)
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

/** Writes what `decide` returns for the stored checkout. Throws `checkout_unknown`. */
export async function updateCheckout(
  context: Context,
  id: string,
  decide: (checkout: Checkout) => Checkout | Promise<Checkout>,
  options?: UpdateOptions,
): Promise<Checkout> {
  const entry = await updateEntry(
    context,
    id,
    (stored) => (stored.kind === 'checkout' ? decide(stored) : null),
    options,
  )
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}
