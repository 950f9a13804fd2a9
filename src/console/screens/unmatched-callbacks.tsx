import { useSignal } from '@preact/signals'
import type { UnmatchedCallback } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { ReviewBadge } from '../parts/badge.tsx'
import { NoteField } from '../parts/inputs.tsx'
import { Head } from '../parts/layout.tsx'
import { Pager } from '../parts/pager.tsx'
import { Polled } from '../parts/polled.tsx'
import { Id, Timestamp } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { mayDo, type Session } from '../session.ts'
import { needsReview } from '../texts/review.ts'

/** Verified callbacks that match no order. */
export function UnmatchedCallbacks({ session, after }: { session: Session; after: string | null }) {
  const polling = usePolling((abortSignal) => session.api.unmatchedCallbacks(after, abortSignal), 15)
  async function acknowledge(id: string, note: string): Promise<void> {
    await session.api.acknowledgeCallback(id, note)
    polling.refresh()
  }
  return (
    <>
      <Head title="Unmatched callbacks" />
      <p class="hint">
        Their signatures are valid, but they match no order of this server. Nothing was changed. Ask the
        service's support about each order: money may have moved that no checkout or payout shows.
      </p>
      <Polled polling={polling}>
        {({ callbacks }) =>
          callbacks.length === 0 ? (
            <p class="empty">Every verified callback has matched an order.</p>
          ) : (
            callbacks.map((callback) => (
              <CallbackCard
                key={callback.id}
                callback={callback}
                acknowledge={mayDo(session, 'resolve') ? (note) => acknowledge(callback.id, note) : null}
              />
            ))
          )
        }
      </Polled>
      <Pager
        routeOf={(to) => ({ page: 'callbacks', after: to })}
        after={after}
        next={polling.value.value?.next}
      />
    </>
  )
}

interface Props {
  callback: UnmatchedCallback
  /** Null if the operator may not decide. */
  acknowledge: ((note: string) => Promise<void>) | null
}

function CallbackCard({ callback, acknowledge }: Props) {
  const { externalId, status, amount, orderType, pipelines, receivedAt, lastAt, times } = callback
  const isOpen = needsReview(callback)
  return (
    <section class={isOpen ? 'card needs-decision' : 'card'} aria-label={`Callback ${externalId}`}>
      <h2>
        {orderType}: {status}, {groupDigits(amount)} {isOpen && <ReviewBadge />}
      </h2>
      <p>
        Signed with the key of {pipelines.join(', ')}, received <Timestamp time={receivedAt} />
        {times > 1 && (
          <>
            , {times}×, last on <Timestamp time={lastAt} />
          </>
        )}
        . externalId <Id>{externalId}</Id>
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
  const text = note.value.trim()
  return (
    <ActionForm
      label="Acknowledge"
      isReady={text !== ''}
      run={() => acknowledge(text)}
      note={<span class="hint">It leaves the list a week after it was received. Nothing else changes.</span>}
    >
      <NoteField label="Reason (recorded with the time)" note={note} />
    </ActionForm>
  )
}
