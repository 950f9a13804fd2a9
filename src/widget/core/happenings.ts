import type { CheckoutView, Status } from '../../contract/view.ts'
import { isConnectionLost, type SessionState } from './machine.ts'
import { sameView } from './read-view.ts'

/** What went wrong, in one word. None of these says that money is lost. */
export type ErrorCode =
  | 'not_found'
  | 'forbidden'
  | 'amount_changed'
  | 'unavailable'
  | 'connection_lost'
  | 'not_started'
  | 'not_forgotten'

/** What a page is told, each once per change. */
export type Happening =
  | { type: 'ready' | 'change' | 'success' | 'fail' | 'expire'; view: CheckoutView }
  | { type: 'error'; code: ErrorCode }

type End = 'success' | 'fail' | 'expire'
const ends: Partial<Record<Status, End>> = { succeeded: 'success', failed: 'fail', expired: 'expire' }
const troubles = {
  'not-found': 'not_found',
  forbidden: 'forbidden',
  'amount-changed': 'amount_changed',
  unavailable: 'unavailable',
} as const
const refusals = { start: 'not_started', forget: 'not_forgotten' } as const

/** What happened between two states. */
export function happenings(before: SessionState, after: SessionState): Happening[] {
  const happened: Happening[] = []
  const { view } = after
  if (view && !sameView(before.view, view)) {
    happened.push({ type: before.view ? 'change' : 'ready', view })
    const end = endOf(view)
    if (end && (endOf(before.view) !== end || before.view?.attempt !== view.attempt)) {
      happened.push({ type: end, view })
    }
  }
  if (after.trouble && after.trouble !== before.trouble) {
    happened.push({ type: 'error', code: troubles[after.trouble] })
  }
  if (after.refused && after.refused !== before.refused) {
    happened.push({ type: 'error', code: refusals[after.refused] })
  }
  if (isConnectionLost(after) && !isConnectionLost(before)) {
    happened.push({ type: 'error', code: 'connection_lost' })
  }
  return happened
}

function endOf(view: CheckoutView | null): End | undefined {
  return view ? ends[view.status] : undefined
}
