import { z } from 'zod'
import type { WireFacts } from './errors.ts'
import { jsonOf, LenientText } from './wire.ts'

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
const plainCode = (text: string | null): string | null =>
  text !== null && /^[\w.:-]{1,40}$/.test(text) && !/\d{7}/.test(text) ? text : null

/**
 * What an error answer says of itself; null where its body is not the error body (none, a proxy's page, a
 * problem body).
 */
export function readErrorBody(text: string): Omit<WireFacts, 'status'> | null {
  const body = ErrorBody.safeParse(jsonOf(text))
  if (!body.success) return null
  return {
    label: plainCode(body.data.label),
    code: plainCode(body.data.code),
    statusDescription: plainCode(body.data.statusDescrption),
  }
}

/** The facts of an answer whose body may or may not be the error body. */
export function factsOf(status: number, text: string): WireFacts & { status: number } {
  return { status, ...(readErrorBody(text) ?? { label: null, code: null, statusDescription: null }) }
}

/** "HTTP 400, LIMITS_ERROR, 0001-0": the facts as a person may quote them. */
export const quoted = ({ status, label, code, statusDescription }: WireFacts): string =>
  [status === null ? null : `HTTP ${status}`, label, statusDescription, code]
    .filter((fact) => fact !== null)
    .join(', ')
