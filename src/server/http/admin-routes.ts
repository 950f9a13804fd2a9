import type { Scope } from '../../contract/operator.ts'

interface AdminRoute {
  method: 'get' | 'post' | 'delete'
  /** Below `/admin`. */
  path: string
  /** The scope that an operator needs; null for any operator. */
  scope: Scope | null
}

/** Every operators' route, by its name in the API document and the audit records. */
export const adminRoutes = {
  readMe: { method: 'get', path: '/me', scope: null },
  listCheckouts: { method: 'get', path: '/checkouts', scope: 'read' },
  readCheckoutDetail: { method: 'get', path: '/checkouts/:id', scope: 'read' },
  reviewCheckout: { method: 'post', path: '/checkouts/:id/review', scope: 'resolve' },
  reopenCheckout: { method: 'post', path: '/checkouts/:id/reopen', scope: 'resolve' },
  linkCheckout: { method: 'post', path: '/checkouts/:id/link', scope: 'resolve' },
  listPayouts: { method: 'get', path: '/payouts', scope: 'read' },
  createPayout: { method: 'post', path: '/payouts', scope: 'payout:create' },
  readPayoutDetail: { method: 'get', path: '/payouts/:reference', scope: 'read' },
  reviewPayout: { method: 'post', path: '/payouts/:reference/review', scope: 'resolve' },
  approvePayout: { method: 'post', path: '/payouts/:reference/approve', scope: 'payout:approve' },
  rejectPayout: { method: 'post', path: '/payouts/:reference/reject', scope: 'payout:approve' },
  listUnmatchedCallbacks: { method: 'get', path: '/callbacks/unmatched', scope: 'read' },
  acknowledgeCallback: { method: 'post', path: '/callbacks/unmatched/:id/acknowledge', scope: 'resolve' },
  listEvents: { method: 'get', path: '/events', scope: 'read' },
  resendEvents: { method: 'post', path: '/events/resend', scope: 'resolve' },
  resendEvent: { method: 'post', path: '/events/:id/resend', scope: 'resolve' },
  exportCsv: { method: 'get', path: '/export', scope: 'read' },
  exportCustomer: { method: 'get', path: '/customers/:customer', scope: 'read' },
  eraseCustomer: { method: 'delete', path: '/customers/:customer', scope: 'resolve' },
  readAudit: { method: 'get', path: '/audit', scope: 'read' },
  listPipelines: { method: 'get', path: '/pipelines', scope: 'read' },
  readBalance: { method: 'get', path: '/balance', scope: 'read' },
} as const satisfies Record<string, AdminRoute>

/** The name of an operators' route. */
export type AdminRouteName = keyof typeof adminRoutes

export const isAdminRouteName = (name: string): name is AdminRouteName => Object.hasOwn(adminRoutes, name)
