import type { CheckoutView, Status } from '../../contract/view.ts'
import type { Trouble } from './answer.ts'
import { isConnectionLost, type SessionState } from './machine.ts'
import { sameView } from './read-view.ts'

/** What went wrong, in one word. None of these says that money is lost. */
export type ErrorCode = Trouble | 'notStarted' | 'notForgotten' | 'connectionLost'

/** What a page is told, each once per change. */
export type Happening =
  | { type: 'ready' | 'change' | 'success' | 'fail' | 'expire'; view: CheckoutView }
  | { type: 'error'; code: ErrorCode }

type End = 'success' | 'fail' | 'expire'
const ends: Partial<Record<Status, End>> = { succeeded: 'success', failed: 'fail', expired: 'expire' }

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
  const known = errorsOf(before)
  for (const code of errorsOf(after)) {
    if (code && !known.includes(code)) happened.push({ type: 'error', code })
  }
  return happened
}

function errorsOf(state: SessionState): (ErrorCode | null)[] {
  return [state.trouble, state.refused, isConnectionLost(state) ? 'connectionLost' : null]
}

function endOf(view: CheckoutView | null): End | undefined {
  return view ? ends[view.status] : undefined
}
