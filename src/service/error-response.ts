import { z } from 'zod'
import { fieldNamedIn, maskValues, redactMessage } from './error-message.ts'
import type { ErrorDetails, OutcomeUnknownKind, RefusalDetails } from './errors.ts'
import { LenientText, tryParseJson } from './wire-schemas.ts'

/** The service's error body, read leniently. Its `message` may contain payer data: see `refusalDetailsOf`. */
const LenientError = z.object({
  label: z.string(),
  message: LenientText,
  code: LenientText,
  statusDescrption: LenientText,
})

/** What a response must have to count as the service's own, and not as a proxy's. Its labels are open. */
const ErrorBody = z.object({ label: z.string().trim().min(1), message: z.string().nullish() })

/** A refusal can end an attempt, so its body has to be complete. */
const CompleteError = ErrorBody.extend({ message: z.string() })

/** Whether a response has the service's error body, with any label. */
export const hasErrorBody = (text: string): boolean => ErrorBody.safeParse(tryParseJson(text)).success

/** Codes are short words without long digit runs; any other text may contain payer data and is dropped. */
const safeCode = (text: string | null): string | null =>
  text !== null && /^[\w.:-]{1,40}$/.test(text) && !/\d{7}/.test(text) ? text : null

/** The details of a response, which has a status. */
export type AnsweredDetails = ErrorDetails & { status: number }

/** The status and codes of an error response with any body. */
export function errorDetailsOf(status: number, text: string): AnsweredDetails {
  const body = LenientError.safeParse(tryParseJson(text))
  if (!body.success) return { status, label: null, code: null, statusDescription: null }
  const { label, code, statusDescrption } = body.data
  return {
    status,
    label: safeCode(label),
    code: safeCode(code),
    statusDescription: safeCode(statusDescrption),
  }
}

/** A required additional field is missing: by its code, or by its status description where there is no code. */
export const isMissingField = ({ code, statusDescription }: ErrorDetails): boolean =>
  code === null ? statusDescription === '0000-0' : code === '1.2.4.8'

/** The details of a refused create. `sent`: values of its request, which the message may repeat. */
export function refusalDetailsOf(status: number, text: string, sent: readonly string[]): RefusalDetails {
  const details = errorDetailsOf(status, text)
  const body = LenientError.safeParse(tryParseJson(text))
  const message = maskValues(body.data?.message ?? '', sent)
  return {
    ...details,
    field: isMissingField(details) ? fieldNamedIn(message) : null,
    serviceMessage: redactMessage(message, { keepIds: details.label === 'LIMITS_ERROR' }),
  }
}

/** For messages: "HTTP 400, LIMITS_ERROR, 0001-0". */
export const formatErrorDetails = ({ status, label, code, statusDescription }: AnsweredDetails): string =>
  [`HTTP ${status}`, label, statusDescription, code].filter((part) => part !== null).join(', ')

const refusalStatuses: readonly number[] = [400, 401, 403, 415, 422, 423]

/** Whether a response is a refusal. Any other 4xx may come from a proxy and needs the service's error body. */
export const isRefusal = (status: number, text: string): boolean =>
  refusalStatuses.includes(status) ||
  (isClientError(status) && CompleteError.safeParse(tryParseJson(text)).success)

/** 4xx below 499, except 408 (timeout). */
export const isClientError = (status: number): boolean => status >= 400 && status < 499 && status !== 408

/** The kind of unknown outcome for a status that is neither 200 nor a refusal. */
export function unknownKindOf(status: number): OutcomeUnknownKind {
  if (status === 408) return 'timeout'
  return status >= 499 ? 'server' : 'other'
}
