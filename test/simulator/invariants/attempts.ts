import type { Attempt, Entry } from '../../../src/server/rules/model.ts'

export const isUndecided = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'sending' || state === 'unknown' || (state === 'refused' && !confirmedAbsent)
/** No order was created. */
export const isAbsent = ({ state }: Attempt): boolean => state === 'refused' || state === 'not_created'
/** The payer sees its payment details and can pay it. */
export const isPayable = ({ state, detailsLost, replacedAt }: Attempt): boolean =>
  state === 'placed' && !detailsLost && replacedAt === null
/** A saved card's order, which may succeed without the payer. */
export const isCharging = ({ state, profile }: Attempt): boolean => state === 'placed' && profile === 'token'
export const hasArrived = ({ state }: Attempt): boolean => state === 'succeeded'
/** A success that named no amount, after another than the one asked for had been reported; a contradiction may follow. */
export const isOfUnknownAmount = ({ underpaid, reported, review }: Attempt): boolean =>
  underpaid &&
  reported === null &&
  (review?.reason === 'amount' || review?.reason === 'contradiction') &&
  review.resolved?.by !== 'automatic'
export const isUnderReview = ({ review }: Attempt): boolean => review !== null && review.resolved === null
/** The service placed its order without payment details. */
export const lacksDetails = ({ activity }: Attempt): boolean =>
  activity.some(({ type }) => type === 'details_missing')
/** An operator has decided that no order was created. */
export const wasDiscarded = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'operator_decided' && item.action === 'discard')
/** A verified callback stood at its deadline; a review of the amount may have followed. */
export const isAcceptedUnconfirmed = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'review_opened' && item.reason === 'unconfirmed')
/** The statuses that the interface has. */
export const documented = ['Init', 'Created', 'Processing', 'Success', 'Failed']
export const isFinalStatus = (status: string): boolean => status === 'Success' || status === 'Failed'
export const stateOf = (status: string): Attempt['state'] =>
  status === 'Success' ? 'succeeded' : status === 'Failed' ? 'failed' : 'placed'
/** The kind of order that a callback's type names; undefined: no type that the interface names. */
export const kinds = new Map<string, Entry['kind']>([
  ['deposit', 'checkout'],
  ['withdrawal', 'payout'],
])
export const kindOf = (orderType: string): Entry['kind'] | undefined => kinds.get(orderType.toLowerCase())
