/** An order as the service describes it, parsed leniently. Only `Success` means paid. */

/** The documented values of `orderStatus`. Other values are kept as text and treated as not final. */
export const orderStatuses = ['Init', 'Created', 'Processing', 'Success', 'Failed'] as const
/** One of `orderStatuses`. */
export type KnownOrderStatus = (typeof orderStatuses)[number]

/** Of an `externalId`: a longer one is not read, since PostgreSQL could not index it. */
export const maxIdLength = 512

/** The kind of an order, as it stands in the paths. */
export type OrderKind = 'deposit' | 'withdrawal'

/** One entry of an order's history. */
export interface HistoryItem {
  /** RFC 3339 in UTC; null if the text is not a time. A time without an offset is UTC. */
  time: string | null
  /** The service's words. */
  action: string | null
  /** The action code as received: see `parseActionCode`. */
  code: string | null
}

/** Sensitive: card data of an order. */
export interface ExternalParams {
  /** The token of this payment. */
  cardToken: string | null
  /** The token for later payments. */
  cardStorageToken: string | null
  /** The card holder's name. */
  cardHolder: string | null
  /** Masked by the service: six leading and four trailing digits. */
  cardNumber: string | null
}

/** The result of a lookup. */
export interface Order {
  /** The payments service's id of the order. */
  externalId: string
  /** As received: one of `orderStatuses`, or a value added later. */
  status: string
  /** The text exactly as received, decimal or not; empty if it was neither text nor a number; null if absent, null or blank. */
  amount: string | null
  /** The currency key. */
  currency: string | null
  /** In the order received. */
  history: HistoryItem[]
  /** Sensitive. */
  externalParams: ExternalParams | null
}

/** Sensitive: payment details, each exactly as the service returned it; null where it is absent or blank. */
export interface PaymentDetails {
  /** The service's form. */
  formUrl: string | null
  /** A card number. */
  card: string | null
  /** The recipient's name. */
  fio: string | null
  /** The recipient's bank. */
  bank: string | null
  /** A phone number. */
  number: string | null
  /** An IBAN. */
  iban: string | null
  /** An account number. */
  accountNumber: string | null
  /** A QR code: an image, or its text. */
  qrUrl: string | null
  /** The payment method. */
  method: string | null
}
