import type { AttemptDetail, ResolveReview, ReviewReason, UnmatchedCallback } from '../../contract/index.ts'

interface ReviewText {
  title: string
  explanation: string
  nextStep: string
}

/** The meaning of each review reason, and the operator's next step. */
export const reviewTexts: Record<ReviewReason, ReviewText> = {
  unresolved: {
    title: 'Outcome unknown',
    explanation:
      'The order was sent, and neither the responses nor the lookups since have shown what has become of it. No other attempt starts while it may exist unseen, so nothing is paid twice.',
    nextStep:
      "Check whether lookups fail, and why. Otherwise give the service's support the externalTransactionId below, and ask for the order's state.",
  },
  contradiction: {
    title: 'The service contradicts its earlier status',
    explanation:
      'The final status here is unchanged; a success is never taken back. The status that the service reports now, which may be one that its interface does not have, is in the timeline.',
    nextStep: "Ask the service's support which status is right for the externalId below.",
  },
  currency: {
    title: 'Paid in another currency',
    explanation:
      'The service reports a success in another currency than was requested. It does not count as paid.',
    nextStep: "Ask the service's support what was received, then accept it as paid or acknowledge.",
  },
  underpaid: {
    title: 'Paid short',
    explanation:
      'The service reports a success, but less than the requested amount minus the tolerance of the order. The shop has received checkout.underpaid, not checkout.succeeded. The payer sees both amounts.',
    nextStep:
      'Decide whether the shop accepts the amount. Otherwise agree with the payer on a refund, or on the rest as a new order.',
  },
  amount: {
    title: 'What was paid is not known',
    explanation:
      'The service reports a success, and its amount cannot be read, or is missing after another amount than the requested one was reported. Unless a verified callback named an amount, it does not count as paid, and the payer has nothing to do.',
    nextStep:
      "Ask the service's support what was paid for the externalId below, then accept it as paid or acknowledge.",
  },
  unconfirmed: {
    title: 'The service has not confirmed a callback',
    explanation:
      'Its signature is valid, but lookups have not shown the same status in time. The status of the callback was applied.',
    nextStep:
      "A lookup that shows the same resolves this by itself, unless an earlier one differed. Otherwise ask the service's support for the true status of the externalId below.",
  },
  foreign: {
    title: 'The found order may belong to someone else',
    explanation:
      'The service returned an order in another currency, one with another amount that is older than our request, or one that belongs to another attempt. It does not count, and no other attempt starts meanwhile.',
    nextStep:
      "Give the service's support the externalTransactionId below, and ask whose order it is. Accept it only if it belongs to this attempt.",
  },
  overpaid: {
    title: 'Paid twice',
    explanation:
      'Another attempt has paid this order, too. Both payments were received; the order counts as paid once.',
    nextStep: 'Refund the surplus to the payer, then acknowledge with how it was refunded.',
  },
  details: {
    title: 'Orders without payment details',
    explanation:
      'The service placed two orders in a row without payment details. The payer sees a failure and may try again; both orders stay watched.',
    nextStep:
      "Ask the service's support why the response has no payment details. A form that is not https, or on a host that is not allowed, does not count as one.",
  },
}

/** What an open review means. Lookups that find the order and leave it unresolved name a status that means nothing here. */
export function explanationOf(reason: ReviewReason, { activity }: AttemptDetail): string {
  const lookup = activity.findLast(({ type }) => type.startsWith('lookup_'))
  return reason === 'unresolved' && lookup?.type === 'lookup_found'
    ? `The service has the order, and reports the status “${lookup.status}”, which its interface does not have: whether money has moved is not known.`
    : reviewTexts[reason].explanation
}

/** The title of a review reason for the middle of a sentence. An unknown reason stays as it is. */
export function reviewTitle(reason: string): string {
  const match = Object.entries(reviewTexts).find(([name]) => name === reason)
  return match === undefined ? reason : match[1].title.charAt(0).toLowerCase() + match[1].title.slice(1)
}

interface ReviewAction {
  type: ResolveReview['action']
  label: string
  consequence: string
  /** What the operator must confirm. */
  confirmation: string | null
}

const recheck: ReviewAction = {
  type: 'recheck',
  label: 'Look up the status now',
  consequence:
    'Does not resolve the review. The result appears in the timeline and counts like that of any other lookup.',
  confirmation: null,
}

const acknowledge = (attempt: AttemptDetail): ReviewAction => ({
  type: 'acknowledge',
  label: 'Acknowledge',
  consequence: isUndecided(attempt)
    ? 'It leaves the list. The outcome stays unknown, lookups continue, and no other attempt can start.'
    : `It leaves the list and keeps its state: ${attempt.state}. No money moves.`,
  confirmation: null,
})

const discard = (attempt: AttemptDetail, kind: 'checkout' | 'payout'): ReviewAction => ({
  type: 'discard',
  label: 'Discard: the order does not exist',
  consequence:
    kind === 'checkout'
      ? 'The attempt ends without an order, and the payer can pay again. If the order exists after all, it can be paid twice.'
      : 'The payout ends as failed, and the shop gets an event. If it exists after all, paying again pays twice.',
  confirmation: `The service has confirmed by other means that no order ${attempt.externalTransactionId} of ours exists.`,
})

const acceptCurrency = (attempt: AttemptDetail): ReviewAction => ({
  type: 'accept',
  label: 'Accept as paid',
  consequence:
    'The attempt succeeds with the requested amount, and the shop gets the event and delivers. This cannot be undone.',
  confirmation: `What was received for ${attempt.externalId ?? attempt.externalTransactionId} is enough.`,
})

const acceptAmount = ({ reported, requested }: AttemptDetail): ReviewAction => ({
  type: 'accept',
  label: 'Accept as paid',
  consequence:
    'The order is paid with what was received, and the shop gets checkout.succeeded with both amounts. This cannot be undone.',
  confirmation: `${reported} of ${requested.value} ${requested.currency} is enough.`,
})

const acceptUnknownAmount = (
  { requested: { value, currency } }: AttemptDetail,
  kind: 'checkout' | 'payout',
): ReviewAction => ({
  type: 'accept',
  label: 'Accept as paid',
  consequence: `It counts as paid with the requested amount, and the shop gets ${kind}.succeeded. This cannot be undone.`,
  confirmation: `What was paid is enough, and may count as ${value} ${currency}.`,
})

const acceptForeign = (attempt: AttemptDetail): ReviewAction => ({
  type: 'accept',
  label: 'Accept: the order is ours',
  consequence:
    'The order counts from now on with its status: if it is paid, the attempt succeeds. If it belongs to someone else, their money counts as this payment.',
  confirmation: `The service has confirmed that ${attempt.externalTransactionId} is this order.`,
})

/** No order is known to be ours. */
const hasNoOrder = ({ state }: AttemptDetail): boolean =>
  state === 'unknown' || state === 'refused' || state === 'not_created'

const isUndecided = (attempt: AttemptDetail): boolean => hasNoOrder(attempt) && !attempt.absent

/** The review that waits for an operator. */
export const openReviewOf = ({ review }: AttemptDetail): AttemptDetail['review'] =>
  review?.resolved === null ? review : null

export const needsReview = ({ reviewSince, acknowledged }: UnmatchedCallback): boolean =>
  reviewSince !== null && acknowledged === null

/** The actions that an operator can take now. */
export function actionsFor(attempt: AttemptDetail, kind: 'checkout' | 'payout'): ReviewAction[] {
  const { review } = attempt
  if (review === null || review.resolved?.by === 'automatic') return [recheck]
  return [
    recheck,
    ...(review.resolved === null ? [acknowledge(attempt)] : []),
    ...changesFor(attempt, attempt.underpaid ? 'underpaid' : review.reason, kind),
  ]
}

function changesFor(
  attempt: AttemptDetail,
  reason: ReviewReason,
  kind: 'checkout' | 'payout',
): ReviewAction[] {
  const discards = isUndecided(attempt) ? [discard(attempt, kind)] : []
  switch (reason) {
    case 'unresolved':
      return discards
    case 'foreign':
      return hasNoOrder(attempt) ? [acceptForeign(attempt), ...discards] : []
    case 'currency':
      return attempt.state === 'placed' || (attempt.state === 'failed' && attempt.method === 'transfer')
        ? [acceptCurrency(attempt)]
        : []
    case 'underpaid':
    case 'amount':
      if (!attempt.underpaid) return []
      return [attempt.reported === null ? acceptUnknownAmount(attempt, kind) : acceptAmount(attempt)]
    default:
      return []
  }
}
