/** An order as the service describes it, parsed leniently. Only `Success` means paid. */

/** The documented values of `orderStatus`. Other values are kept as text and treated as not final. */
export const orderStatuses = ['Init', 'Created', 'Processing', 'Success', 'Failed'] as const
/** One of `orderStatuses`. */
export type KnownOrderStatus = (typeof orderStatuses)[number]

/** The kind of an order, as it stands in the paths. */
export type OrderKind = 'deposit' | 'withdrawal'

/** One entry of an order's history. */
export interface HistoryItem {
  /** RFC 3339 in UTC; null if the text is not a time. A time without an offset is UTC. */
  time: string | null
  action: string | null
  /** The action code as received: see `parseActionCode`. */
  code: string | null
}

/** Sensitive: card data of an order. */
export interface ExternalParams {
  cardToken: string | null
  cardStorageToken: string | null
  cardHolder: string | null
  /** Masked by the service: six leading and four trailing digits. */
  cardNumber: string | null
}

/** The result of a lookup. */
export interface Order {
  externalId: string
  /** As received: one of `orderStatuses`, or a value added later. */
  status: string
  /** The text exactly as received, decimal or not; empty if it was neither text nor a number; null if absent, null or blank. */
  amount: string | null
  currency: string | null
  history: HistoryItem[]
  externalParams: ExternalParams | null
}

/** Sensitive: payment details, each exactly as the service returned it; null where it is absent or blank. */
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
