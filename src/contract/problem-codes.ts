/**
 * Every reason why a request is not served, with its HTTP status. A payment that the service refuses is not a problem
 * but a view whose status is `failed`.
 */
export const problems = {
  malformed: { status: 400, title: 'The request is not what this address takes' },
  unauthorized: { status: 401, title: 'This needs an operator' },
  signature_invalid: { status: 401, title: 'The signature does not match' },
  forbidden: { status: 403, title: 'This payer may not pay this order' },
  scope_missing: { status: 403, title: 'The operator does not have the scope that this needs' },
  own_payout: { status: 403, title: 'Another operator has to decide this' },
  order_expired: { status: 403, title: 'The order token has expired' },
  order_unknown: { status: 404, title: 'Order not found' },
  checkout_unknown: { status: 404, title: 'Checkout not found' },
  card_unknown: { status: 404, title: 'Saved card not found' },
  payout_unknown: { status: 404, title: 'Payout not found' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  request_timeout: { status: 408, title: 'The request body did not arrive in time' },
  method_not_allowed: { status: 405, title: 'This address does not take that HTTP method' },
  amount_changed: { status: 409, title: 'The order has another amount than the one being paid' },
  not_retryable: { status: 409, title: 'Another attempt may not start now' },
  attempts_limit: { status: 409, title: 'This checkout has had as many attempts as it may have' },
  not_reopenable: { status: 409, title: 'An attempt of this checkout is undecided or paid' },
  payout_conflict: { status: 409, title: 'A payout with this reference and other content exists' },
  payout_limit: { status: 409, title: 'The payouts of this day would exceed their limit' },
  payout_unreadable: { status: 409, title: 'The request of this payout cannot be decrypted' },
  not_awaiting: { status: 409, title: 'Nothing of this payout awaits an approval' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: {
    status: 415,
    title: 'The request body has a type that this address does not take',
  },
  not_resolvable: { status: 409, title: 'There is no open review that this resolves' },
  pipeline_unknown: { status: 422, title: 'Pipeline not found' },
  refused: { status: 422, title: 'The payments service refused to answer' },
  not_replaceable: { status: 409, title: 'The open attempt may not be replaced now' },
  not_extendable: { status: 409, title: 'There can be no more time to pay' },
  not_claimable: { status: 409, title: 'No claim can be made for this attempt now' },
  refund_exceeds: { status: 409, title: 'More would be refunded than was received' },
  refund_unknown: { status: 404, title: 'Refund not found' },
  not_withdrawable: { status: 409, title: 'The refund has a destination already, or is over' },
  claim_unknown: { status: 404, title: 'Claim not found' },
  fields_invalid: { status: 422, title: 'A field for this payment method is missing or not valid' },
  method_not_offered: { status: 422, title: 'This payment method is not offered for this order' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong here' },
  service_unavailable: { status: 502, title: 'The payments service did not answer' },
  unavailable: { status: 503, title: 'Not able to serve this right now' },
} as const satisfies Record<string, { status: number; title: string }>

/** The code of a problem; `docs/errors.md` says what to do about each. */
export type ProblemCode = keyof typeof problems

/**
 * Narrows a code that was received.
 * @example
 * isProblemCode('order_unknown') // true
 */
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)
