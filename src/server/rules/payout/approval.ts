import type { Money } from '../../../contract/money.ts'
import { isSamePerson } from '../../../contract/operator.ts'
import { addAmounts, isLessThan, readAmount } from '../../../service/amount.ts'
import type { Approval, Payout } from '../model.ts'

/** Decimal text by currency key: `{ UAH: '10000' }`. */
export type AmountsByCurrency = Readonly<Record<string, string>>

/** Which payouts need a second operator: none of them, all, or those above an amount. */
export type PayoutApproval = 'never' | 'always' | AmountsByCurrency

/** As people write an amount: without an exponent or leading zeros. */
const isPlainAmount = (text: string): boolean => readAmount(text) === text

/** What is wrong with amounts by currency, as a predicate; null: nothing. */
export function amountsProblem(amounts: AmountsByCurrency): string | null {
  const wrong = Object.entries(amounts).filter(([, amount]) => !isPlainAmount(amount))
  const currencies = wrong.map(([currency]) => currency).join(', ')
  return wrong.length === 0 ? null : `has an amount that is not decimal text: ${currencies}`
}

/** Rule 18: whether a payout of this amount needs a second operator. A currency without an amount does. */
export function needsApproval({ value, currency }: Money, policy: PayoutApproval): boolean {
  if (typeof policy === 'string') return policy !== 'never'
  const amount = amountOf(policy, currency)
  return amount === null || isLessThan(amount, value)
}

/** What may be paid out in a currency on a day; null without limits. Once there are limits, a currency without one has 0. */
export const dailyLimit = (limits: AmountsByCurrency | null, currency: string): string | null =>
  limits === null ? null : (amountOf(limits, currency) ?? '0')

const amountOf = (amounts: AmountsByCurrency, currency: string): string | null =>
  Object.hasOwn(amounts, currency) ? (amounts[currency] ?? null) : null

/** What is reserved of a day after one more payout; null if that is above the limit. */
export function reserved(
  before: string,
  { amount, limit }: { amount: string; limit: string },
): string | null {
  const after = addAmounts(before, amount)
  return isLessThan(limit, after) ? null : after
}

/** What awaits a second operator. */
export function pendingApproval({ approvals, request }: Payout): Approval | null {
  const last = approvals.at(-1)
  if (last === undefined || last.decided !== null) return null
  // Erased with the rest of its personal data: it cannot be sent any more.
  return last.action === 'create' && request.body === null ? null : last
}

/** The operator has requested what awaits, and so may not decide it. */
export const isOwnRequest = ({ by }: Approval, operator: string): boolean =>
  by !== null && isSamePerson(by, operator)

/** The payout after a decision about what awaits it. */
export const decided = (
  payout: Payout,
  pending: Approval,
  decision: { approved: boolean; by: string; at: number; note: string | null },
): Payout => ({ ...payout, approvals: [...payout.approvals.slice(0, -1), { ...pending, decided: decision }] })
