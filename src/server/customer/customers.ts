import type { CustomerErasure, CustomerExport } from '../../contract/customer.ts'
import type { AuditRecord } from '../store/store.ts'
import { type EraseServices, eraseCustomer } from './erase-customer.ts'
import { type ExportServices, exportCustomer, exportCustomerAsText } from './export-customer.ts'

/** The personal data of the merchant's customers. */
export interface Customers {
  /** Everything stored about a customer; empty lists for an unknown one. */
  export(customer: string): Promise<CustomerExport>
  /** The same as JSON text in parts, without holding all of it in memory. */
  exportAsText(customer: string): AsyncGenerator<string>
  /** Deletes the customer's cards and erases the customer from every checkout. `audit`: the operator's act. */
  erase(customer: string, audit?: AuditRecord): Promise<CustomerErasure>
}

export const createCustomers = (services: ExportServices & EraseServices): Customers => ({
  export: (customer) => exportCustomer(services, customer),
  exportAsText: (customer) => exportCustomerAsText(services, customer),
  erase: (customer, audit) => eraseCustomer(services, customer, audit),
})
