/**
 * The schemas of the requests and responses between the widget and a merchant's server in any language.
 * @module
 */
export { ActivityEvent } from './activity.ts'
export { AttemptDetail, Refusal } from './attempt.ts'
export { AcknowledgeCallback, UnmatchedCallback, UnmatchedCallbackList } from './callback.ts'
export { CaseFile } from './case.ts'
export { CheckoutDetail, CheckoutList, CheckoutSummary, PayLink } from './checkout.ts'
export {
  ClaimDetail,
  ClaimList,
  DeclineClaim,
  DeclineReason,
  MakeClaim,
  Receipt,
  ReceiptType,
} from './claim.ts'
export { CustomerErasure, CustomerExport } from './customer.ts'
export { EventDelivery, EventList, ResendEvents, ResentEvents } from './event.ts'
export { Money } from './money.ts'
export { AuditLine, Operator, Scope } from './operator.ts'
export {
  CreatePayout,
  DecidePayout,
  PayoutApproval,
  PayoutDetail,
  PayoutList,
  PayoutStatus,
  PayoutView,
} from './payout.ts'
export { BalanceView, PipelineList } from './pipeline.ts'
export { FieldRule, Problem } from './problem.ts'
export { isProblemCode, type ProblemCode, problems } from './problem-codes.ts'
export {
  DifferenceKind,
  LastReconciliation,
  RecordReconciliation,
} from './reconciliation.ts'
export { CreateRefund, RefundDetail, RefundLink } from './refund.ts'
export { Report } from './report.ts'
export { CreateCheckout, ReportSent, StartAttempt } from './requests.ts'
export { ResolveReview, ReviewAction, ReviewReason, ReviewView } from './review.ts'
export {
  Action,
  BankLink,
  CheckoutView,
  ClaimState,
  ClaimView,
  LenientCheckoutView,
  Merchant,
  Method,
  Next,
  PayerField,
  QrModules,
  Reason,
  ReasonGroup,
  RedirectAction,
  RefundView,
  SavedCard,
  Status,
  TransferAction,
} from './view.ts'
