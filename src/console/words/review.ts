import type { z } from 'zod'
import type { AttemptDetail, ResolveReview } from '../../contract/index.ts'

type Attempt = z.infer<typeof AttemptDetail>
type ReviewReason = NonNullable<Attempt['review']>['reason']

interface ReviewText {
  title: string
  explanation: string
  nextStep: string
}

/** What is known about each thing that needs a human, and what a human can find out. */
export const reviewTexts: Record<ReviewReason, ReviewText> = {
  unresolved: {
    title: 'Nobody knows whether this order exists',
    explanation:
      'It was sent, no answer came that can be relied on, and asking has not settled it. No other attempt starts meanwhile, so nothing is paid twice.',
    nextStep: "Give the service's support the externalTransactionId below, and ask whether they have it.",
  },
  contradiction: {
    title: 'The service says something else than it said before',
    explanation:
      'What was final here stays as it was; a success is never taken back. What the service says now is in the timeline.',
    nextStep: "Ask the service's support which of the two is true for the externalId below.",
  },
  currency: {
    title: 'The money came in another currency',
    explanation:
      'The service reports a success in another currency than was asked. It is not counted as paid.',
    nextStep: "Ask the service's support what was received, then decide about the order in your shop.",
  },
  unconfirmed: {
    title: 'A callback stands that the service never confirmed',
    explanation:
      "Its signature holds, but the service's status has not agreed in the time it was given. The callback's word was taken.",
    nextStep: "Ask the service's support for the true status of the externalId below.",
  },
}

/** The title of a finding in the middle of a sentence; a word that is not known stays as it is. */
export function reviewTitle(reason: string): string {
  const match = Object.entries(reviewTexts).find(([name]) => name === reason)
  return match === undefined ? reason : match[1].title.charAt(0).toLowerCase() + match[1].title.slice(1)
}

export interface ReviewAction {
  type: ResolveReview['act']
  label: string
  consequence: string
  /** What the operator must have made sure of. */
  confirmation: string | null
}

const recheck: ReviewAction = {
  type: 'recheck',
  label: 'Ask the service again now',
  consequence: 'Changes nothing by itself. The answer comes into the timeline, and counts like any other.',
  confirmation: null,
}

const acknowledge = (attempt: Attempt): ReviewAction => ({
  type: 'acknowledge',
  label: 'Seen and dealt with',
  consequence:
    attempt.review?.reason === 'unresolved'
      ? 'It leaves the list. It stays unknown, Paypane goes on asking, and no other attempt may start.'
      : `It leaves the list, and stays as it is here: ${attempt.state}. No money moves.`,
  confirmation: null,
})

const discard = (attempt: Attempt, kind: 'checkout' | 'payout'): ReviewAction => ({
  type: 'discard',
  label: 'There is no such order',
  consequence:
    kind === 'checkout'
      ? 'The attempt ends as never made, and the payer may pay anew. If the service has the order after all, it can be paid twice.'
      : 'The payout ends as failed, and the shop is told so. If the service has it after all, paying again pays twice.',
  confirmation: `The service has confirmed by other means that it has no order under ${attempt.externalTransactionId}.`,
})

/** What an operator can do about an attempt now. */
export function actionsFor(attempt: Attempt, kind: 'checkout' | 'payout'): ReviewAction[] {
  const { review } = attempt
  if (review === null || review.resolved !== null) return [recheck]
  const canDiscard = review.reason === 'unresolved' && attempt.state === 'unknown'
  return [recheck, acknowledge(attempt), ...(canDiscard ? [discard(attempt, kind)] : [])]
}
