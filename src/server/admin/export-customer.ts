import type { CheckoutDetail } from '../../contract/admin.ts'
import type { CustomerExport } from '../../contract/customer.ts'
import type { Context } from '../context.ts'
import { attemptsOf } from '../rules/customers.ts'
import type { Checkout } from '../rules/model.ts'
import { checkoutDetail } from './checkout-detail.ts'
import { customerCheckouts } from './customer-checkouts.ts'
import { isoTime } from './entry-detail.ts'

/** Everything stored about a customer: cards masked, no tokens, no payment details. */
export async function exportCustomer(context: Context, customer: string): Promise<CustomerExport> {
  const checkouts: CustomerExport['checkouts'] = []
  for await (const checkout of customerCheckouts(context, customer))
    checkouts.push(await exportedCheckout(context, checkout, customer))
  return { ...(await exportHead(context, customer)), checkouts }
}

/** The export as JSON text, one checkout at a time. */
export async function* exportCustomerAsText(context: Context, customer: string): AsyncGenerator<string> {
  const head = JSON.stringify(await exportHead(context, customer))
  yield `${head.slice(0, -1)},"checkouts":[`
  let separator = ''
  for await (const checkout of customerCheckouts(context, customer)) {
    yield separator + JSON.stringify(await exportedCheckout(context, checkout, customer))
    separator = ','
  }
  yield ']}'
}

/** The checkout with the attempts of this customer only, as if no other customer had started one. */
async function exportedCheckout(
  context: Context,
  checkout: Checkout,
  customer: string,
): Promise<CheckoutDetail> {
  const attempts = attemptsOf(checkout, customer)
  const full = await checkoutDetail(context, { ...checkout, attempts })
  // Whom the payer pays is another person's data.
  const detail = { ...full, payTo: null, linkable: false }
  if (attempts.length === checkout.attempts.length) return detail
  return {
    ...detail,
    callbacks: detail.callbacks.filter(({ externalId }) =>
      attempts.some((attempt) => attempt.externalId === externalId),
    ),
    events: detail.events.filter((event) => attempts.some(({ n }) => n === event.attempt)),
  }
}

async function exportHead(
  { store, clock }: Context,
  customer: string,
): Promise<Omit<CustomerExport, 'checkouts'>> {
  const cards = await store.cardsOf(customer)
  return {
    customer,
    exportedAt: isoTime(clock.now()),
    savedCards: cards.map(({ id, label, createdAt }) => ({ id, label, createdAt: isoTime(createdAt) })),
  }
}
