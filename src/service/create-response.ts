import { z } from 'zod'
import {
  type AnsweredDetails,
  errorDetailsOf,
  formatErrorDetails,
  isClientError,
  isRefusal,
  refusalDetailsOf,
  unknownKindOf,
} from './error-response.ts'
import {
  type ErrorDetails,
  type OutcomeUnknownKind,
  PaymentsOutcomeUnknownError,
  PaymentsRefusedError,
  type RefusalDetails,
} from './errors.ts'
import type { OrderKind, PaymentDetails } from './order.ts'
import type { HttpResult } from './send-request.ts'
import { Details, FilledText, Identifier, LenientDetails, LenientText, tryParseJson } from './wire-schemas.ts'

/**
 * The outcome of a create request. `placed`: the order exists. `refused`: the service did not accept the request; only a
 * payout's 422 and 423 prove that no order exists. `unknown`: only a lookup by the same `externalTransactionId` may follow.
 */
export type CreateOutcome =
  | {
      outcome: 'placed'
      /** The payments service's id of the order. */
      externalId: string
      /** As received; empty without one. */
      status: string
      paymentDetails: PaymentDetails | null
    }
  | { outcome: 'refused'; error: PaymentsRefusedError }
  | { outcome: 'unknown'; error: PaymentsOutcomeUnknownError }

/** A 200 of a create request in any flow. Only `externalId` is required; the hosted form returns `formUrl` beside it. */
const Placed = z.object({
  externalId: Identifier,
  orderStatus: LenientText,
  paymentDetails: LenientDetails,
  formUrl: FilledText,
})

/** The outcome of a create request: placed, refused or unknown. `sent`: values of the request that no error may repeat. */
export function parseCreateResponse(
  kind: OrderKind,
  result: HttpResult,
  sent: readonly string[],
): CreateOutcome {
  if (!result.received) return unknown(result.problem, result.kind, { status: result.status })
  const { status, text } = result
  if (status === 200) return parsePlaced(text)
  const details = errorDetailsOf(status, text)
  if (isDuplicateError(details))
    return unknown(
      `already has this externalTransactionId (${formatErrorDetails(details)})`,
      'duplicate',
      details,
    )
  if (isRefusal(status, text)) {
    const refusal = refusalDetailsOf(status, text, sent)
    return { outcome: 'refused', error: new PaymentsRefusedError(refusalMessage(kind, refusal), refusal) }
  }
  return unknown(`answered ${formatErrorDetails(details)}`, unknownKindOf(status), details)
}

function parsePlaced(text: string): CreateOutcome {
  const body = Placed.safeParse(tryParseJson(text))
  if (!body.success)
    return unknown('answered HTTP 200 without a valid externalId', 'unreadable', { status: 200 })
  const { externalId, orderStatus, paymentDetails, formUrl } = body.data
  return {
    outcome: 'placed',
    externalId,
    status: orderStatus ?? '',
    paymentDetails: withFormUrl(paymentDetails, formUrl),
  }
}

function withFormUrl(details: PaymentDetails | null, formUrl: string | null): PaymentDetails | null {
  if (formUrl === null) return details
  return { ...(details ?? Details.parse({})), formUrl: details?.formUrl ?? formUrl }
}

const isDuplicateError = ({ status, code, statusDescription }: AnsweredDetails): boolean =>
  isClientError(status) && (statusDescription === '1-4007' || code === '1.1.5.1')

function unknown(problem: string, kind: OutcomeUnknownKind, details: Partial<ErrorDetails>): CreateOutcome {
  const message = `The payments service ${problem}. The order may exist: look it up by the same externalTransactionId before sending anything else.`
  return { outcome: 'unknown', error: new PaymentsOutcomeUnknownError(message, kind, details) }
}

/** The interface promises it for these two only; of a deposit's 423 it does not. */
const provesNoOrder = (kind: OrderKind, status: number): boolean =>
  kind === 'withdrawal' && (status === 422 || status === 423)

const adviceByStatus: Record<number, string> = {
  400: 'A value of the request is invalid, or a limit is reached.',
  401: "The pipeline's key is missing or invalid.",
  403: "The pipeline's key may not do this, or this server's address is not allowed.",
  415: 'The service did not accept the request as JSON.',
  422: 'The balance does not cover the order.',
  423: 'The currency is unknown, or no route accepts this currency, amount and parameters.',
}

function refusalMessage(kind: OrderKind, details: RefusalDetails): string {
  const advice = adviceByStatus[details.status] ?? 'The service did not accept the request.'
  const field = details.field === null ? '' : ` It names the field ${details.field} as missing.`
  const next = provesNoOrder(kind, details.status)
    ? 'No order exists, so no money moves.'
    : 'An order may exist. Look up its externalTransactionId before trying another one.'
  return `The payments service refused the order (${formatErrorDetails(details)}). ${advice}${field} ${next}`
}
