import { CreatePayout, DecidePayout } from '../../contract/payout.ts'
import { ResolveReview } from '../../contract/review.ts'
import { type AdminRoute, bodyProblems } from './route.ts'

/** The parameters of a page of a list. */
export const page = {
  after: '`next` of the previous page',
  limit: {
    description: 'The length of a page',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
} as const
/** The parameters of a time. */
export const period = {
  since: 'From this date or time (RFC 3339) on; a date is its start in UTC',
  until: 'Before this date or time',
}
/** The parameters of a list of checkouts or payouts. */
export const list = <Status extends 'Status' | 'PayoutStatus'>(status: Status) =>
  ({
    status: { description: 'Only entries with this status', schema: status },
    needsReview: {
      description: 'Only entries that need a review, or only the others',
      schema: { type: 'boolean' },
    },
    search:
      'A reference, id, `externalTransactionId` or `externalId`, or its first characters (3 or more; upper and lower case differ). Also an amount, the last four digits or the recipient of the payment details, or a part of a reference from the start of a word or number in it',
    ...period,
    ...page,
  }) as const
export const aPage = 'A page of the list'

const payout = { reference: "The merchant's own payout reference" }
const payoutDetail = { 200: ['The details', 'PayoutDetail'] } as const

/** The operators' routes of payouts. */
export const payoutRoutes = {
  listPayouts: {
    method: 'get',
    path: '/payouts',
    scope: 'read',
    summary: 'Payouts, newest first',
    query: list('PayoutStatus'),
    responses: { 200: [aPage, 'PayoutList'] },
    problems: ['malformed'],
  },
  createPayout: {
    method: 'post',
    path: '/payouts',
    scope: 'payout:create',
    summary: 'Create a payout, once for each reference',
    body: CreatePayout,
    responses: {
      200: ['The existing payout of the reference', 'PayoutView'],
      201: ['The payout was created', 'PayoutView'],
      202: [
        'It awaits an approval, or it is not known yet whether the payments service has the order',
        'PayoutView',
      ],
    },
    problems: ['payout_conflict', 'payout_limit', 'pipeline_unknown', ...bodyProblems],
  },
  readPayoutDetail: {
    method: 'get',
    path: '/payouts/:reference',
    scope: 'read',
    summary: 'A payout with its attempts, callbacks and events',
    params: payout,
    responses: payoutDetail,
    problems: ['payout_unknown'],
  },
  approvePayout: {
    method: 'post',
    path: '/payouts/:reference/approve',
    scope: 'payout:approve',
    summary: 'Approve a payout, or its discard, as a second operator',
    params: payout,
    body: DecidePayout,
    hasOptionalBody: true,
    responses: payoutDetail,
    problems: [
      ...(['payout_unknown', 'own_payout', 'not_awaiting', 'payout_unreadable', 'not_resolvable'] as const),
      ...(['payout_limit', 'refund_exceeds', 'pipeline_unknown', ...bodyProblems] as const),
    ],
  },
  rejectPayout: {
    method: 'post',
    path: '/payouts/:reference/reject',
    scope: 'payout:approve',
    summary: 'Reject a payout, or its discard, as a second operator',
    params: payout,
    body: DecidePayout,
    hasOptionalBody: true,
    responses: payoutDetail,
    problems: ['payout_unknown', 'own_payout', 'not_awaiting', ...bodyProblems],
  },
  reviewPayout: {
    method: 'post',
    path: '/payouts/:reference/review',
    scope: 'resolve',
    summary: 'Resolve a review',
    params: payout,
    body: ResolveReview,
    responses: payoutDetail,
    problems: ['payout_unknown', 'not_resolvable', ...bodyProblems],
  },
} as const satisfies Record<string, AdminRoute>
