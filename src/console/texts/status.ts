import type {
  AttemptDetail,
  CheckoutDetail,
  CheckoutSummary,
  Money,
  PayoutStatus,
  PayoutView,
  Status,
} from '../../contract/index.ts'
import { formatMoney, formatTime } from '../format.ts'
import { reasonText } from './reason.ts'
import { openReviewOf, reviewTexts } from './review.ts'

/** The look of a status, as icons and progress lines show it. */
export type Tone = 'neutral' | 'in-progress' | 'success' | 'warning'

/** The look of a status. Its label is always shown beside it. */
export const statusTones: Record<Status | PayoutStatus | AttemptDetail['state'], Tone> = {
  choosing: 'neutral',
  awaiting_approval: 'warning',
  rejected: 'neutral',
  preparing: 'in-progress',
  pending: 'in-progress',
  succeeded: 'success',
  failed: 'warning',
  expired: 'neutral',
  sending: 'in-progress',
  unknown: 'warning',
  not_created: 'warning',
  refused: 'warning',
  placed: 'in-progress',
}

/** An attempt's state beside its heading. */
const attemptStateLabels: Record<AttemptDetail['state'], string> = {
  sending: 'being sent',
  unknown: 'outcome unknown',
  not_created: 'not created',
  refused: 'refused',
  placed: 'waiting for money',
  failed: 'failed',
  succeeded: 'succeeded',
}

export const attemptStateLabel = ({ state }: AttemptDetail, kind: 'checkout' | 'payout'): string =>
  kind === 'payout' && state === 'placed' ? 'in progress' : attemptStateLabels[state]

/** What is shown in place of a status that contradicts what was received. */
export const statusLabel = (entry: CheckoutSummary | PayoutView): { label?: string; tone?: Tone } =>
  'short' in entry && isPaidShort(entry) ? { label: 'paid short', tone: 'warning' } : {}

/** Less was received than counts as paid: an operator has to decide. */
const isPaidShort = ({ status, short, received }: CheckoutSummary) =>
  short && status === 'pending' && received !== null

/** The sum of all attempts of a checkout, and what was paid out. */
export const receivedOf = (entry: CheckoutSummary | PayoutView): Money | null =>
  'received' in entry ? (entry.received ?? entry.paid) : entry.paid

/** Labels beside the status. */
export const marksOf = (checkout: CheckoutSummary): string[] => [
  ...(checkout.paidTwice ? ['paid twice'] : checkout.surplus !== null ? ['overpaid'] : []),
  ...(checkout.short && !isPaidShort(checkout) ? ['paid short'] : []),
  ...(checkout.late ? ['paid late'] : []),
]

/** The first open review in words, before the sentence about the status. */
export function headline({ attempts }: { attempts: readonly AttemptDetail[] }, sentence: string): string {
  const [review] = attempts.map(openReviewOf).filter((review) => review !== null)
  if (review === undefined) return sentence
  const { title } = reviewTexts[review.reason]
  return sentence.startsWith(title) ? sentence : `${title}. ${sentence}`
}

/** Whether money may still come: for an order without a final status, and for a failed transfer. */
const mayStillBePaid = ({ final, attempts }: CheckoutDetail): boolean =>
  !final &&
  attempts.some(
    ({ state, method }) =>
      state === 'placed' ||
      state === 'unknown' ||
      state === 'sending' ||
      (state === 'failed' && method === 'transfer'),
  )

/** What an order that was paid short has left; null: nothing goes back. */
const afterRefunds = ({ received, refundable, amount }: CheckoutDetail): string | null =>
  received === null || received.value === refundable.value
    ? null
    : `${formatMoney(refundable)} of it left after refunds, ${formatMoney(amount)} requested. What goes back does not count.`

export function checkoutSentence(detail: CheckoutDetail): string {
  const { amount, paid, method, reason } = detail
  const requested = formatMoney(amount)
  const late = detail.late ? ' late' : ''
  const reportedAt = detail.attempts.at(-1)?.reportedSentAt ?? null
  const reportedNote =
    reportedAt === null ? '' : ` The payer reported sending it at ${formatTime(reportedAt)}.`
  const lateNote = mayStillBePaid(detail) ? ' Late money still counts.' : ''
  switch (detail.status) {
    case 'choosing':
      return `Not paid yet: the payer can choose how to pay ${requested} until ${formatTime(detail.expiresAt)}.`
    case 'preparing':
      return `Outcome unknown: the order of ${requested} was sent to the service. Paypane keeps looking up its status.`
    case 'pending':
      return paid !== null && detail.attempts.some(({ underpaid }) => underpaid)
        ? `Paid short: ${formatMoney(paid)} received, ${afterRefunds(detail) ?? `${requested} requested. It counts only once an operator accepts it.`}`
        : `Waiting for ${requested}${method === null ? '' : ` by ${methodLabels[method]}`}; the payer has until ${formatTime(detail.expiresAt)}.${reportedNote}`
    case 'succeeded':
      if (detail.surplus !== null && detail.received !== null)
        return `${detail.paidTwice ? 'Paid twice' : 'Overpaid'}: ${formatMoney(detail.received)} received, ${requested} requested: refund ${formatMoney(detail.surplus)}.`
      return paid === null || formatMoney(paid) === requested
        ? `Paid${late}: ${requested}.`
        : `Paid${late}: ${formatMoney(paid)}; requested: ${requested}.`
    case 'failed':
      return `Not paid: ${reason === null ? 'no reason was given' : reasonText(reason)}.${lateNote}`
    case 'expired':
      return `Expired: ${requested} was requested until ${formatTime(detail.expiresAt)}.${reportedNote}${lateNote}`
  }
}

export function payoutSentence({ status, amount, paid, reason }: PayoutView): string {
  const requested = formatMoney(amount)
  switch (status) {
    case 'awaiting_approval':
      return `Awaiting the approval of a second operator: ${requested}. Nothing was sent.`
    case 'rejected':
      return `Rejected: ${requested}. Nothing was sent, and nothing will be.`
    case 'preparing':
      return `Outcome unknown: the payout of ${requested} was sent to the service. Paypane keeps looking up its status. Do not create a second one.`
    case 'pending':
      return `The service has the payout of ${requested} and is working on it.`
    case 'succeeded':
      return paid === null || formatMoney(paid) === requested
        ? `Paid out: ${requested}.`
        : `Paid out: ${formatMoney(paid)}; requested: ${requested}.`
    case 'failed':
      return `Not paid out: ${reason === null ? 'no reason was given' : reasonText(reason)}. Requested: ${requested}.`
  }
}

export const methodLabels = {
  transfer: 'transfer',
  form: 'payment form',
  'saved-card': 'saved card',
} as const
