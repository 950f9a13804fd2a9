import type { CheckoutView } from '../../contract/view.ts'
import type { Silence, Trouble } from './answer.ts'
import type { Way } from './client.ts'

/** What is known about a checkout, and about the way to the server that knows it. */
export interface SessionState {
  /** The last view that the server gave; null before the first. */
  view: CheckoutView | null
  /** Questions without an answer, in a row. */
  failures: number
  /** Why the last question had no answer. */
  silence: Silence | null
  /** Nothing more is asked until the page changes something. */
  trouble: Trouble | null
  /** An attempt is being started. */
  starting: Way | null
  /** A saved card is being forgotten. */
  forgetting: string | null
  /** What the payer asked for last could not be done. */
  refused: 'notStarted' | 'notForgotten' | null
  /** The payer looks for another way to pay than the one that failed. */
  choosingAgain: boolean
  /** The attempt that the payer says is paid. It changes words and pace, never the outcome. */
  claimed: number | null
  /** The attempt was seen failed or expired before. */
  wasLost: boolean
  /** The payer had something to pay with, here or before this session: money may be on its way. */
  mayHavePaid: boolean
  /** How far the server's clock is ahead of this machine's, in milliseconds. */
  skew: number
}

export type SessionEvent =
  | { type: 'viewed'; view: CheckoutView; at: number }
  | { type: 'unchanged' }
  | { type: 'unanswered'; silence: Silence }
  | { type: 'troubled'; trouble: Trouble }
  | { type: 'starting'; way: Way }
  | { type: 'startRefused' }
  | { type: 'forgetting'; card: string }
  | { type: 'forgotten'; card: string }
  | { type: 'forgetRefused' }
  | { type: 'choosingAgain'; on: boolean }
  | { type: 'claimed' }

export const initialState: SessionState = {
  view: null,
  failures: 0,
  silence: null,
  trouble: null,
  starting: null,
  forgetting: null,
  refused: null,
  choosingAgain: false,
  claimed: null,
  wasLost: false,
  mayHavePaid: false,
  skew: 0,
}

/** One lost request is a blip that the payer need not know of; two in a row are a lost connection. */
export const isConnectionLost = (state: SessionState): boolean =>
  state.failures > 1 && state.silence !== 'busy'

/** The payer says that the attempt on the screen is paid, and nothing final is known of it. */
export const isClaimed = ({ view, claimed }: SessionState): boolean =>
  view?.status === 'pending' && view.attempt === claimed

const inTouch = { failures: 0, silence: null, trouble: null } as const

/** Every change of the state, by what happened. */
function change(state: SessionState, event: SessionEvent): Partial<SessionState> {
  switch (event.type) {
    case 'viewed':
      return {
        ...inTouch,
        starting: null,
        ...look(state, event.view),
        skew: skewOf(event.view, event.at) ?? state.skew,
      }
    case 'unchanged':
      return inTouch
    case 'unanswered':
      return { failures: state.failures + 1, silence: event.silence }
    case 'troubled':
      return { ...inTouch, trouble: event.trouble, starting: null }
    case 'starting':
      return { starting: event.way, refused: null }
    case 'startRefused':
      return { starting: null, refused: 'notStarted' }
    case 'forgetting':
      return { forgetting: event.card, refused: null }
    case 'forgotten':
      return { forgetting: null, view: withoutCard(state.view, event.card) }
    case 'forgetRefused':
      return { forgetting: null, refused: 'notForgotten' }
    case 'choosingAgain':
      return { choosingAgain: event.on }
    case 'claimed':
      return { claimed: state.view?.attempt ?? null }
  }
}

/** The state after what happened. */
export const reduce = (state: SessionState, event: SessionEvent): SessionState => ({
  ...state,
  ...change(state, event),
})

function look(state: SessionState, view: CheckoutView): Partial<SessionState> {
  const before = state.view
  if (before?.status === 'succeeded' && before.id === view.id && view.status !== 'succeeded') return {}
  const isNews = before?.status !== view.status || before.attempt !== view.attempt
  return {
    view,
    ...(isNews && { choosingAgain: false, refused: null }),
    wasLost:
      (state.wasLost && before?.attempt === view.attempt) ||
      view.status === 'failed' ||
      view.status === 'expired',
    mayHavePaid: state.mayHavePaid || wasPayable(view, before === null),
  }
}

/** Why an attempt ended before there was anything to pay with; without an action code, for nothing had begun. */
const refusals =
  /^(no-route|limit|balance|currency|unauthorized|forbidden|invalid-request|instructions-lost)$/

/** Whether a view tells of something to pay with. The first one tells nothing of what was before it. */
function wasPayable({ status, attempt, reason }: CheckoutView, isFirst: boolean): boolean {
  if (attempt === 0 || (status === 'expired' && !isFirst)) return false
  const isUnpayable = status === 'preparing' || (reason?.code === null && refusals.test(reason.key))
  return !isUnpayable || (isFirst && attempt > 1)
}

function skewOf(view: CheckoutView, at: number): number | null {
  const skew = Date.parse(view.now) - at
  return Number.isNaN(skew) ? null : skew
}

function withoutCard(view: CheckoutView | null, card: string): CheckoutView | null {
  return view && { ...view, savedCards: (view.savedCards ?? []).filter(({ id }) => id !== card) }
}
