import { z } from 'zod'
import type { ErrorDetails, OutcomeUnknownKind } from './errors.ts'
import { LenientText, tryParseJson } from './wire-schemas.ts'

/** The service's error body. Its `message` is not read: it may contain payer data. */
const ErrorBody = z.object({
  label: z.string(),
  code: LenientText,
  statusDescrption: LenientText,
})

/** Codes are short words without long digit runs; any other text may contain payer data and is dropped. */
const safeCode = (text: string | null): string | null =>
  text !== null && /^[\w.:-]{1,40}$/.test(text) && !/\d{7}/.test(text) ? text : null

/** The codes of an error body; null for any other body, such as a proxy's page. */
export function parseErrorBody(text: string): Omit<ErrorDetails, 'status'> | null {
  const body = ErrorBody.safeParse(tryParseJson(text))
  if (!body.success) return null
  return {
    label: safeCode(body.data.label),
    code: safeCode(body.data.code),
    statusDescription: safeCode(body.data.statusDescrption),
  }
}

/** The status and codes of an error response with any body. */
export function errorDetailsOf(status: number, text: string): ErrorDetails & { status: number } {
  return { status, ...(parseErrorBody(text) ?? { label: null, code: null, statusDescription: null }) }
}

/** For messages: "HTTP 400, LIMITS_ERROR, 0001-0". */
export const formatErrorDetails = ({ status, label, code, statusDescription }: ErrorDetails): string =>
  [status === null ? null : `HTTP ${status}`, label, statusDescription, code]
    .filter((part) => part !== null)
    .join(', ')

/** Whether a status means a definite refusal: 4xx below 499, except 408 (timeout). */
export const isRefusalStatus = (status: number): boolean => status >= 400 && status < 499 && status !== 408

/** The kind of unknown outcome for a status that is neither 200 nor a refusal. */
export function unknownKindOf(status: number): OutcomeUnknownKind {
  if (status === 408) return 'timeout'
  return status >= 499 ? 'server' : 'other'
}
