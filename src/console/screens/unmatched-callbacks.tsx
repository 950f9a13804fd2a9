import { useSignal } from '@preact/signals'
import type { UnmatchedCallback } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { ReviewBadge } from '../parts/badge.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { NoteField } from '../parts/inputs.tsx'
import { QueuePage } from '../parts/queue-page.tsx'
import { Id, Timestamp } from '../parts/values.tsx'
import { mayDo, type Session } from '../session.ts'
import { useSubmission } from '../submission.ts'

/** Verified callbacks that match no order. */
export const UnmatchedCallbacks = ({ session, after }: { session: Session; after: string | null }) => (
  <QueuePage
    title="Unmatched callbacks"
    hint="Their signatures are valid, but they match no order of this server. Nothing was changed. Ask the service's support about each order: money may have moved that no checkout or payout shows."
    empty="Every verified callback has matched an order."
    after={after}
    routeOf={(to) => ({ page: 'callbacks', after: to })}
    load={async (abortSignal) => {
      const { callbacks, next } = await session.api.unmatchedCallbacks(after, abortSignal)
      return { items: callbacks, next }
    }}
    card={(callback, refresh) => (
      <CallbackCard
        key={callback.id}
        callback={callback}
        acknowledge={
          mayDo(session, 'resolve')
            ? async (note) => {
                await session.api.acknowledgeCallback(callback.id, note)
                refresh()
              }
            : null
        }
      />
    )}
  />
)

interface Props {
  callback: UnmatchedCallback
  /** Null if the operator may not decide. */
  acknowledge: ((note: string) => Promise<void>) | null
}

function CallbackCard({ callback, acknowledge }: Props) {
  const { externalId, status, amount, orderType, pipelines, receivedAt, lastAt, times } = callback
  const needsReview = callback.reviewSince !== null && callback.acknowledged === null
  return (
    <section class={needsReview ? 'card needs-decision' : 'card'} aria-label={`Callback ${externalId}`}>
      <h2>
        {orderType}: {status}, {groupDigits(amount)} {needsReview && <ReviewBadge />}
      </h2>
      <p>
        externalId <Id>{externalId}</Id>, signed with the key of {pipelines.join(', ')}, received{' '}
        <Timestamp time={receivedAt} />
        {times > 1 && (
          <>
            , {times}×, last on <Timestamp time={lastAt} />
          </>
        )}
        .
      </p>
      {callback.acknowledged !== null ? (
        <p>
          Acknowledged <Timestamp time={callback.acknowledged.at} />: {callback.acknowledged.note}
        </p>
      ) : (
        acknowledge !== null && <AcknowledgeForm acknowledge={acknowledge} />
      )}
    </section>
  )
}

function AcknowledgeForm({ acknowledge }: { acknowledge(note: string): Promise<void> }) {
  const note = useSignal('')
  const { busy, failure, submit } = useSubmission()

  return (
    <form
      class="resolve"
      onSubmit={(event) => {
        event.preventDefault()
        const text = note.value.trim()
        if (text !== '') void submit(() => acknowledge(text))
      }}
    >
      <NoteField label="Reason (recorded with the time)" note={note} />
      <ErrorAlert failure={failure.value} />
      <div class="actions">
        <button type="submit" class="button-primary" disabled={note.value.trim() === '' || busy.value}>
          Acknowledge
        </button>
        <span class="hint">It leaves the list a week after it was received. Nothing else changes.</span>
      </div>
    </form>
  )
}
