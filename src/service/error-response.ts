import { z } from 'zod'
import type { ErrorDetails, OutcomeUnknownKind } from './errors.ts'
import { LenientText, tryParseJson } from './wire-schemas.ts'

/**
 * The error body of the interface. Its `message` is for people and is not read: it may name a payer's data.
 */
const ErrorBody = z.object({
  label: z.string(),
  code: LenientText,
  statusDescrption: LenientText,
})

/**
 * A code to branch on is one short word without long digits; whatever else stands in its place may be a
 * payer's, and is left out.
 */
const safeCode = (text: string | null): string | null =>
  text !== null && /^[\w.:-]{1,40}$/.test(text) && !/\d{7}/.test(text) ? text : null

/**
 * What an error answer says of itself; null where its body is not the error body (none, a proxy's page, a
 * problem body).
 */
export function parseErrorBody(text: string): Omit<ErrorDetails, 'status'> | null {
  const body = ErrorBody.safeParse(tryParseJson(text))
  if (!body.success) return null
  return {
    label: safeCode(body.data.label),
    code: safeCode(body.data.code),
    statusDescription: safeCode(body.data.statusDescrption),
  }
}

/** The facts of an answer whose body may or may not be the error body. */
export function errorDetailsOf(status: number, text: string): ErrorDetails & { status: number } {
  return { status, ...(parseErrorBody(text) ?? { label: null, code: null, statusDescription: null }) }
}

/** "HTTP 400, LIMITS_ERROR, 0001-0": the facts as a person may quote them. */
export const formatErrorDetails = ({ status, label, code, statusDescription }: ErrorDetails): string =>
  [status === null ? null : `HTTP ${status}`, label, statusDescription, code]
    .filter((part) => part !== null)
    .join(', ')

/** A status by which the service says no for certain: 4xx below 499, save the timeout 408. */
export const isRefusalStatus = (status: number): boolean => status >= 400 && status < 499 && status !== 408

/** Why an answer that is neither 200 nor a refusal is no answer. */
export function unknownKindOf(status: number): OutcomeUnknownKind {
  if (status === 408) return 'timeout'
  return status >= 499 ? 'server' : 'other'
}
