import { z } from 'zod'
import { errorDetailsOf, formatErrorDetails, hasErrorBody, unknownKindOf } from './error-response.ts'
import { type ErrorDetails, type OutcomeUnknownKind, PaymentsOutcomeUnknownError } from './errors.ts'
import type { Order } from './order.ts'
import type { HttpResult } from './send-request.ts'
import {
  AmountText,
  Identifier,
  LenientHistory,
  LenientParams,
  LenientText,
  NonBlank,
  tryParseJson,
} from './wire-schemas.ts'

/** The outcome of a lookup. `unknown` says nothing about the order: look it up again later. */
export type LookupOutcome =
  | { outcome: 'found'; order: Order }
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; error: PaymentsOutcomeUnknownError }

const Found = z.object({
  externalId: Identifier,
  orderStatus: NonBlank,
  amount: AmountText,
  currency: LenientText,
  orderHistory: LenientHistory,
  externalParams: LenientParams,
})

/**
 * The outcome of a lookup. Only a 404 with the service's error body means not found, whatever its
 * label: any other may come from a proxy or a wrong path.
 */
export function parseStatusResponse(result: HttpResult): LookupOutcome {
  if (!result.received) return unknown(result.problem, result.kind, { status: result.status })
  const { status, text } = result
  if (status === 200) return parseFound(text)
  const details = errorDetailsOf(status, text)
  if (status === 404 && hasErrorBody(text)) return { outcome: 'not_found' }
  const denied = status === 401 || status === 403
  return unknown(
    denied
      ? `did not authorize this key (${formatErrorDetails(details)}): check it and the allowed addresses`
      : `answered ${formatErrorDetails(details)}`,
    denied ? 'unauthorized' : unknownKindOf(status),
    details,
  )
}

function parseFound(text: string): LookupOutcome {
  const body = Found.safeParse(tryParseJson(text))
  if (!body.success)
    return unknown('answered HTTP 200 without a valid externalId and orderStatus', 'unreadable', {
      status: 200,
    })
  const { externalId, orderStatus, amount, currency, orderHistory, externalParams } = body.data
  return {
    outcome: 'found',
    order: { externalId, status: orderStatus, amount, currency, history: orderHistory, externalParams },
  }
}

function unknown(problem: string, kind: OutcomeUnknownKind, details: Partial<ErrorDetails>): LookupOutcome {
  const message = `The payments service ${problem}. This says nothing about the order or its money: look it up again later.`
  return { outcome: 'unknown', error: new PaymentsOutcomeUnknownError(message, kind, details) }
}
