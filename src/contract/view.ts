import { z } from 'zod'
import { Money } from './money.ts'

/** How a payer pays: by a transfer to a person, on the hosted card form, or with a card kept earlier. */
export const Method = z.enum(['transfer', 'form', 'saved-card'])
export type Method = z.infer<typeof Method>

/** What a payer is told about the checkout: `preparing` is not known yet, `expired` is no word of the service. */
export const Status = z.enum(['choosing', 'preparing', 'pending', 'succeeded', 'failed', 'expired'])
export type Status = z.infer<typeof Status>

/** What the payer transfers to; every field is exactly what the service returned, or null where it returned none. */
export const TransferAction = z.object({
  type: z.literal('transfer'),
  card: z.string().nullable(),
  recipient: z.string().nullable(),
  bank: z.string().nullable(),
  phone: z.string().nullable(),
  iban: z.string().nullable(),
  accountNumber: z.string().nullable(),
  qr: z.string().nullable(),
  scheme: z.string().nullable(),
  formUrl: z.string().nullable(),
})
export type TransferAction = z.infer<typeof TransferAction>

/** The payer continues on the service's form. */
export const RedirectAction = z.object({ type: z.literal('redirect'), url: z.string() })
export type RedirectAction = z.infer<typeof RedirectAction>

/** What the payer must do now. */
export const Action = z.discriminatedUnion('type', [TransferAction, RedirectAction])
export type Action = z.infer<typeof Action>

/** Whose no it was, by the first digit of the reason; `none` where the code does not say. */
export const ReasonGroup = z.enum([
  'none',
  'technical',
  'authorization',
  'business',
  'risk',
  'user',
  'issuer',
])
export type ReasonGroup = z.infer<typeof ReasonGroup>

/**
 * Why a payment failed: the action code as received, its group, and a stable key to choose words by. Without a code,
 * `no-route`, `limit`, `balance`, `currency`, `unauthorized`, `forbidden`, `invalid-request` and `instructions-lost` say
 * that the payer was given nothing to pay with; `set-aside` that the attempt was replaced, `attempts-limit` that no
 * further attempt may start.
 */
export const Reason = z.object({ code: z.string().nullable(), group: ReasonGroup, key: z.string() })
export type Reason = z.infer<typeof Reason>

/** A card kept at an earlier payment: an opaque id and masked digits, never a token. */
export const SavedCard = z.object({ id: z.string(), label: z.string() })
export type SavedCard = z.infer<typeof SavedCard>

/** What the merchant's server sends the widget about a checkout. */
export const CheckoutView = z.object({
  /** Identifies the checkout, may be logged, grants nothing by itself. */
  id: z.string().min(1),
  /**
   * `co_…_secret_…`, for the `Checkout-Secret` header: only in the answer of `POST /checkouts` and in pages rendered for a
   * payer. Bound to what that request proved.
   */
  clientSecret: z.string().optional(),
  order: z.string(),
  status: Status,
  /** Nothing can change any more. A failed or expired transfer is not final while it is watched. */
  final: z.boolean(),
  /** What the payer was asked for. */
  amount: Money,
  /** What the service reports, once it differs or the checkout succeeded. */
  paid: Money.nullable(),
  method: Method.nullable(),
  /** What this payer may choose. */
  methods: z.array(Method),
  /** How many attempts there are; 0 while choosing. */
  attempt: z.int().min(0),
  /** What the payer must do now; null when nothing. */
  action: Action.nullable(),
  reason: Reason.nullable(),
  /** The payer may start another attempt. */
  retry: z.boolean(),
  /** RFC 3339, UTC. */
  expiresAt: z.string().nullable(),
  /** The server's clock, so that a countdown does not trust the phone's. RFC 3339, UTC. */
  now: z.string(),
  /** Seconds until the next question; null exactly when final. */
  pollAfter: z.number().min(0).nullable(),
  savedCards: z.array(SavedCard).optional(),
  /** The `ETag` of this view, for a page that comes with it, so that it asks for news only. No answer holds it. */
  version: z.string().optional(),
})
export type CheckoutView = z.infer<typeof CheckoutView>
