import { z } from 'zod'
import { errorDetailsOf, formatErrorDetails, parseErrorBody, unknownKindOf } from './error-response.ts'
import { type ErrorDetails, type OutcomeUnknownKind, PaymentsOutcomeUnknownError } from './errors.ts'
import type { LookupOutcome } from './outcome.ts'
import type { HttpResult } from './send-request.ts'
import { Identifier, LenientHistory, LenientParams, LenientText, tryParseJson } from './wire-schemas.ts'

const Found = z.object({
  externalId: Identifier,
  orderStatus: Identifier,
  amount: LenientText,
  currency: LenientText,
  orderHistory: LenientHistory,
  externalParams: LenientParams,
})

/** The outcome of a lookup. Only a 404 with the error body means not found: any other may come from a proxy. */
export function parseStatusResponse(result: HttpResult): LookupOutcome {
  if (!result.received) return unknown(result.problem, result.kind, { status: result.status })
  const { status, text } = result
  if (status === 200) return parseFound(text)
  if (status === 404 && parseErrorBody(text) !== null) return { outcome: 'not_found' }
  const details = errorDetailsOf(status, text)
  const denied = status === 401 || status === 403
  return unknown(
    denied
      ? `did not authorize this key (${formatErrorDetails(details)})`
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
