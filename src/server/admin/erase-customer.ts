import type { CustomerErasure } from '../../contract/customer.ts'
import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { eraseCustomerFrom } from '../rules/erase.ts'
import type { AuditRecord } from '../store/audit.ts'
import { customerCheckouts } from './customer-checkouts.ts'

/**
 * Erases a customer. The cards are deleted last: an erased attempt saves no card, so none can appear in between. A
 * repeated call continues where an interrupted one stopped.
 */
export async function eraseCustomer(
  context: Context,
  customer: string,
  audit?: AuditRecord,
): Promise<CustomerErasure> {
  const { store, clock, log } = context
  // Before the first of many writes, so that nothing is erased without its record.
  if (audit !== undefined) await store.appendAudit(audit)
  let checkouts = 0
  for await (const { id } of customerCheckouts(context, customer)) {
    await updateEntry(context, id, (stored) =>
      stored.kind === 'checkout' ? eraseCustomerFrom(stored, customer, clock.now()) : null,
    )
    checkouts += 1
  }
  const savedCards = await store.deleteCards(customer)
  log({ level: 'info', message: 'customer erased', checkouts, savedCards })
  return { savedCards, checkouts }
}
