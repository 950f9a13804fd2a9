import type { UpdateOptions } from '../attempt/entry-updater.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices } from './checkouts.ts'

/** Throws `checkout_unknown`. */
export async function checkoutById(
  { store }: Pick<CheckoutServices, 'store'>,
  id: string,
): Promise<Checkout> {
  const entry = await store.entry(id)
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

/** Throws `checkout_unknown`. */
export async function checkoutByOrder(
  { store }: Pick<CheckoutServices, 'store'>,
  order: string,
): Promise<Checkout> {
  const entry = await store.entryByRef('checkout', order)
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

/** Writes what `decide` returns for the stored checkout. Throws `checkout_unknown`. */
export async function updateCheckout(
  { entries }: Pick<CheckoutServices, 'entries'>,
  id: string,
  decide: (checkout: Checkout) => Checkout | Promise<Checkout>,
  options?: UpdateOptions,
): Promise<Checkout> {
  const entry = await entries.update(
    id,
    (stored) => (stored.kind === 'checkout' ? decide(stored) : null),
    options,
  )
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}
