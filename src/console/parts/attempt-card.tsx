import type { z } from 'zod'
import type { AttemptDetail, ResolveReview } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { reasonText } from '../words/reason.ts'
import { reviewTexts } from '../words/review.ts'
import { attemptStateLabels, methodLabels } from '../words/status.ts'
import { Amount, Badge, FieldRow, Id, Timestamp } from './common.tsx'
import { ResolveForm } from './resolve-form.tsx'

interface Props {
  attempt: z.infer<typeof AttemptDetail>
  kind: 'checkout' | 'payout'
  resolve(decision: ResolveReview): Promise<void>
}

/** One create call: what is known of it, and what an operator can do about it. */
export function AttemptCard({ attempt, kind, resolve }: Props) {
  const { review } = attempt
  const needsDecision = review !== null && review.resolved === null
  const methodPrefix = attempt.method === null ? '' : `${methodLabel(attempt.method)}, `
  return (
    <section
      class={needsDecision ? 'card attempt asks' : 'card attempt'}
      aria-label={`Attempt ${attempt.attempt}`}
    >
      <header>
        <h2>
          {kind === 'checkout' ? `Attempt ${attempt.attempt}` : 'At the service'}
          <small>
            {methodPrefix}pipeline {attempt.pipeline}
          </small>
        </h2>
        <Badge status={attempt.state} label={attemptStateLabels[attempt.state]} />
      </header>
      {needsDecision && (
        <div class="finding">
          <h3>{reviewTexts[review.reason].title}</h3>
          <p>
            Since <Timestamp time={review.since} />. {reviewTexts[review.reason].explanation}
          </p>
          <p>{reviewTexts[review.reason].nextStep}</p>
        </div>
      )}
      <dl class="facts">
        <FieldRow label="externalTransactionId">
          <Id>{attempt.externalTransactionId}</Id>
        </FieldRow>
        <FieldRow label="externalId">
          <Id>{attempt.externalId}</Id>
        </FieldRow>
        <FieldRow label="Asked">
          <Amount amount={attempt.asked} />
        </FieldRow>
        <FieldRow label="The service reports">
          {attempt.status ?? <span class="none">nothing yet</span>}
          {attempt.reported !== null && `, ${groupDigits(attempt.reported)}`}
        </FieldRow>
        {attempt.reason !== null && <FieldRow label="Why">{reasonText(attempt.reason)}</FieldRow>}
        <FieldRow label="Paypane asks next">
          {attempt.nextLookup === null ? 'never' : <Timestamp time={attempt.nextLookup} />}
        </FieldRow>
        {review?.resolved && (
          <FieldRow
            label={`Settled by ${review.resolved.by === 'operator' ? 'the operator' : 'what was heard'}`}
          >
            <Timestamp time={review.resolved.at} />: {review.resolved.note}
          </FieldRow>
        )}
      </dl>
      {needsDecision ? (
        <ResolveForm attempt={attempt} kind={kind} resolve={resolve} />
      ) : (
        <details>
          <summary>Ask the service now</summary>
          <ResolveForm attempt={attempt} kind={kind} resolve={resolve} />
        </details>
      )}
    </section>
  )
}

const methodLabel = (method: string): string =>
  method === 'transfer' || method === 'form' || method === 'saved-card' ? methodLabels[method] : method
