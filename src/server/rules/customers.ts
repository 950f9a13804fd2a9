import type { Attempt, Checkout, Entry } from './model.ts'

/** The customers of a checkout and of its attempts, each once. */
export function customersOf(entry: Entry): string[] {
  if (entry.kind === 'payout') return []
  const customers = [entry.customer, ...entry.attempts.map(({ customer }) => customer)]
  return [...new Set(customers)].filter((customer) => customer !== null)
}

export const isOnlyCustomer = (checkout: Checkout, customer: string): boolean =>
  customersOf(checkout).every((other) => other === customer)

/**
 * The attempts of one customer. Those that no customer was proved for belong to the customer of the checkout; those of an
 * erased customer to nobody.
 */
export function attemptsOf(checkout: Checkout, customer: string): Attempt[] {
  const owner = isOnlyCustomer(checkout, customer) ? customer : checkout.customer
  return checkout.attempts.filter(
    (attempt) => attempt.erasedAt === null && (attempt.customer ?? owner) === customer,
  )
}
