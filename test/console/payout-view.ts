import type { PayoutDetail, PayoutView } from '../../src/contract/index.ts'

const at = '2026-01-01T00:00:00Z'

/** A payout that the service is working on. */
export const payoutView: PayoutView = {
  ...{ reference: 'p-1', status: 'pending', needsReview: false, paid: null, reason: null },
  ...{ amount: { value: '100.00', currency: 'UAH' }, externalId: null, externalTransactionId: 't' },
  ...{ createdAt: at, updatedAt: at },
}

/** Its details. */
export const payoutDetail: PayoutDetail = {
  ...{ ...payoutView, createdBy: 'anna', destination: [], refund: null, issuedTo: [], approvals: [] },
  ...{ attempts: [], callbacks: [], events: [], sameDestination: { payouts: [], more: false } },
}
