import { useSignal } from '@preact/signals'
import type { Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'

/** Sends all events since a time again, for a shop that lost them. */
export function ResendSince({ session }: { session: Session }) {
  const { busy, failure, submit } = useSubmission()
  const since = useSignal('')
  const done = useSignal('')
  const time = parseLocal(since.value)
  return (
    <details class="card rows">
      <summary>Send all events since a time again</summary>
      <form
        class="resolve"
        onSubmit={(event) => {
          event.preventDefault()
          if (time === null) return
          void submit(async () => {
            done.value = ''
            const count = await session.api.resendEvents(time)
            done.value = count === 1 ? '1 event is sent again.' : `${count} events are sent again.`
          })
        }}
      >
        <p class="hint">
          This includes delivered events. Each keeps its id: the shop must ignore ids that it has processed.
        </p>
        <label for="resend-since">Since (your time zone)</label>
        <input
          id="resend-since"
          type="datetime-local"
          value={since.value}
          onInput={(event) => {
            since.value = event.currentTarget.value
          }}
        />
        <ErrorAlert failure={failure.value} />
        <div class="actions">
          <button type="submit" class="button-primary" disabled={time === null || busy.value}>
            Send all again
          </button>
          <span role="status">{done.value}</span>
        </div>
      </form>
    </details>
  )
}

/** `2026-01-31T12:00` of the operator's time zone as RFC 3339; null until it is complete. */
function parseLocal(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
