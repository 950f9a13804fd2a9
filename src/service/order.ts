/**
 * An order at the service, as its answers describe it. Read leniently: what is absent, null or unknown
 * stays so; nothing here is ever read as paid but `Success`.
 */

/**
 * The words of `orderStatus` that the interface knows. Anything else is kept as text and means nothing to us.
 */
export const orderStatuses = ['Init', 'Created', 'Processing', 'Success', 'Failed'] as const
/** One of `orderStatuses`. */
export type KnownOrderStatus = (typeof orderStatuses)[number]

/** One entry of an order's history. */
export interface HistoryItem {
  /** RFC 3339 in UTC where the text could be read as a time (no offset means UTC), else null. */
  time: string | null
  action: string | null
  /** The action code as received: see `parseActionCode`. */
  code: string | null
}

/** Sensitive: card data that the service reports about an order. */
export interface ExternalParams {
  cardToken: string | null
  cardStorageToken: string | null
  cardHolder: string | null
  /** Masked by the service: six leading and four trailing digits. */
  cardNumber: string | null
}

/** The answer of a status look-up. */
export interface Order {
  externalId: string
  /** As received: one of `orderStatuses`, or a word of the future. */
  status: string
  /** Decimal text exactly as received; null where the answer had none. */
  amount: string | null
  currency: string | null
  history: HistoryItem[]
  externalParams: ExternalParams | null
}

/** Sensitive: what a payer needs to pay. Each value exactly as the service returned it. */
export interface PaymentDetails {
  formUrl: string | null
  card: string | null
  fio: string | null
  bank: string | null
  number: string | null
  iban: string | null
  accountNumber: string | null
  qrUrl: string | null
  method: string | null
}
