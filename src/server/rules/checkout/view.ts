import type { Money } from '../../../contract/money.ts'
import type {
  Action,
  CheckoutView,
  Merchant,
  Method,
  PayerField,
  RefundView,
  SavedCard,
  Status,
} from '../../../contract/view.ts'
import { sameAmount } from '../../../service/amount.ts'
import { reasonOf, withoutCode } from '../attempt/reason.ts'
import { isKnownShort, reportedOrPaid } from '../attempt/underpaid.ts'
import { canClaim, claimViewOf } from '../claim.ts'
import type { Attempt, Checkout } from '../model.ts'
import type { Policy } from '../policy.ts'
import { isoTime, isoTimeOrNull } from '../time.ts'
import {
  canExtend,
  hasAttemptsLeft,
  isFinal,
  isLive,
  isRenewable,
  isUnderpaid,
  mayHaveBeenPaid,
  mayStart,
  paidAttempt,
} from './checkout.ts'
import { selectableMethods } from './next-attempt.ts'
import { canReplaceLast } from './replace.ts'

/** How a payer may pay. */
export interface PaymentOptions {
  /** Methods that have a pipeline, and saved cards that this payer may use. */
  available: ReadonlySet<Method>
  savedCards: SavedCard[] | null
}

export interface ViewFields {
  /** What the payer fills in, by method. */
  fields?: Partial<Record<Method, PayerField[]>>
  /** Methods that were refused because a field was missing, which the payer can fill in now. */
  correctable?: ReadonlySet<Method>
}

/** What a view needs besides the checkout itself. */
export interface ViewContext extends PaymentOptions, ViewFields {
  at: number
  policy: Policy
  merchant: Merchant | null
  /** What the shop says while a claim is open. */
  claimText: string | null
  /** The current attempt's decrypted payment details. */
  action: Action | null
}

/** The status that the payer sees, derived from the attempts and the clock. */
export function statusOf(checkout: Checkout, at: number): Status {
  if (paidAttempt(checkout) !== undefined) return 'succeeded'
  // Less than asked was paid: nothing to do for the payer until it is decided.
  if (isUnderpaid(checkout)) return 'pending'
  const last = checkout.attempts.at(-1)
  const isExpired = at >= checkout.expiresAt
  if (last === undefined) return isExpired ? 'expired' : 'choosing'
  switch (last.state) {
    case 'failed':
      return 'failed'
    case 'refused':
      return isExpired && !last.confirmedAbsent ? 'expired' : 'failed'
    case 'placed':
      return isExpired ? 'expired' : last.detailsLost || last.replacedAt !== null ? 'failed' : 'pending'
    case 'not_created':
      return isExpired && !isRenewable(checkout, at) ? 'expired' : 'failed'
    default:
      return isExpired ? 'expired' : 'preparing'
  }
}

/** Seconds until the next poll of a checkout that nobody is paying now. */
const idlePollAfter = 30

/** The attempt whose payment details are shown to the payer, if any: none while an earlier one may have been paid. */
export const shownAttempt = (checkout: Checkout, at: number): Attempt | undefined => {
  const last = checkout.attempts.at(-1)
  const isPayable =
    statusOf(checkout, at) === 'pending' &&
    !isUnderpaid(checkout) &&
    !checkout.attempts.slice(0, -1).some(mayHaveBeenPaid)
  return isPayable && last?.paymentDetails ? last : undefined
}

/** Contract 1, from what is stored. */
export function viewOf(checkout: Checkout, context: ViewContext): CheckoutView {
  const { at, policy } = context
  const status = statusOf(checkout, at)
  const last = checkout.attempts.at(-1)
  const underpaid = isUnderpaid(checkout)
  const final = isFinal(checkout, at, policy)
  const methods = selectableMethods(checkout, context.available, at, context.correctable)
  const hasEnded = status === 'failed' || status === 'expired'
  const mayRetry = hasEnded && methods.length > 0 && (mayStart(checkout, at) || isRenewable(checkout, at))
  const isLimited = mayRetry && !hasAttemptsLeft(checkout, policy)
  const retry = mayRetry && !isLimited
  const canReplace = isReplaceable(checkout, status, context)
  const fields = retry || canReplace || status === 'choosing' ? fieldsOf(context, methods) : []
  const refunds = refundViews(checkout)
  const members = {
    id: checkout.id,
    order: checkout.order,
    amount: last?.amount ?? checkout.amount,
    paid: paidOf(checkout),
    method: (paidAttempt(checkout) ?? last)?.method ?? null,
    methods,
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
    attempts: checkout.attempts.length,
    action: null,
    reason: null,
    retry,
    canReplace,
    canClaim: last !== undefined && canClaim(checkout, last.n, at, policy),
    canExtend: canExtend(checkout, at, policy),
    claim: claimViewOf(checkout, context.claimText),
    reportedSentAt: isoTimeOrNull(last?.reportedSentAt ?? null),
    expiresAt:
      status === 'succeeded' || status === 'failed' || underpaid ? null : isoTime(checkout.expiresAt),
    now: isoTime(at),
    ...(context.savedCards === null ? {} : { savedCards: context.savedCards }),
    ...(context.merchant === null ? {} : { merchant: context.merchant }),
    ...(checkout.next === null ? {} : { next: checkout.next }),
    ...(refunds.length === 0 ? {} : { refunds }),
  }
  const pollAfter = final ? null : idlePollAfter
  switch (status) {
    case 'choosing':
      return { ...members, status, final: false, method: null, attempts: 0, paid: null, pollAfter: 15 }
    case 'preparing':
      return { ...members, status, final: false, pollAfter: 1 }
    case 'pending':
      return {
        ...members,
        status,
        final: false,
        action: context.action,
        pollAfter: underpaid ? idlePollAfter : 3,
      }
    case 'succeeded':
      return { ...members, status, final: true, paid: members.paid ?? members.amount, pollAfter: null }
    case 'failed':
      return {
        ...members,
        status,
        final,
        pollAfter,
        reason: last === undefined || isLimited ? attemptsLimit : reasonOf(last),
      }
    case 'expired':
      return { ...members, status, final, pollAfter }
  }
}

/** The methods that have payer fields, with them. */
const fieldsOf = ({ fields = {} }: ViewContext, methods: readonly Method[]): [Method, PayerField[]][] =>
  methods.flatMap((method): [Method, PayerField[]][] => {
    const listed = fields[method] ?? []
    return listed.length === 0 ? [] : [[method, listed]]
  })

/** The view for a request that may only read the payment's outcome. */
export const outcomeOf = (view: CheckoutView): CheckoutView => ({
  ...view,
  action: null,
  methods: [],
  retry: false,
  canReplace: false,
  canExtend: false,
})

/** The payer may replace the last attempt: it can still be paid, or its time is over and it is still watched. */
function isReplaceable(checkout: Checkout, status: Status, { at, policy }: ViewContext): boolean {
  const isOver = !isLive(checkout, at) && !isFinal(checkout, at, policy)
  return (
    (status === 'pending' || isOver) && hasAttemptsLeft(checkout, policy) && canReplaceLast(checkout, policy)
  )
}

const attemptsLimit = withoutCode('business', 'attempts-limit')

/** The reported amount, once it differs from the requested one or the checkout succeeded. */
export function paidOf(checkout: Checkout): Money | null {
  const { attempts } = checkout
  const short = attempts.find(isKnownShort) ?? attempts.find(({ underpaid }) => underpaid)
  const attempt = paidAttempt(checkout) ?? short ?? attempts.at(-1)
  if (attempt === undefined) return null
  const reported = reportedOrPaid(attempt)
  if (reported === null) return null
  const isDifferent = attempt.state === 'succeeded' || !sameAmount(reported.value, attempt.amount.value)
  return isDifferent ? reported : null
}

/** What the payer sees of refunds: not what was withdrawn. */
export const refundViews = ({ refunds }: Checkout): RefundView[] =>
  refunds.flatMap(({ amount, state }) => (state === 'withdrawn' ? [] : [{ amount, state }]))
