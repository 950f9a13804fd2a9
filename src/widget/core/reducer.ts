import type { CheckoutView } from '../../contract/view.ts'
import type { BlockingErrorCode, PaymentChoice, RequestFailure } from './client.ts'

/** What is known about a checkout, and about the way to the server that knows it. */
export interface SessionState {
  /** The last view that the server gave; null before the first. */
  view: CheckoutView | null
  /** Questions without an answer, in a row. */
  failureCount: number
  /** Why the last question had no answer. */
  lastFailure: RequestFailure | null
  /** Nothing more is asked until the page changes something. */
  blockingError: BlockingErrorCode | null
  /** An attempt is being started. */
  starting: PaymentChoice | null
  /** A saved card is being forgotten. */
  deletingCard: string | null
  /** What the payer asked for last could not be done. */
  actionError: 'startFailed' | 'deleteCardFailed' | null
  /** The payer looks for another way to pay than the one that failed. */
  choosingAgain: boolean
  /** The attempt that the payer says is paid. It changes words and pace, never the outcome. */
  reportedSentAttempt: number | null
  /** The attempt was seen failed or expired before. */
  wasFailedOrExpired: boolean
  /** The payer had something to pay with, here or before this session: money may be on its way. */
  mayHavePaid: boolean
  /** How far the server's clock is ahead of this machine's, in milliseconds. */
  clockOffset: number
}

export type SessionEvent =
  | { type: 'viewReceived'; view: CheckoutView; receivedAt: number }
  | { type: 'unchanged' }
  | { type: 'requestFailed'; failure: RequestFailure }
  | { type: 'blocked'; errorCode: BlockingErrorCode }
  | { type: 'startRequested'; choice: PaymentChoice }
  | { type: 'startFailed' }
  | { type: 'deleteCardRequested'; cardId: string }
  | { type: 'cardDeleted'; cardId: string }
  | { type: 'deleteCardFailed' }
  | { type: 'choosingAgain'; enabled: boolean }
  | { type: 'reportedSent' }

export const initialState: SessionState = {
  view: null,
  failureCount: 0,
  lastFailure: null,
  blockingError: null,
  starting: null,
  deletingCard: null,
  actionError: null,
  choosingAgain: false,
  reportedSentAttempt: null,
  wasFailedOrExpired: false,
  mayHavePaid: false,
  clockOffset: 0,
}

/** One lost request is a blip that the payer need not know of; two in a row are a lost connection. */
export const isConnectionLost = (state: SessionState): boolean =>
  state.failureCount > 1 && state.lastFailure !== 'rateLimited'

/** The payer says that the attempt on the screen is paid, and nothing final is known of it. */
export const isReportedSent = ({ view, reportedSentAttempt }: SessionState): boolean =>
  view?.status === 'pending' && view.attempt === reportedSentAttempt

const connected = { failureCount: 0, lastFailure: null, blockingError: null } as const

/** Every change of the state, by what happened. */
function changesFor(state: SessionState, event: SessionEvent): Partial<SessionState> {
  switch (event.type) {
    case 'viewReceived':
      return {
        ...connected,
        starting: null,
        ...applyView(state, event.view),
        clockOffset: clockOffsetOf(event.view, event.receivedAt) ?? state.clockOffset,
      }
    case 'unchanged':
      return connected
    case 'requestFailed':
      return { failureCount: state.failureCount + 1, lastFailure: event.failure }
    case 'blocked':
      return { ...connected, blockingError: event.errorCode, starting: null }
    case 'startRequested':
      return { starting: event.choice, actionError: null }
    case 'startFailed':
      return { starting: null, actionError: 'startFailed' }
    case 'deleteCardRequested':
      return { deletingCard: event.cardId, actionError: null }
    case 'cardDeleted':
      return { deletingCard: null, view: withoutCard(state.view, event.cardId) }
    case 'deleteCardFailed':
      return { deletingCard: null, actionError: 'deleteCardFailed' }
    case 'choosingAgain':
      return { choosingAgain: event.enabled }
    case 'reportedSent':
      return { reportedSentAttempt: state.view?.attempt ?? null }
  }
}

/** The state after what happened. */
export const reduce = (state: SessionState, event: SessionEvent): SessionState => ({
  ...state,
  ...changesFor(state, event),
})

function applyView(state: SessionState, view: CheckoutView): Partial<SessionState> {
  const before = state.view
  if (before?.status === 'succeeded' && before.id === view.id && view.status !== 'succeeded') return {}
  const isTransition = before?.status !== view.status || before.attempt !== view.attempt
  return {
    view,
    ...(isTransition && { choosingAgain: false, actionError: null }),
    wasFailedOrExpired:
      (state.wasFailedOrExpired && before?.attempt === view.attempt) ||
      view.status === 'failed' ||
      view.status === 'expired',
    mayHavePaid: state.mayHavePaid || wasPayable(view, before === null),
  }
}

/** Why an attempt ended before there was anything to pay with; without an action code, for nothing had begun. */
const notPayableReasons =
  /^(no-route|limit|balance|currency|unauthorized|forbidden|invalid-request|instructions-lost)$/

/** Whether a view tells of something to pay with. The first one tells nothing of what was before it. */
function wasPayable({ status, attempt, reason }: CheckoutView, isFirst: boolean): boolean {
  if (attempt === 0 || (status === 'expired' && !isFirst)) return false
  const isUnpayable = status === 'preparing' || (reason?.code === null && notPayableReasons.test(reason.key))
  return !isUnpayable || (isFirst && attempt > 1)
}

function clockOffsetOf(view: CheckoutView, receivedAt: number): number | null {
  const clockOffset = Date.parse(view.now) - receivedAt
  return Number.isNaN(clockOffset) ? null : clockOffset
}

function withoutCard(view: CheckoutView | null, cardId: string): CheckoutView | null {
  return view && { ...view, savedCards: (view.savedCards ?? []).filter(({ id }) => id !== cardId) }
}
