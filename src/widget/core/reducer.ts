import type { Money } from '../../contract/money.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { BlockingErrorCode, PaymentChoice, RequestFailure, SentReport } from './client.ts'
import type { FieldError } from './read-view.ts'

/** The state of a session: the last view, the connection, and the payer's actions. */
export interface SessionState {
  /** The last view received; null before the first. */
  view: CheckoutView | null
  /** Order and amount from the page's markup, until the first view. */
  preview: {
    /** The merchant's order reference. */
    order: string
    /** What is to be paid. */
    amount: Money
  } | null
  /** The view is from the page's HTML: nothing in it can be copied or opened. */
  unconfirmed: boolean
  /** Consecutive requests without a usable response. */
  failureCount: number
  /** The cause of the last of them. */
  lastFailure: RequestFailure | null
  /** The device is offline, until the next response. */
  isOffline: boolean
  /** Polling has stopped until the payer returns or the page requests a refresh. */
  blockingError: BlockingErrorCode | null
  /** The attempt that is being started. */
  starting: PaymentChoice | null
  /** The choice whose payer fields are to be filled in, with the values that were last sent. */
  fillingIn: PaymentChoice | null
  /** What the server did not accept of those values. */
  fieldErrors: readonly FieldError[]
  /** The id of the saved card that is being deleted. */
  deletingCard: string | null
  /** The payer's last action failed. */
  actionError: StartError | 'methodChanged' | 'deleteCardFailed' | 'extendFailed' | null
  /** The payer is choosing a method again, after a failure or instead of the open attempt. */
  choosingAgain: boolean
  /** The attempt whose payment page the payer has returned from, as a server's HTML says; it is only compared. */
  redirectedFor?: unknown
  /** What the payer reported, until a view confirms it. It changes texts and polling, never the outcome. */
  sentReport: SentReport | null
  /** The payer's last report, until the server has answered it. */
  unsentReport: SentReport | null
  /** Consecutive requests with that report that failed. */
  reportFailureCount: number
  /** The current attempt was failed or expired before. */
  wasFailedOrExpired: boolean
  /** The server's time of the last change of status or attempt in this session. */
  changedAt: string | null
  /** The payer had payment details, in this session or before it: money may be on its way. */
  mayHavePaid: boolean
  /** The server's clock minus the device's clock, in milliseconds. */
  clockOffset: number
}

/** Why an attempt did not start. */
export type StartError = 'startFailed' | 'attemptsLimit' | 'notReplaceable' | 'amountChanged'

/** A response, named as `RequestResult` does. */
type ResponseEvent =
  /** `clockOffset`: that of the session which received the view. */
  | { type: 'view'; view: CheckoutView; clockOffset?: number | undefined }
  | { type: 'unchanged'; date: string | null }
  | { type: 'failed'; failure: RequestFailure }
  | { type: 'rejected'; errorCode: BlockingErrorCode }
  | { type: 'deleted' | 'fieldsInvalid' }

/** What happened; `reduce` applies it to the state. */
export type SessionEvent =
  | (ResponseEvent & { receivedAt: number })
  | { type: 'offline' }
  | { type: 'fillingIn'; choice: PaymentChoice | null; errors: readonly FieldError[] }
  | { type: 'startRequested'; choice: PaymentChoice }
  /** Null: the payer tries again. */
  | { type: 'actionError'; error: StartError | 'extendFailed' | null }
  | { type: 'deletingCard'; cardId: string; outcome?: 'deleted' | 'failed' }
  | { type: 'choosingAgain'; enabled: boolean }
  | { type: 'reportedSent'; sent: boolean }
  | { type: 'reportAnswered'; failed: boolean }

const connected = { failureCount: 0, isOffline: false, lastFailure: null, blockingError: null } as const

export const initialState: SessionState = {
  ...connected,
  view: null,
  preview: null,
  unconfirmed: false,
  starting: null,
  fillingIn: null,
  fieldErrors: [],
  deletingCard: null,
  actionError: null,
  choosingAgain: false,
  sentReport: null,
  unsentReport: null,
  reportFailureCount: 0,
  wasFailedOrExpired: false,
  changedAt: null,
  mayHavePaid: false,
  clockOffset: 0,
}

/** Why the payer has no connection; null with one. A single failed request is not shown to the payer. */
export const lostConnection = (state: SessionState): LostConnection | null => {
  if (state.isOffline) return 'offline'
  return state.failureCount > 1 && state.lastFailure !== 'rateLimited' ? 'connectionLost' : null
}

/** The device is offline, or the server does not respond. */
export type LostConnection = 'connectionLost' | 'offline'

/** No further attempt may start, whatever the last view says. */
export const isAttemptsLimit = ({ view, actionError }: SessionState): boolean =>
  actionError === 'attemptsLimit' || view?.reason?.key === 'attempts-limit'

/** The payer reported the money of the current attempt as sent, here or elsewhere, and it may still arrive. */
export const isReportedSent = ({ view, sentReport }: SessionState): boolean =>
  (view?.status === 'pending' || (view?.status === 'expired' && !view.final)) &&
  (sentReport?.attempt === view.attempts ? sentReport.sent : Boolean(view.reportedSentAt))

/** The report that the money of the current attempt was sent has not arrived; it is sent again. */
export const hasReportFailed = ({ view, unsentReport, reportFailureCount }: SessionState): boolean =>
  reportFailureCount > 0 && unsentReport?.sent === true && unsentReport.attempt === view?.attempts

/** Another attempt would set the last one aside: the payer has to state that no money was sent. */
export const needsReplace = ({ retry, canReplace }: CheckoutView): boolean => !retry && canReplace === true

/** How many methods and saved cards the payer can choose from. */
export const choiceCount = ({ methods, savedCards = [] }: CheckoutView): number =>
  methods.length + savedCards.length

/** The payer may start another attempt, after a failure or in place of the open one. */
export const canStartAgain = (state: SessionState): boolean =>
  Boolean(state.view?.retry || state.view?.canReplace) && !isAttemptsLimit(state)

/** The choice whose fields the payer has to fill in now. A single method is chosen by itself. */
export function choiceToFillIn(state: SessionState): PaymentChoice | null {
  const { view, fillingIn } = state
  if (!view) return null
  const isChoosing = view.status === 'choosing'
  if (!isChoosing && !canStartAgain(state)) return null
  const [method] = view.methods
  const choice = fillingIn ?? (isChoosing && method && choiceCount(view) === 1 ? { method } : null)
  return choice && view.fields?.[choice.method] ? choice : null
}

function changesFor(state: SessionState, event: SessionEvent): Partial<SessionState> {
  switch (event.type) {
    case 'view':
      return {
        ...connected,
        starting: null,
        unconfirmed: false,
        ...applyView(state, event.view),
        clockOffset: event.clockOffset ?? clockOffsetFor(state, event.view.now, event.receivedAt, 0),
      }
    case 'unchanged':
      // An HTTP date has whole seconds: a smaller difference is not a change of the clock.
      return { ...connected, clockOffset: clockOffsetFor(state, event.date, event.receivedAt, 2000) }
    case 'failed':
      return { failureCount: state.failureCount + 1, lastFailure: event.failure }
    case 'deleted':
    case 'fieldsInvalid':
      return {}
    case 'offline':
      return { isOffline: true }
    case 'rejected':
      return { ...connected, blockingError: event.errorCode, starting: null }
    case 'fillingIn':
      return { starting: null, fillingIn: event.choice, fieldErrors: event.errors, actionError: null }
    case 'startRequested':
      return { starting: event.choice, fillingIn: event.choice, fieldErrors: [], actionError: null }
    case 'actionError':
      return {
        starting: null,
        actionError: event.error,
        // Money may be on its way: the payer returns to the open attempt.
        ...(event.error === 'notReplaceable' && { choosingAgain: false, fillingIn: null }),
      }
    case 'deletingCard': {
      const { cardId, outcome } = event
      return {
        deletingCard: outcome ? null : cardId,
        actionError: outcome === 'failed' ? 'deleteCardFailed' : null,
        view: outcome === 'deleted' ? withoutCard(state.view, cardId) : state.view,
      }
    }
    case 'choosingAgain':
      return { choosingAgain: event.enabled }
    case 'reportedSent': {
      const sentReport = state.view && { attempt: state.view.attempts, sent: event.sent }
      return { sentReport, unsentReport: sentReport, reportFailureCount: 0 }
    }
    case 'reportAnswered':
      return {
        unsentReport: event.failed ? state.unsentReport : null,
        reportFailureCount: event.failed ? state.reportFailureCount + 1 : 0,
      }
  }
}

export const reduce = (state: SessionState, event: SessionEvent): SessionState => ({
  ...state,
  ...changesFor(state, event),
})

function applyView(state: SessionState, view: CheckoutView): Partial<SessionState> {
  const shown = state.view
  // What the page's HTML said is no evidence of anything.
  const before = state.unconfirmed ? null : shown
  // A late response never revokes a success.
  if (before?.status === 'succeeded' && before.id === view.id && view.status !== 'succeeded') return {}
  const isTransition = shown?.status !== view.status || shown.attempts !== view.attempts
  const chosen = state.starting?.method ?? (before?.status === 'preparing' && before.method)
  const isMethodChanged =
    (view.status === 'preparing' || view.status === 'pending') &&
    ((chosen && view.method && chosen !== view.method) ||
      (before?.attempts === view.attempts && state.actionError === 'methodChanged'))
  const { sentReport } = state
  const isConfirmed = sentReport?.sent === Boolean(view.reportedSentAt)
  return {
    view,
    sentReport: isConfirmed ? null : sentReport,
    unsentReport: view.status === 'succeeded' ? null : state.unsentReport,
    ...(isTransition && {
      changedAt: before && view.now,
      fillingIn: null,
      fieldErrors: [],
      choosingAgain: false,
      // No route took the chosen method, and the server started another.
      actionError: isMethodChanged ? 'methodChanged' : null,
    }),
    wasFailedOrExpired:
      (state.wasFailedOrExpired && before?.attempts === view.attempts) ||
      view.status === 'failed' ||
      view.status === 'expired',
    mayHavePaid: (state.mayHavePaid && !state.unconfirmed) || wasPayable(view, before === null),
  }
}

/** Reasons without an action code, of attempts that ended before the payer had payment details. */
const notPayableReasons =
  /^(no-route|limit|balance|currency|unauthorized|forbidden|invalid-request|details-lost|attempts-limit)$/

/** Whether the payer had payment details. The first view of a session says nothing about earlier attempts. */
function wasPayable({ status, attempts, reason }: CheckoutView, isFirst: boolean): boolean {
  if (attempts === 0 || (status === 'expired' && !isFirst)) return false
  const isUnpayable = status === 'preparing' || (reason?.code === null && notPayableReasons.test(reason.key))
  return !isUnpayable || (isFirst && attempts > 1)
}

/** An invalid time, and one that differs from the clock so far by at most the precision, changes nothing. */
function clockOffsetFor(
  state: SessionState,
  time: string | null,
  receivedAt: number,
  precisionMs: number,
): number {
  const clockOffset = Date.parse(time ?? '') - receivedAt
  return Math.abs(clockOffset - state.clockOffset) > precisionMs ? clockOffset : state.clockOffset
}

function withoutCard(view: CheckoutView | null, cardId: string): CheckoutView | null {
  return view && { ...view, savedCards: (view.savedCards ?? []).filter(({ id }) => id !== cardId) }
}
