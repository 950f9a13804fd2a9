import { z } from 'zod'

/**
 * The closed list of reasons why a request is not served, with the HTTP status of each. A refusal by the
 * payments service is none of them: that is a view whose status is `failed`.
 */
export const problems = {
  malformed: { status: 400, title: 'The request body is not what this address takes' },
  unauthorized: { status: 401, title: 'This needs the administrator token' },
  signature_invalid: { status: 401, title: 'The signature does not match' },
  forbidden: { status: 403, title: 'This payer may not pay this order' },
  order_expired: { status: 403, title: 'The order token has expired' },
  order_unknown: { status: 404, title: 'There is no such order' },
  checkout_unknown: { status: 404, title: 'There is no such checkout' },
  card_unknown: { status: 404, title: 'There is no such saved card' },
  payout_unknown: { status: 404, title: 'There is no such payout' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'This address does not take that HTTP method' },
  amount_changed: { status: 409, title: 'The order has another amount than the one being paid' },
  not_retryable: { status: 409, title: 'Another attempt may not start now' },
  attempts_limit: { status: 409, title: 'This checkout has had as many attempts as it may have' },
  not_reopenable: { status: 409, title: 'An attempt of this checkout is undecided or paid' },
  payout_conflict: { status: 409, title: 'A payout with this reference and other content exists' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The request body must be JSON' },
  not_resolvable: { status: 409, title: 'There is no open review that this resolves' },
  pipeline_unknown: { status: 422, title: 'There is no such pipeline' },
  refused: { status: 422, title: 'The payments service refused to answer' },
  method_not_offered: { status: 422, title: 'This payment method is not offered for this order' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong here' },
  service_unavailable: { status: 502, title: 'The payments service did not answer' },
  unavailable: { status: 503, title: 'Not able to serve this right now' },
} as const satisfies Record<string, { status: number; title: string }>

/** What to branch on; `docs/errors.md` says what to do about each. */
export type ProblemCode = keyof typeof problems

/**
 * A narrowing for codes that come from outside.
 * @example
 * isProblemCode('order_unknown') // true; a word of the future is not
 */
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** RFC 9457 `application/problem+json`, with the `code` to branch on. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(problems).filter(isProblemCode)),
  detail: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
