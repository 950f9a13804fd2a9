/** What an error of the service's wire carries: codes to branch on, never a key, a body or a payer's data. */
export interface ErrorDetails {
  /** HTTP status; null where there was no response. */
  status: number | null
  label: string | null
  code: string | null
  /** The value of the field that the wire spells `statusDescrption`. */
  statusDescription: string | null
}

const emptyDetails: ErrorDetails = { status: null, label: null, code: null, statusDescription: null }

/**
 * The service said no, and no order was made by this call.
 * Recognise it by `name`, not by `instanceof`.
 */
export class PaymentsRefusedError extends Error implements ErrorDetails {
  override readonly name = 'PaymentsRefusedError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#paymentsrefusederror'
  readonly outcome = 'refused'
  readonly status: number
  readonly label: string | null
  readonly code: string | null
  readonly statusDescription: string | null

  constructor(message: string, details: ErrorDetails & { status: number }) {
    super(message)
    this.status = details.status
    this.label = details.label
    this.code = details.code
    this.statusDescription = details.statusDescription
  }
}

/** Why an answer is missing or cannot be read. */
export type OutcomeUnknownKind =
  | 'timeout'
  | 'connection'
  | 'redirect'
  | 'server'
  | 'unreadable'
  | 'duplicate'
  | 'unauthorized'
  | 'other'

/**
 * There is no answer to rely on: the order may or may not exist. Ask the status by the same
 * `externalTransactionId` before anything else. Recognise it by `name`, not by `instanceof`.
 */
export class PaymentsOutcomeUnknownError extends Error implements ErrorDetails {
  override readonly name = 'PaymentsOutcomeUnknownError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#paymentsoutcomeunknownerror'
  readonly outcome = 'unknown'
  readonly kind: OutcomeUnknownKind
  readonly status: number | null
  readonly label: string | null
  readonly code: string | null
  readonly statusDescription: string | null

  /**
   * There is no `cause`, on purpose: what a network library throws may hold the request, its key included.
   */
  constructor(message: string, kind: OutcomeUnknownKind, details: Partial<ErrorDetails> = {}) {
    super(message)
    this.kind = kind
    const { status, label, code, statusDescription } = { ...emptyDetails, ...details }
    this.status = status
    this.label = label
    this.code = code
    this.statusDescription = statusDescription
  }
}

/** The request breaks a rule of the interface. Nothing was sent. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#invalidrequesterror'
}

/** A callback that is not to be believed or cannot be read. It never carries the body. */
export class InvalidCallbackError extends Error {
  override readonly name = 'InvalidCallbackError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#invalidcallbackerror'
  readonly reason: 'malformed' | 'signature'

  constructor(message: string, reason: 'malformed' | 'signature') {
    super(message)
    this.reason = reason
  }
}
