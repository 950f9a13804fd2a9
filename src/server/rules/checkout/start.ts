import type { Checkout } from '../model.ts'
import type { Policy } from '../policy.ts'
import { hasAttemptsLeft, isUnconfirmedRefusal, mayStart, paidAttempt } from './checkout.ts'
import { mayReplace, mayReplaceOnceOpen } from './replace.ts'

/** What a payer's request to start an attempt leads to. */
type StartDecision =
  | { type: 'start'; replaces: boolean }
  /** Nothing stored refuses it, but the last attempt has to be looked up first. */
  | { type: 'look_up' }
  /** The payer's page shows the payment. */
  | { type: 'paid' }
  | { type: 'refused'; code: 'not_replaceable' | 'not_retryable' | 'attempts_limit' }

interface StartRequest {
  /** The payer says that the open attempt may be replaced. */
  replace: boolean | undefined
  /** When the last lookup of it was requested; null before that. */
  lookedUpAt: number | null
}

export function decideStart(
  checkout: Checkout,
  request: StartRequest,
  at: number,
  policy: Policy,
): StartDecision {
  const decision = decideByState(checkout, request, at, policy)
  const goesOn = decision.type === 'start' || decision.type === 'look_up'
  return goesOn && !hasAttemptsLeft(checkout, policy) ? { type: 'refused', code: 'attempts_limit' } : decision
}

function decideByState(
  checkout: Checkout,
  { replace, lookedUpAt }: StartRequest,
  at: number,
  policy: Policy,
): StartDecision {
  if (mayStart(checkout, at)) return { type: 'start', replaces: false }
  if (mayStart(withoutRefusal(checkout), at)) return { type: 'look_up' }
  if (!replace) return { type: 'refused', code: 'not_retryable' }
  if (paidAttempt(checkout) !== undefined) return { type: 'paid' }
  if (mayReplace(checkout, lookedUpAt ?? at, at, policy)) return { type: 'start', replaces: true }
  return mayReplaceOnceOpen(checkout, at, policy)
    ? { type: 'look_up' }
    : { type: 'refused', code: 'not_replaceable' }
}

/** Without the last attempt, if it was refused and only a lookup is missing (rule 4). */
function withoutRefusal(checkout: Checkout): Checkout {
  const last = checkout.attempts.at(-1)
  return last !== undefined && isUnconfirmedRefusal(last)
    ? { ...checkout, attempts: checkout.attempts.slice(0, -1) }
    : checkout
}
