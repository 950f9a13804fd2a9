import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { AttemptDetail, CheckoutDetail, PayoutDetail, ResolveReview } from '../../contract/index.ts'
import { ApiError, asApiError } from '../api.ts'
import { groupDigits } from '../format.ts'
import { usePolling } from '../polling.ts'
import { openReviewOf } from '../texts/review.ts'
import { headline, marksOf, receivedOf, statusLabel, statusTones } from '../texts/status.ts'
import { type TimelineItem, timelineOf } from '../timeline.ts'
import { AttemptCard } from './attempt-card.tsx'
import { Badge, Mark, ReviewBadge } from './badge.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { Events } from './events.tsx'
import { Head } from './layout.tsx'
import { Polled } from './polled.tsx'
import { Table } from './table.tsx'
import { Amount, FieldRow, Timestamp } from './values.tsx'

interface Props<Detail> {
  kind: 'checkout' | 'payout'
  title(detail: Detail | null): string
  load(abortSignal: AbortSignal): Promise<Detail>
  intervalSeconds(detail: Detail): number
  /** Null if the operator may not decide. */
  resolve: ((decision: ResolveReview) => Promise<Detail>) | null
  sentence(detail: Detail): string
  paidLabel: string
  hint?(detail: Detail): string
  extraFields?(detail: Detail): ComponentChildren
  /** What awaits a decision besides reviews, shown before the attempts. */
  decisions?(detail: Detail, decide: (send: Promise<Detail>) => Promise<void>): ComponentChildren
  /** Shown above the details. */
  children?: ComponentChildren
}

/** The page of a checkout or a payout: status, attempts, callbacks, events and timeline. */
export function DetailPage<Detail extends CheckoutDetail | PayoutDetail>({
  children,
  ...options
}: Props<Detail>) {
  const polling = usePolling(options.load, options.intervalSeconds)
  const { resolve } = options
  /** A decision that came second, and what was shown when it was made. Its form is gone once the page is read again. */
  const outdated = useSignal<{ failure: ApiError; shown: Detail | null } | null>(null)

  async function decide(send: Promise<Detail>): Promise<void> {
    outdated.value = null
    try {
      polling.setValue(await send)
    } catch (error) {
      const failure = decisionFailure(asApiError(error))
      if (isOutdated(failure)) outdated.value = { failure, shown: polling.value.value }
      // What is shown may be out of date: somebody else has decided, or the response was lost.
      polling.refresh()
      throw failure
    }
  }
  return (
    <>
      <Head
        title={options.title(polling.value.value)}
        list={options.kind === 'payout' ? 'Payouts' : 'Checkouts'}
      />
      {children}
      <Polled polling={polling}>
        {(detail) => (
          <>
            <section class="card summary" aria-label="Status">
              <p class="sentence" role="status">
                {headline(detail, options.sentence(detail))}
              </p>
              <div class={`progress ${statusTones[detail.status]}`}>
                <i />
              </div>
              <p class="badges">
                <Badge status={detail.status} {...statusLabel(detail)} />
                {detail.needsReview && <ReviewBadge />}
                {'paidTwice' in detail && marksOf(detail).map((mark) => <Mark key={mark}>{mark}</Mark>)}
                {options.hint && <span class="hint">{options.hint(detail)}</span>}
              </p>
              <dl class="field-list">
                <FieldRow label="Requested">
                  <Amount amount={detail.amount} />
                </FieldRow>
                <FieldRow label={options.paidLabel}>
                  <Amount amount={receivedOf(detail)} />
                </FieldRow>
              </dl>
              <details class="open-if-wide">
                <summary>Times, id and support</summary>
                <dl class="field-list">
                  <FieldRow label="Created">
                    <Timestamp time={detail.createdAt} />
                  </FieldRow>
                  <FieldRow label="Changed">
                    <Timestamp time={detail.updatedAt} />
                  </FieldRow>
                  {options.extraFields?.(detail)}
                </dl>
              </details>
            </section>
            {outdated.value?.shown !== detail && <ErrorAlert failure={outdated.value?.failure ?? null} />}
            {options.decisions?.(detail, decide)}
            <div class="columns">
              <div>
                {reviewFirst(detail.attempts).map((attempt) => (
                  <AttemptCard
                    key={attempt.attempt}
                    attempt={attempt}
                    kind={options.kind}
                    resolve={resolve && ((action) => decide(resolve(action)))}
                  />
                ))}
              </div>
              <Timeline items={timelineOf(detail)} attempts={detail.attempts.length} />
            </div>
            {detail.attempts.length > 0 && <Callbacks callbacks={detail.callbacks} />}
            <Events events={detail.events} />
          </>
        )}
      </Polled>
    </>
  )
}

/** The state is no longer one that the decision applies to. */
const isOutdated = ({ code }: ApiError): boolean => code === 'not_awaiting' || code === 'not_resolvable'

/** The failure of a decision, with what it means for the decision. */
function decisionFailure(failure: ApiError): ApiError {
  const { kind, message, code } = failure
  if (isOutdated(failure))
    return new ApiError(kind, `Your decision was not recorded. ${message} See the timeline.`, code)
  if (kind !== 'unknown') return failure
  return new ApiError(
    kind,
    `${message} Your decision may have been recorded: this page shows it once the server responds.`,
    code,
  )
}

/** Attempts that need a decision first, then the newest. */
const reviewFirst = (attempts: AttemptDetail[]): AttemptDetail[] =>
  attempts.toReversed().sort((a, b) => Number(openReviewOf(b) !== null) - Number(openReviewOf(a) !== null))

type Callback = CheckoutDetail['callbacks'][number]

/** The stored callbacks of the service: only what their signatures prove. */
function Callbacks({ callbacks }: { callbacks: readonly Callback[] }) {
  return (
    <details class="card">
      <summary>Callbacks of the service ({callbacks.length})</summary>
      <Table
        empty="No callback received. Paypane also looks up the status by itself."
        rows={callbacks}
        rowKey={({ externalId, status, amount }) => `${externalId} ${status} ${amount}`}
        columns={[
          ['Status', '', ({ status, amount }) => `${status}, ${groupDigits(amount)}`],
          ['Received', '', receptionOf],
          [
            'Applied',
            '',
            ({ appliedAt }) => (appliedAt === null ? 'not yet' : <Timestamp time={appliedAt} />),
          ],
        ]}
      />
    </details>
  )
}

const receptionOf = ({ receivedAt, times, lastAt }: Callback) => (
  <>
    <Timestamp time={receivedAt} />
    {times > 1 && (
      <small>
        {times}×, last on <Timestamp time={lastAt} />
      </small>
    )}
  </>
)

function Steps({ steps }: { steps: TimelineItem['steps'] }) {
  return (
    <details>
      <summary>{steps.length === 1 ? 'One step' : `${steps.length} steps`} before</summary>
      <ol>
        {steps.map(({ text, code }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end.
          <li key={index}>
            {text} {code !== null && <code>{code}</code>}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The messages between shop, Paypane and service: an arrow and a sentence each. */
function Timeline({ items, attempts }: { items: readonly TimelineItem[]; attempts: number }) {
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <div class="lanes" aria-hidden="true">
        <span>Shop</span>
        <span>Paypane</span>
        <span>Service</span>
      </div>
      <ol class="timeline">
        {items.map((item) => (
          <li
            key={item.id}
            class={[
              item.lane,
              item.warning && 'warning',
              item.sameSecond && 'same-second',
              item.pending && 'pending',
            ]
              .filter(Boolean)
              .join(' ')}
          >
            <i aria-hidden="true" />
            <div class="what">
              {!item.sameSecond && (
                <span class="when">
                  {item.at !== null && <Timestamp time={item.at} since={item.since} />}
                  {item.elapsed !== '' && ` · after ${item.elapsed}`}
                  {attempts > 1 && ` · attempt ${item.attempt}`}
                </span>
              )}
              {item.text} {item.code !== null && <code>{item.code}</code>}
              {item.steps.length > 0 && <Steps steps={item.steps} />}
            </div>
          </li>
        ))}
      </ol>
      {items.length === 0 && <p class="empty">Nothing has happened yet.</p>}
    </section>
  )
}
