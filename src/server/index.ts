/**
 * The merchant server: checkouts, payouts, callbacks and reconciliation behind one `fetch`.
 * @module
 */

export { type Clock, systemClock } from './lib/clock.ts'
export { createOperatorToken, type OperatorToken } from './lib/crypto/operator-token.ts'
export {
  type OrderClaims,
  type OrderToSign,
  signOrder,
} from './lib/crypto/order-token.ts'
export { generateSealKey } from './lib/crypto/seal.ts'
export type { RateLimits } from './lib/limits/abuse-guard.ts'
export type { LogLine } from './lib/log.ts'
export type { LimitedPurpose, Metric, Stats } from './lib/metrics.ts'
export { ProblemError } from './lib/problem.ts'
export type {
  OperatorOptions,
  OrderResult,
  OrderTerms,
  PayerFieldOptions,
  PayerFieldText,
  PaypaneOptions,
  PipelineOptions,
} from './options/options.ts'
export { InvalidOptionsError } from './options/validate-options.ts'
export type {
  Asset,
  Page,
  PageContent,
  Pages,
  PayerProgress,
  ReadAsset,
  Receipt,
  RefundContent,
  Site,
} from './pages.ts'
export { createPaypane } from './paypane.ts'
export type { PaypaneServer } from './paypane-server.ts'
export type { Cascade } from './rules/checkout/next-attempt.ts'
export type { EventType } from './rules/merchant-events.ts'
export type { AmountsByCurrency, PayoutApproval } from './rules/payout/approval.ts'
export type { EntryEvent, StoredEvent, UnmatchedCallbackEvent } from './store/events.ts'
export { memoryStore } from './store/memory/store.ts'
