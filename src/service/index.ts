/**
 * Client of the payments service: requests with explicit unknown outcomes, verified callbacks, action codes,
 * and amounts as decimal text.
 * @module
 */
export {
  type ActionCode,
  type ActionReason,
  type ActionReasonGroup,
  type ActionReasonKey,
  type ActionResult,
  type ActionStage,
  type ActionState,
  explainActionCode,
  parseActionCode,
} from './action-code.ts'
export { isAmount, plainAmount, roundHalfUp, sameAmount } from './amount.ts'
export type { Balance } from './balance.ts'
export { type Callback, verifyCallback } from './callback.ts'
export {
  createPaymentsClient,
  type DepositKey,
  type DepositPipeline,
  interfaceRevision,
  type OrderId,
  type PaymentsClient,
  type PaymentsClientOptions,
  type PayoutKey,
} from './client.ts'
export type { CreateOutcome } from './create-response.ts'
export {
  type ErrorDetails,
  InvalidCallbackError,
  InvalidRequestError,
  type OutcomeUnknownKind,
  PaymentsOutcomeUnknownError,
  PaymentsRefusedError,
  type RefusalDetails,
} from './errors.ts'
export {
  type ExternalParams,
  type HistoryItem,
  type KnownOrderStatus,
  type Order,
  orderStatuses,
  type PaymentDetails,
} from './order.ts'
export type { DepositProfile, Profile, Secret } from './pipeline.ts'
export {
  type AdditionalField,
  type DepositRequest,
  depositBody,
  type PayoutRequest,
  payoutBody,
} from './request.ts'
export { callbackSignature, type SignedFields } from './signature.ts'
export type { LookupOutcome } from './status-response.ts'
