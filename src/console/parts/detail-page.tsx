import type { ComponentChildren } from 'preact'
import type { CheckoutDetail, PayoutDetail, ResolveReview } from '../../contract/index.ts'
import { usePolling } from '../polling.ts'
import { hashOf, noFilters } from '../route.ts'
import { timelineOf } from '../timeline.ts'
import { statusTones } from '../words/status.ts'
import { AttemptCard } from './attempt-card.tsx'
import { Callbacks, Events } from './callbacks-and-events.tsx'
import { Amount, Badge, ErrorAlert, FieldRow, Heading, ReviewBadge, Timestamp } from './common.tsx'
import { Timeline } from './timeline.tsx'

interface Props<Detail> {
  kind: 'checkout' | 'payout'
  list: { page: 'checkouts' | 'payouts'; name: string }
  title(detail: Detail | null): string
  load(abortSignal: AbortSignal): Promise<Detail>
  /** Seconds between two looks. */
  intervalSeconds(detail: Detail): number
  resolve(decision: ResolveReview): Promise<Detail>
  /** How it stands, in one sentence. */
  sentence(detail: Detail): string
  /** How the money is called that has moved. */
  paidLabel: string
  hint?(detail: Detail): string
  extraFields?(detail: Detail): ComponentChildren
  /** Stands before the story. */
  children?: ComponentChildren
}

/** What a checkout's story and a payout's have in common: how it stands, its attempts, what was said, the timeline. */
export function DetailPage<Detail extends CheckoutDetail | PayoutDetail>({
  children,
  ...options
}: Props<Detail>) {
  const polling = usePolling(options.load, options.intervalSeconds)
  const detail = polling.value.value
  const title = options.title(detail)
  return (
    <>
      <div class="head">
        <a href={hashOf({ page: options.list.page, ...noFilters })}>{options.list.name}</a>
        <Heading title={title}>{title}</Heading>
      </div>
      {children}
      <ErrorAlert failure={polling.failure.value} onRetry={polling.refresh} />
      {detail === null ? (
        <p class="quiet-line">{polling.failure.value === null ? 'Loading…' : ''}</p>
      ) : (
        <>
          <section class="card lead" aria-label="How it stands">
            <p class="sentence" role="status">
              {options.sentence(detail)}
            </p>
            <div class={`thread ${statusTones[detail.status]}`}>
              <i />
            </div>
            <p class="badges">
              <Badge status={detail.status} />
              {detail.needsReview && <ReviewBadge />}
              {options.hint && <span class="hint">{options.hint(detail)}</span>}
            </p>
            <dl class="facts">
              <FieldRow label="Asked">
                <Amount amount={detail.amount} />
              </FieldRow>
              <FieldRow label={options.paidLabel}>
                <Amount amount={detail.paid} />
              </FieldRow>
              <FieldRow label="Created">
                <Timestamp time={detail.createdAt} />
              </FieldRow>
              <FieldRow label="Changed">
                <Timestamp time={detail.updatedAt} />
              </FieldRow>
              {options.extraFields?.(detail)}
            </dl>
          </section>
          <div class="columns">
            <div>
              {detail.attempts.toReversed().map((attempt) => (
                <AttemptCard
                  key={attempt.attempt}
                  attempt={attempt}
                  kind={options.kind}
                  resolve={async (act) => polling.setValue(await options.resolve(act))}
                />
              ))}
              <Callbacks callbacks={detail.callbacks} />
              <Events events={detail.events} />
            </div>
            <Timeline items={timelineOf(detail.attempts, detail.events)} attempts={detail.attempts.length} />
          </div>
        </>
      )}
    </>
  )
}
