import type { CustomerErasure } from '../../contract/customer.ts'
import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { eraseCustomerFrom } from '../rules/erase.ts'
import type { AuditRecord, Store } from '../store/store.ts'
import { customerCheckouts } from './customer-checkouts.ts'

export interface EraseServices {
  store: Pick<Store, 'list' | 'deleteCards' | 'appendAudit'>
  entries: EntryUpdater
  clock: Clock
  log: Log
}

/**
 * Erases a customer. The cards are deleted last: an erased attempt saves no card, so none can appear in between. A
 * repeated call continues where an interrupted one stopped.
 */
export async function eraseCustomer(
  { store, entries, clock, log }: EraseServices,
  customer: string,
  audit?: AuditRecord,
): Promise<CustomerErasure> {
  // Before the first of many writes, so that nothing is erased without its record.
  if (audit !== undefined) await store.appendAudit(audit)
  let checkouts = 0
  for await (const { id } of customerCheckouts(store, customer)) {
    await entries.update(id, (stored) =>
      stored.kind === 'checkout' ? eraseCustomerFrom(stored, customer, clock.now()) : null,
    )
    checkouts += 1
  }
  const savedCards = await store.deleteCards(customer)
  log({ level: 'info', message: 'customer erased', checkouts, savedCards })
  return { savedCards, checkouts }
}
