import { AcknowledgeCallback } from '../../contract/callback.ts'
import { DeclineClaim, ReceiptType } from '../../contract/claim.ts'
import { ResendEvents } from '../../contract/event.ts'
import { RecordReconciliation } from '../../contract/reconciliation.ts'
import { CreateRefund } from '../../contract/refund.ts'
import { ResolveReview } from '../../contract/review.ts'
import { aPage, list, page, payoutRoutes, period } from './payout-routes.ts'
import { type AdminRoute, bodyProblems } from './route.ts'

const checkout = { id: 'The id of a checkout: `co_…`' }
const claim = { number: 'The number of a claim: `7K2M9-QXT4H`' }
const customer = { customer: "The merchant's customer id" }
const checkoutDetail = { 200: ['The details', 'CheckoutDetail'] } as const

/** Every operators' route, by its name in the API document and the audit records. The paths are below `/admin`. */
export const adminRoutes = {
  ...payoutRoutes,
  listCheckouts: {
    method: 'get',
    path: '/checkouts',
    scope: 'read',
    summary: 'Checkouts, newest first',
    query: {
      ...list('Status'),
      paidTwice: {
        description: '`true`: only checkouts that two attempts have paid',
        schema: { type: 'boolean' },
      },
    },
    responses: { 200: [aPage, 'CheckoutList'] },
    problems: ['malformed'],
  },
  readCheckoutDetail: {
    method: 'get',
    path: '/checkouts/:id',
    scope: 'read',
    summary: 'A checkout with its attempts, callbacks and events',
    params: checkout,
    responses: checkoutDetail,
    problems: ['checkout_unknown'],
  },
  reopenCheckout: {
    method: 'post',
    path: '/checkouts/:id/reopen',
    scope: 'resolve',
    summary: 'Makes a checkout payable again; its attempts stay',
    params: checkout,
    responses: checkoutDetail,
    problems: ['checkout_unknown', 'not_reopenable'],
  },
  linkCheckout: {
    method: 'post',
    path: '/checkouts/:id/link',
    scope: 'resolve',
    summary: 'A link to the payment page of the order, valid for seven days',
    params: checkout,
    responses: { 200: ['The link', 'PayLink'] },
    problems: ['checkout_unknown', 'not_found'],
  },
  reviewCheckout: {
    method: 'post',
    path: '/checkouts/:id/review',
    scope: 'resolve',
    summary: 'Resolve a review',
    params: checkout,
    body: ResolveReview,
    responses: checkoutDetail,
    problems: ['checkout_unknown', 'not_resolvable', ...bodyProblems],
  },
  readCase: {
    method: 'get',
    path: '/checkouts/:id/case',
    scope: 'read',
    summary: "The case file of a checkout: what the payments service's support needs to find a payment",
    params: checkout,
    query: {
      format: {
        description: 'As JSON, as text to paste, or as an archive of both with the receipts',
        schema: { type: 'string', enum: ['json', 'text', 'zip'], default: 'json' },
      },
    },
    responses: {
      200: [
        'The case file',
        {
          'application/json': 'CaseFile',
          'text/plain': { type: 'string' },
          'application/zip': { type: 'string', format: 'binary' },
        },
      ],
    },
    problems: ['checkout_unknown', 'malformed'],
  },
  createRefund: {
    method: 'post',
    path: '/checkouts/:id/refunds',
    scope: 'payout:create',
    summary:
      'Refund money of a checkout: reserves the amount, and makes a page for the payer to give the destination',
    params: checkout,
    body: CreateRefund,
    responses: { 201: ['The refund, with the address of its page', 'RefundLink'] },
    problems: ['checkout_unknown', 'refund_exceeds', 'pipeline_unknown', 'not_found', ...bodyProblems],
  },
  withdrawRefund: {
    method: 'post',
    path: '/checkouts/:id/refunds/:refund/withdraw',
    scope: 'payout:create',
    summary: 'Take a refund back whose payer has given no destination yet',
    params: { ...checkout, refund: 'The id of the refund: `rf_…`' },
    responses: checkoutDetail,
    problems: ['checkout_unknown', 'refund_unknown', 'not_withdrawable'],
  },
  listClaims: {
    method: 'get',
    path: '/claims',
    scope: 'read',
    summary: 'Claims that wait for a decision, the oldest first',
    query: page,
    responses: { 200: [aPage, 'ClaimList'] },
    problems: ['malformed'],
  },
  declineClaim: {
    method: 'post',
    path: '/claims/:number/decline',
    scope: 'resolve',
    summary: 'Decide that the money of a claim has not arrived. A claim is accepted by the payment itself',
    params: claim,
    body: DeclineClaim,
    responses: checkoutDetail,
    problems: ['claim_unknown', 'not_resolvable', ...bodyProblems],
  },
  readReceipt: {
    method: 'get',
    path: '/claims/:number/receipts/:receipt',
    scope: 'read',
    summary: 'A receipt as an attachment. It is what a stranger has sent: open it with care',
    params: { ...claim, receipt: 'The id of the receipt' },
    responses: {
      200: [
        'The file',
        Object.fromEntries(ReceiptType.options.map((type) => [type, { type: 'string', format: 'binary' }])),
      ],
    },
    problems: ['claim_unknown', 'not_found'],
  },
  listUnmatchedCallbacks: {
    method: 'get',
    path: '/callbacks/unmatched',
    scope: 'read',
    summary: 'Verified callbacks that match no order, newest first',
    query: page,
    responses: { 200: [aPage, 'UnmatchedCallbackList'] },
    problems: ['malformed'],
  },
  acknowledgeCallback: {
    method: 'post',
    path: '/callbacks/unmatched/:id/acknowledge',
    scope: 'resolve',
    summary: 'Acknowledge an unmatched callback',
    params: { id: 'The id of the callback' },
    body: AcknowledgeCallback,
    responses: { 200: ['The callback', 'UnmatchedCallback'] },
    problems: ['not_found', ...bodyProblems],
  },
  listEvents: {
    method: 'get',
    path: '/events',
    scope: 'read',
    summary: 'Events with every try of their delivery, newest first',
    query: {
      status: {
        description: '`failing`: not delivered, and the last try failed',
        schema: { type: 'string', enum: ['delivered', 'undelivered', 'failing'] },
      },
      type: 'Only events of these types, separated by commas',
      ...period,
      ...page,
    },
    responses: { 200: [aPage, 'EventList'] },
    problems: ['malformed'],
  },
  resendEvents: {
    method: 'post',
    path: '/events/resend',
    scope: 'resolve',
    summary: 'Send all events of a time again, oldest first',
    body: ResendEvents,
    responses: { 200: ['The number of events that are sent again', 'ResentEvents'] },
    problems: bodyProblems,
  },
  resendEvent: {
    method: 'post',
    path: '/events/:id/resend',
    scope: 'resolve',
    summary: 'Send an event again, with the same id and in the order of its checkout',
    params: { id: 'The id of the event' },
    responses: { 200: ['The event', 'EventDelivery'] },
    problems: ['not_found'],
  },
  exportCsv: {
    method: 'get',
    path: '/export',
    scope: 'read',
    summary: 'Checkouts, payouts or events as CSV, newest first',
    query: {
      what: {
        description: 'Which file',
        schema: { type: 'string', enum: ['checkouts', 'payouts', 'events'], default: 'checkouts' },
      },
      status: 'As in the list',
      needsReview: { description: 'As in the list', schema: { type: 'boolean' } },
      search: 'As in the list; 400 where more than 500 names begin with it',
      type: 'As in the list of events',
      ...period,
    },
    responses: { 200: ['The file (RFC 4180, UTF-8)', { 'text/csv': { type: 'string' } }] },
    problems: ['malformed'],
  },
  readReconciliation: {
    method: 'get',
    path: '/reconciliation',
    scope: 'read',
    summary: 'The reconciliation with the service that was recorded last',
    responses: { 200: ['The last one, or null', 'LastReconciliation'] },
  },
  recordReconciliation: {
    method: 'post',
    path: '/reconciliation',
    scope: 'resolve',
    summary: 'Record the result of `paypane reconcile` for the console, in place of the last one',
    body: RecordReconciliation,
    responses: { 200: ['What was recorded', 'LastReconciliation'] },
    problems: bodyProblems,
  },
  readReport: {
    method: 'get',
    path: '/report',
    scope: 'read',
    summary: 'What became of the orders of a time, and how long it took',
    query: {
      from: {
        description: 'The first day in UTC. Default: 29 days before `to`',
        schema: { type: 'string', format: 'date' },
      },
      to: {
        description: 'The last day, included; at most 100 days in all. Default: today',
        schema: { type: 'string', format: 'date' },
      },
      format: {
        description: 'As JSON, or as CSV with a row for each group',
        schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      },
    },
    responses: {
      200: ['The report', { 'application/json': 'Report', 'text/csv': { type: 'string' } }],
    },
    problems: ['malformed'],
  },
  exportCustomer: {
    method: 'get',
    path: '/customers/:customer',
    scope: 'read',
    summary: 'Everything stored about a customer',
    params: customer,
    responses: { 200: ['The data; empty lists for an unknown customer', 'CustomerExport'] },
  },
  eraseCustomer: {
    method: 'delete',
    path: '/customers/:customer',
    scope: 'resolve',
    summary: "Delete a customer's cards and erase the customer from every checkout",
    params: customer,
    responses: { 200: ['Erased. Ids, amounts and states stay', 'CustomerErasure'] },
  },
  readMe: {
    method: 'get',
    path: '/me',
    scope: null,
    summary: 'The operator of the request',
    responses: { 200: ['The operator', 'Operator'] },
  },
  readAudit: {
    method: 'get',
    path: '/audit',
    scope: 'read',
    summary: "Operators' acts, and reads of persons' data, in order",
    query: {
      since: 'Not before this time: `2026-01-31T00:00:00Z`',
      until: 'Before this time',
      after: {
        description: 'The `seq` of the last line that you have',
        schema: { type: 'integer', minimum: 0 },
      },
    },
    responses: { 200: ['One `AuditLine` a line, streamed', { 'application/x-ndjson': 'AuditLine' }] },
    problems: ['malformed'],
  },
  listPipelines: {
    method: 'get',
    path: '/pipelines',
    scope: 'read',
    summary: 'The names of the pipelines',
    responses: { 200: ['The names', 'PipelineList'] },
  },
  readBalance: {
    method: 'get',
    path: '/balance',
    scope: 'read',
    summary: 'The balance of a currency',
    query: {
      currency: { description: 'The currency key', required: true },
      pipeline: 'The name of a pipeline. Default: the first one',
    },
    responses: { 200: ['The balance', 'BalanceView'] },
    problems: ['malformed', 'pipeline_unknown', 'refused', 'service_unavailable'],
  },
} as const satisfies Record<string, AdminRoute>

/** The name of an operators' route. */
export type AdminRouteName = keyof typeof adminRoutes

export const isAdminRouteName = (name: string): name is AdminRouteName => Object.hasOwn(adminRoutes, name)
