import type { Method } from '../../contract/view.ts'
import { isLive, mayStart } from './checkout.ts'
import { payerActiveMs } from './lookup-schedule.ts'
import type { Attempt, Checkout } from './model.ts'

/** A pipeline that a next attempt may take. */
export interface DepositRoute {
  pipeline: string
  method: Method
}

/** Where a refusal leads: the next method is `offer`ed to the payer, or `take`n for them. */
export type Cascade = 'offer' | 'auto'

/** How many attempts in a row the server starts by itself when their instructions are lost. */
const maxLostInARow = 2

/**
 * The next attempt that the server starts by itself while a payer waits; null: none. After lost instructions
 * the same way once more. After a refusal, looked up and found to have made no order, another pipeline of the
 * same method; then, where the merchant says so, the merchant's next method. No way is taken twice.
 */
export function nextAutomaticAttempt(
  checkout: Checkout,
  at: number,
  routes: readonly DepositRoute[],
  cascade: Cascade,
): DepositRoute | null {
  const last = checkout.attempts.at(-1)
  if (last?.method == null || at - checkout.seenAt >= payerActiveMs || !mayStart(checkout, at)) return null
  if (last.state === 'placed')
    return last.setAsideAt === null && mayRetryLostInstructions(checkout)
      ? { pipeline: last.pipeline, method: last.method }
      : null
  if (last.state !== 'refused') return null

  const tried = trailingRefusals(checkout)
  const untried = routes.filter(({ pipeline }) => !tried.some((attempt) => attempt.pipeline === pipeline))
  const alternative = untried.find(({ method }) => method === last.method && method !== 'saved-card')
  if (alternative !== undefined || cascade === 'offer') return alternative ?? null
  const inOrder = checkout.methods.flatMap((method) => untried.filter((route) => route.method === method))
  return inOrder.find(({ method }) => method !== 'saved-card' && method !== last.method) ?? null
}

/** The last attempt's instructions were lost, and not too many before it. */
function mayRetryLostInstructions(checkout: Checkout): boolean {
  const tail = checkout.attempts.slice(-maxLostInARow - 1)
  return (
    checkout.attempts.at(-1)?.profile !== 'token' &&
    !(tail.length > maxLostInARow && tail.every(({ instructionsLost }) => instructionsLost))
  )
}

/** The refused attempts at the end of the story: those since the payer last chose or paid. */
function trailingRefusals(checkout: Checkout): Attempt[] {
  const end = checkout.attempts.findLastIndex(({ state }) => state !== 'refused')
  return checkout.attempts.slice(end + 1)
}

/** What the payer may choose: the merchant's order, without what was just refused, while something else is left. */
export function selectableMethods(checkout: Checkout, available: ReadonlySet<Method>, at: number): Method[] {
  const all = checkout.methods.filter((method) => available.has(method))
  const refused = isLive(checkout, at) ? trailingRefusals(checkout).map(({ method }) => method) : []
  const remaining = all.filter((method) => !refused.includes(method))
  return remaining.length === 0 ? all : remaining
}
