import { ApprovePayout, RejectPayout, ResolveReview } from '../../contract/admin.ts'
import { CreatePayout } from '../../contract/payout.ts'
import { aPage, list } from './admin-parameters.ts'
import { type AdminRoute, bodyProblems } from './route.ts'

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
    body: ApprovePayout,
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
    body: RejectPayout,
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
