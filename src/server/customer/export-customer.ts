import type { CustomerExport } from '../../contract/customer.ts'
import { checkoutDetail } from '../admin/checkout-detail.ts'
import { isoTime } from '../admin/entry-detail.ts'
import type { Checkouts } from '../checkout/checkouts.ts'
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/store.ts'
import { customerCheckouts } from './customer-checkouts.ts'

export interface ExportServices {
  checkouts: Pick<Checkouts, 'view'>
  store: Pick<Store, 'cardsOf' | 'list' | 'callbacksOf' | 'eventsOf'>
  clock: Clock
}

/** Everything stored about a customer: cards masked, no tokens, no payment details. */
export async function exportCustomer(services: ExportServices, customer: string): Promise<CustomerExport> {
  const checkouts: CustomerExport['checkouts'] = []
  for await (const checkout of customerCheckouts(services.store, customer))
    checkouts.push(await checkoutDetail(services, checkout))
  return { ...(await exportHead(services, customer)), checkouts }
}

/** The export as JSON text, one checkout at a time. */
export async function* exportCustomerAsText(
  services: ExportServices,
  customer: string,
): AsyncGenerator<string> {
  const head = JSON.stringify(await exportHead(services, customer))
  yield `${head.slice(0, -1)},"checkouts":[`
  let separator = ''
  for await (const checkout of customerCheckouts(services.store, customer)) {
    yield separator + JSON.stringify(await checkoutDetail(services, checkout))
    separator = ','
  }
  yield ']}'
}

async function exportHead(
  { store, clock }: ExportServices,
  customer: string,
): Promise<Omit<CustomerExport, 'checkouts'>> {
  const cards = await store.cardsOf(customer)
  return {
    customer,
    exportedAt: isoTime(clock.now()),
    savedCards: cards.map(({ id, label, createdAt }) => ({ id, label, createdAt: isoTime(createdAt) })),
  }
}
