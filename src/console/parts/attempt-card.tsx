import type { AttemptDetail, ResolveReview } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { reasonText, refusalText } from '../texts/reason.ts'
import { actionsFor, explanationOf, openReviewOf, reviewTexts } from '../texts/review.ts'
import { attemptStateLabel, methodLabels } from '../texts/status.ts'
import { Badge } from './badge.tsx'
import { ResolveForm } from './resolve-form.tsx'
import { Amount, FieldRow, Id, Timestamp } from './values.tsx'

interface Props {
  attempt: AttemptDetail
  kind: 'checkout' | 'payout'
  /** Null if the operator may not decide. */
  resolve: ((decision: ResolveReview) => Promise<void>) | null
}

/** An attempt with its state, its review and what an operator can do about it. */
export function AttemptCard({ attempt, kind, resolve }: Props) {
  const { review } = attempt
  const openReview = openReviewOf(attempt)
  const placedAt = attempt.activity.some(({ type }) => type === 'details_missing')
    ? undefined
    : attempt.activity.find(({ type }) => type === 'create_placed')?.at
  const payTo = Object.values(attempt.payTo ?? {})
    .filter((part) => part !== null)
    .join(', ')
  const methodPrefix = attempt.method === null ? '' : `${methodLabel(attempt.method)}, `
  return (
    <section
      class={openReview !== null ? 'card attempt needs-decision' : 'card attempt'}
      aria-label={`Attempt ${attempt.attempt}`}
    >
      <header>
        <h2>
          {kind === 'checkout' ? `Attempt ${attempt.attempt}` : 'At the service'}
          <small>
            {methodPrefix}pipeline {attempt.pipeline}
          </small>
        </h2>
        <Badge status={attempt.state} label={attemptStateLabel(attempt, kind)} />
      </header>
      {openReview !== null && (
        <div class="review-text">
          <h3>{reviewTexts[openReview.reason].title}</h3>
          <p>
            Since <Timestamp time={openReview.since} />. {explanationOf(openReview.reason, attempt)}
          </p>
          <p>{reviewTexts[openReview.reason].nextStep}</p>
        </div>
      )}
      {openReview !== null && resolve !== null && (
        <ResolveForm key={openReview.since} attempt={attempt} kind={kind} resolve={resolve} />
      )}
      <dl class="field-list">
        <FieldRow label="Requested">
          <Amount amount={attempt.requested} />
        </FieldRow>
        {placedAt !== undefined && kind === 'checkout' && (
          <FieldRow label="Payment details since">
            <Timestamp time={placedAt} />
          </FieldRow>
        )}
        <FieldRow label="The service reports">
          {attempt.status ?? <span class="placeholder">nothing yet</span>}
          {attempt.reported !== null && `, ${groupDigits(attempt.reported)}`}
          {attempt.underpaid && (attempt.reported === null ? ', an unknown amount' : ', less than requested')}
        </FieldRow>
        {attempt.reportedSentAt !== null && (
          <FieldRow label="The payer reported sending">
            <Timestamp time={attempt.reportedSentAt} />
          </FieldRow>
        )}
        {payTo !== '' && <FieldRow label="Payable to">{payTo}</FieldRow>}
        {attempt.card !== null && (
          <FieldRow label="The payer's card">
            {[attempt.card.number, attempt.card.holder].filter((part) => part !== null).join(', ')}
          </FieldRow>
        )}
        {attempt.reason !== null && <FieldRow label="Why">{reasonText(attempt.reason)}</FieldRow>}
        {attempt.refusal !== null && (
          <FieldRow label="The service refused">{refusalText(attempt.refusal)}</FieldRow>
        )}
        {review?.resolved && (
          <FieldRow
            label={`Resolved by ${review.resolved.by === 'operator' ? (review.resolved.operator ?? 'the operator') : 'an update'}`}
          >
            <Timestamp time={review.resolved.at} />: {review.resolved.note}
          </FieldRow>
        )}
      </dl>
      <details class="open-if-wide">
        <summary>Ids at the service</summary>
        <dl class="field-list">
          <FieldRow label="externalTransactionId">
            <Id>{attempt.externalTransactionId}</Id>
          </FieldRow>
          <FieldRow label="externalId">
            <Id>{attempt.externalId}</Id>
          </FieldRow>
        </dl>
      </details>
      {resolve !== null && openReview === null && (
        <details>
          <summary>
            {actionsFor(attempt, kind).length > 1
              ? 'Look up the status, or decide'
              : 'Look up the status now'}
          </summary>
          <ResolveForm attempt={attempt} kind={kind} resolve={resolve} />
        </details>
      )}
    </section>
  )
}

const methodLabel = (method: string): string =>
  method === 'transfer' || method === 'form' || method === 'saved-card' ? methodLabels[method] : method
