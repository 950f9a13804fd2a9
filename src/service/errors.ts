/** The codes of an error response. Never a key, a body or payer data. */
export interface ErrorDetails {
  /** HTTP status; null without a response. */
  status: number | null
  /** The label of the error. */
  label: string | null
  /** The code of the error. */
  code: string | null
  /** The field `statusDescrption` (spelled so by the service). */
  statusDescription: string | null
}

/** Why a request was refused. */
export interface RefusalDetails extends ErrorDetails {
  status: number
  /** The additional field that is missing, where the service names it. */
  field: string | null
  /** The service's message about a create, redacted and short, for an operator. Do not branch on it. */
  serviceMessage: string | null
}

const emptyDetails: ErrorDetails = { status: null, label: null, code: null, statusDescription: null }

/**
 * The service refused the request. Only a payout's 422 and 423 prove that no order exists; look up any other refused
 * create before you start another. Check `name`, not `instanceof`.
 */
export class PaymentsRefusedError extends Error implements RefusalDetails {
  override readonly name = 'PaymentsRefusedError'
  /** Where the documentation says what to do. */
  readonly docs = 'docs/errors.md#paymentsrefusederror'
  readonly outcome = 'refused'
  /** The HTTP status. */
  readonly status: number
  /** The label of the error. */
  readonly label: string | null
  /** The code of the error. */
  readonly code: string | null
  /** The field `statusDescrption` (spelled so by the service). */
  readonly statusDescription: string | null
  /** The additional field that is missing, where the service names it. */
  readonly field: string | null
  /** The service's message about a create, redacted and short. Do not branch on it. */
  readonly serviceMessage: string | null

  constructor(message: string, details: RefusalDetails) {
    super(message)
    this.status = details.status
    this.label = details.label
    this.code = details.code
    this.statusDescription = details.statusDescription
    this.field = details.field
    this.serviceMessage = details.serviceMessage
  }
}

/** Why there is no reliable response. */
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
 * There is no reliable response: the order may or may not exist. Look it up by the same
 * `externalTransactionId` before anything else. Check `name`, not `instanceof`.
 */
export class PaymentsOutcomeUnknownError extends Error implements ErrorDetails {
  override readonly name = 'PaymentsOutcomeUnknownError'
  /** Where the documentation says what to do. */
  readonly docs = 'docs/errors.md#paymentsoutcomeunknownerror'
  readonly outcome = 'unknown'
  readonly kind: OutcomeUnknownKind
  /** The HTTP status; null without a response. */
  readonly status: number | null
  /** The label of the error. */
  readonly label: string | null
  /** The code of the error. */
  readonly code: string | null
  /** The field `statusDescrption` (spelled so by the service). */
  readonly statusDescription: string | null

  /** Without a `cause` on purpose: a network library's error may contain the request and its key. */
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

/** The request is invalid. Nothing was sent. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError'
  /** Where the documentation says what to do. */
  readonly docs = 'docs/errors.md#invalidrequesterror'
}

/** A callback with an invalid signature or body. The error never contains the body. */
export class InvalidCallbackError extends Error {
  override readonly name = 'InvalidCallbackError'
  /** Where the documentation says what to do. */
  readonly docs = 'docs/errors.md#invalidcallbackerror'
  /** Whether the body or the signature is invalid. */
  readonly reason: 'malformed' | 'signature'

  constructor(message: string, reason: 'malformed' | 'signature') {
    super(message)
    this.reason = reason
  }
}
