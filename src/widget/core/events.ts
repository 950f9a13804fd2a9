import type { CheckoutView, Status } from '../../contract/view.ts'
import type { BlockingErrorCode } from './client.ts'
import { sameView } from './read-view.ts'
import { lostConnection, type SessionState } from './reducer.ts'

/** The code of an error event. None of them implies anything about the payment. */
export type ErrorCode =
  | BlockingErrorCode
  | 'startFailed'
  | 'methodChanged'
  | 'deleteCardFailed'
  | 'extendFailed'
  | 'connectionLost'

/** A notification for the page, emitted once for each change. */
export type CheckoutEvent =
  | { type: 'ready' | 'change' | 'success' | 'fail' | 'expire' | 'claim'; view: CheckoutView }
  | { type: 'error'; code: ErrorCode }

const statusEvents: Partial<Record<Status, 'success' | 'fail' | 'expire'>> = {
  succeeded: 'success',
  failed: 'fail',
  expired: 'expire',
}

/** The events that a change of state causes. */
export function eventsBetween(before: SessionState, after: SessionState): CheckoutEvent[] {
  const events: CheckoutEvent[] = []
  const previous = confirmedView(before)
  const view = confirmedView(after)
  if (view && !sameView(previous, view)) {
    events.push({ type: previous ? 'change' : 'ready', view })
    const { status, attempts, claim } = view
    const statusEvent = statusEvents[status]
    if (statusEvent && (previous?.status !== status || previous.attempts !== attempts)) {
      events.push({ type: statusEvent, view })
    }
    // Between two views a claim may be decided and the next one opened.
    if (claim && (claim.state !== previous?.claim?.state || claim.number !== previous.claim.number)) {
      events.push({ type: 'claim', view })
    }
  }
  const previousErrors = errorsOf(before)
  for (const code of errorsOf(after)) {
    if (code && !previousErrors.includes(code)) events.push({ type: 'error', code })
  }
  return events
}

/** The page receives no view that its own HTML contained. */
export const confirmedView = ({ view, unconfirmed }: SessionState): CheckoutView | null =>
  unconfirmed ? null : view

function errorsOf(state: SessionState): (ErrorCode | null)[] {
  return [state.blockingError, state.actionError, lostConnection(state) && 'connectionLost']
}
