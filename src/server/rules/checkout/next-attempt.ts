import type { Method } from '../../../contract/view.ts'
import { payerActiveMs } from '../attempt/lookup-schedule.ts'
import type { Attempt, Checkout } from '../model.ts'
import { isLive, mayStart } from './checkout.ts'

export interface DepositRoute {
  pipeline: string
  method: Method
}

/** After a refusal the next method is offered to the payer, or started automatically. */
export type Cascade = 'offer' | 'auto'

/**
 * The attempt that the server starts by itself while a payer waits, or null. After lost payment details: the same route
 * again. After a confirmed refusal: another pipeline of the same method, then with `cascade: 'auto'` the next method.
 * No route is used twice, and only those that serve the order's amount and currency are given.
 */
export function nextAutomaticAttempt(
  checkout: Checkout,
  at: number,
  routes: readonly DepositRoute[],
  cascade: Cascade,
): DepositRoute | null {
  const last = checkout.attempts.at(-1)
  if (last === undefined || !mayContinueAutomatically(checkout, at)) return null
  if (last.state === 'placed')
    return last.replacedAt === null && !isLostAgain(checkout)
      ? (routes.find(({ pipeline }) => pipeline === last.pipeline) ?? null)
      : null
  if (last.state !== 'refused') return null

  const tried = trailingRefusals(checkout)
  const untried = routes.filter(({ pipeline }) => !tried.some((attempt) => attempt.pipeline === pipeline))
  const alternative = untried.find(({ method }) => method === last.method && method !== 'saved-card')
  if (alternative !== undefined || cascade === 'offer') return alternative ?? null
  const inOrder = checkout.methods.flatMap((method) => untried.filter((route) => route.method === method))
  return inOrder.find(({ method }) => method !== 'saved-card') ?? null
}

/** An attempt was started, a payer waits, and nothing stands against another attempt. */
export const mayContinueAutomatically = (checkout: Checkout, at: number): boolean =>
  checkout.attempts.length > 0 && at - checkout.seenAt < payerActiveMs && mayStart(checkout, at)

/** Payment details were lost twice in a row: a third attempt would end the same way. */
const isLostAgain = ({ attempts }: Checkout): boolean =>
  attempts.length > 1 && attempts.slice(-2).every(({ detailsLost }) => detailsLost)

function trailingRefusals(checkout: Checkout): Attempt[] {
  const end = checkout.attempts.findLastIndex(({ state }) => state !== 'refused')
  return checkout.attempts.slice(end + 1)
}

/**
 * The methods to choose from, in the merchant's order; without those just refused, if others remain.
 *
 * @param correctable Methods that were refused because a field was missing, which the payer can fill in now.
 */
export function selectableMethods(
  checkout: Checkout,
  available: ReadonlySet<Method>,
  at: number,
  correctable: ReadonlySet<Method> = new Set(),
): Method[] {
  const all = checkout.methods.filter((method) => available.has(method))
  const refused = isLive(checkout, at) ? trailingRefusals(checkout).map(({ method }) => method) : []
  const remaining = all.filter((method) => correctable.has(method) || !refused.includes(method))
  return remaining.length === 0 ? all : remaining
}
