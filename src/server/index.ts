/**
 * The merchant server: checkouts, payouts, callbacks and reconciliation behind one `fetch`.
 * @module
 */
export {
  type OrderClaims,
  type OrderToSign,
  signOrder,
} from './checkout/order-token.ts'
export type { Asset, ReadAsset } from './http/assets.ts'
export { type Clock, systemClock } from './lib/clock.ts'
export type { LogLine } from './lib/log.ts'
export type { Metric, Stats } from './lib/metrics.ts'
export { ProblemError } from './lib/problem.ts'
export { generateSealKey } from './lib/seal.ts'
export { createOperatorToken, type OperatorToken } from './operator/operator-token.ts'
export type {
  OperatorOptions,
  OrderResult,
  OrderTerms,
  PayerFieldOptions,
  PayerFieldText,
  PaypaneOptions,
  PipelineOptions,
  RateLimits,
} from './options.ts'
export type { Pages } from './pages.ts'
export { createPaypane } from './paypane.ts'
export type { PaypaneServer } from './paypane-server.ts'
export type { EventType } from './rules/merchant-events.ts'
export { memoryStore } from './store/memory.ts'
export type { EntryEvent, Store, StoredEvent, UnmatchedCallbackEvent } from './store/store.ts'
export { InvalidOptionsError } from './validate-options.ts'
