import type { Problem } from '../../contract/problem.ts'
import { type ProblemCode, problems } from '../../contract/problem-codes.ts'

/** A request that cannot be served. Thrown anywhere below a route, sent as RFC 9457 problem details. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** What to branch on. */
  readonly code: ProblemCode
  /** Where the documentation explains the error. */
  readonly docs: `docs/errors.md#${ProblemCode}`
  /** Of the response, such as `Retry-After`. */
  readonly headers: Record<string, string>
  /** With `fields_invalid`: the fields, without their values. */
  readonly fields: Problem['fields']

  constructor(
    code: ProblemCode,
    detail?: string,
    headers: Record<string, string> = {},
    fields?: Problem['fields'],
  ) {
    super(detail ?? problems[code].title)
    this.code = code
    this.docs = `docs/errors.md#${code}`
    this.headers = headers
    this.fields = fields
  }
}

/** Nothing was done, and the same request may succeed in a few seconds. */
export const unavailable = (): ProblemError =>
  new ProblemError('unavailable', undefined, { 'retry-after': '5' })

/** The value; throws this problem if there is none. */
export function orProblem<T>(value: T | null | undefined, code: ProblemCode, detail?: string): T {
  if (value === null || value === undefined) throw new ProblemError(code, detail)
  return value
}

/** The RFC 9457 response of a problem. */
export function problemResponse(error: ProblemError, requestId?: string): Response {
  const { status, title } = problems[error.code]
  const body: Problem = {
    type: `urn:paypane:${error.docs}`,
    title,
    status,
    code: error.code,
    ...(error.message === title ? {} : { detail: error.message }),
    ...(requestId === undefined ? {} : { instance: `urn:paypane:request:${requestId}` }),
    ...(error.fields === undefined ? {} : { fields: error.fields }),
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...error.headers,
      'content-type': 'application/problem+json',
      'cache-control': 'private, no-store',
    },
  })
}
