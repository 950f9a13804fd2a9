import type { PaymentDetails } from '../../../src/service/order.ts'

/** Payment details with nothing to pay by. */
export const noDetails: PaymentDetails = {
  formUrl: null,
  card: null,
  fio: null,
  bank: null,
  number: null,
  iban: null,
  accountNumber: null,
  qrUrl: null,
  method: null,
}
