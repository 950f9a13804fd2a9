import type { z } from 'zod'
import type { AttemptDetail, CheckoutDetail, PayoutView, Status } from '../../contract/index.ts'
import { formatMoney, formatTime } from '../format.ts'
import type { Tone } from '../parts/status-icon.tsx'
import { reasonText } from './reason.ts'

type Attempt = z.infer<typeof AttemptDetail>
type PayoutStatus = PayoutView['status']

/** How a status looks; the word always stands beside it. */
export const statusTones: Record<Status | PayoutStatus | Attempt['state'], Tone> = {
  choosing: 'open',
  preparing: 'moving',
  pending: 'moving',
  succeeded: 'good',
  failed: 'care',
  expired: 'open',
  sending: 'moving',
  unknown: 'care',
  not_created: 'care',
  refused: 'care',
  placed: 'moving',
}

/** Where an attempt stands, as a word in a heading. */
export const attemptStateLabels: Record<Attempt['state'], string> = {
  sending: 'being sent',
  unknown: 'not known whether it exists',
  not_created: 'no order was made',
  refused: 'refused',
  placed: 'waiting for money',
  failed: 'failed',
  succeeded: 'succeeded',
}

/** How one checkout stands, in one sentence. */
export function checkoutSentence(detail: CheckoutDetail): string {
  const { amount, paid, method, final, reason } = detail
  const asked = formatMoney(amount)
  const lateNote = final ? '' : ' Money that comes late still counts.'
  switch (detail.status) {
    case 'choosing':
      return `Nobody has paid yet: the payer may choose how to pay ${asked}, until ${formatTime(detail.expiresAt)}.`
    case 'preparing':
      return `The service was asked to take ${asked}, and whether the order exists is not known yet. Paypane keeps asking.`
    case 'pending':
      return `Waiting for ${asked}${method === null ? '' : ` by ${methodLabels[method]}`}; the payer has until ${formatTime(detail.expiresAt)}.`
    case 'succeeded':
      return paid === null || formatMoney(paid) === asked
        ? `Paid: ${asked}.`
        : `Paid: ${formatMoney(paid)}; asked were ${asked}.`
    case 'failed':
      return `Not paid: ${reason === null ? 'no reason was given' : reasonText(reason)}.${lateNote}`
    case 'expired':
      return `Not paid in time: ${asked} were asked until ${formatTime(detail.expiresAt)}.${lateNote}`
  }
}

/** How one payout stands, in one sentence. */
export function payoutSentence({ status, amount, paid, reason }: PayoutView): string {
  const asked = formatMoney(amount)
  switch (status) {
    case 'preparing':
      return `The service was asked to pay out ${asked}, and whether it has the payout is not known yet. Paypane keeps asking; make no second one.`
    case 'pending':
      return `The service has the payout of ${asked} and is working on it.`
    case 'succeeded':
      return paid === null || formatMoney(paid) === asked
        ? `Paid out: ${asked}.`
        : `Paid out: ${formatMoney(paid)}; asked were ${asked}.`
    case 'failed':
      return `Not paid out: ${reason === null ? 'no reason was given' : reasonText(reason)}. ${asked} were asked.`
  }
}

export const methodLabels = {
  transfer: 'transfer',
  form: 'payment form',
  'saved-card': 'saved card',
} as const
