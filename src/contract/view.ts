import { z } from 'zod'
import { Money } from './money.ts'

/** How a payer pays: by a transfer to a person, on the hosted card form, or with a card saved earlier. */
export const Method = z.enum(['transfer', 'form', 'saved-card']).meta({
  id: 'Method',
  description: 'By a transfer to a person, on the hosted card form, or with a card saved earlier.',
})
export type Method = z.infer<typeof Method>

/** The status of a checkout for its payer. `preparing`: not known yet. `expired` is our status, not the service's. */
export const Status = z.enum(['choosing', 'preparing', 'pending', 'succeeded', 'failed', 'expired']).meta({
  id: 'Status',
  description:
    'The status for the payer. `choosing`: no attempt was started. While the outcome is unknown it is `preparing` or `pending`, never `failed` or `succeeded`. `expired`: the time to pay is over; money that arrives late still counts.',
})
export type Status = z.infer<typeof Status>

/** A QR code encoded by the server. */
export const QrModules = z
  .object({
    size: z.int().min(21).max(177).meta({ description: 'Modules on each side, without a quiet zone.' }),
    modules: z.string().meta({
      description:
        'One bit for each module, row by row from the top left, 1 for dark; base64url without padding.',
    }),
  })
  .meta({ id: 'QrModules', description: 'The QR code of `qr`, encoded by the server.' })
export type QrModules = z.infer<typeof QrModules>

/** Opens a banking app. Only with a scheme or host of the server's list of payment systems. */
export const BankLink = z
  .object({
    url: z.string().meta({ description: "The banking app's address." }),
    kind: z.string().meta({ description: 'The payment system: `upi`, `spayd`, `nspk` …' }),
  })
  .meta({ id: 'BankLink', description: 'Opens a banking app with the payment of the QR code.' })
export type BankLink = z.infer<typeof BankLink>

/** The payment details of a transfer, each exactly as the service returned it, or null. */
export const TransferAction = z
  .object({
    type: z.literal('transfer').meta({ description: 'The payer transfers money.' }),
    card: z.string().nullable().meta({ description: 'A card number.' }),
    recipient: z.string().nullable().meta({ description: "The recipient's name." }),
    bank: z.string().nullable().meta({ description: "The recipient's bank." }),
    phone: z.string().nullable().meta({ description: 'A phone number.' }),
    iban: z.string().nullable().meta({ description: 'An IBAN.' }),
    accountNumber: z.string().nullable().meta({ description: 'An account number.' }),
    qr: z.string().nullable().meta({ description: 'A QR code: an image, or its text.' }),
    scheme: z
      .string()
      .nullable()
      .meta({ description: "The payments service's label of the payment method." }),
    formUrl: z.string().nullable().meta({ description: "The service's form, another way to pay." }),
    code: QrModules.nullish().meta({ description: 'Null: `qr` is an image, or null.' }),
    link: BankLink.nullish().meta({ description: 'Null: the code opens no banking app.' }),
  })
  .meta({
    id: 'TransferAction',
    description:
      'The payment details of a transfer, each exactly as the payments service returned it, or null.',
  })
export type TransferAction = z.infer<typeof TransferAction>

/** The payer continues on the service's form. */
export const RedirectAction = z
  .object({
    type: z.literal('redirect').meta({ description: 'The payer goes to a form.' }),
    url: z.string().meta({ description: "The form's address." }),
  })
  .meta({ id: 'RedirectAction', description: "The payer continues on the payments service's form." })
export type RedirectAction = z.infer<typeof RedirectAction>

/** What the payer must do now. */
export const Action = z
  .discriminatedUnion('type', [TransferAction, RedirectAction])
  .meta({ id: 'Action', description: 'What the payer must do now, with every field.' })
export type Action = z.infer<typeof Action>

/** The failure category, from the first digit of the reason; `none` if the code gives none. */
export const ReasonGroup = z
  .enum(['none', 'technical', 'authorization', 'business', 'risk', 'user', 'issuer'])
  .meta({
    id: 'ReasonGroup',
    description: "The failure category, by the action code's reason; `none` if it gives none.",
  })
export type ReasonGroup = z.infer<typeof ReasonGroup>

/** Why a payment failed: the action code as received, its group, and a stable key for choosing words. */
export const Reason = z
  .object({
    code: z
      .string()
      .nullable()
      .meta({ description: 'The action code, as the payments service returned it; null: it gave none.' }),
    group: ReasonGroup,
    key: z.string().meta({
      description:
        'Stable: for choosing words. Without a code: `no-route`, `limit`, `balance`, `currency`, `unauthorized`, `forbidden`, `invalid-request` and `details-lost` (the payer got nothing to pay with), `replaced`, `attempts-limit`, `unspecified` (the service gives no reason).',
    }),
  })
  .meta({
    id: 'Reason',
    description:
      'Why a payment failed: the action code as received, its group, and a stable key for choosing words.',
  })
export type Reason = z.infer<typeof Reason>

/** A card saved at an earlier payment: an opaque id and masked digits, never a token. */
export const SavedCard = z
  .object({
    id: z.string().meta({ description: 'For `savedCard`.' }),
    label: z.string().meta({ description: 'Masked digits.' }),
  })
  .meta({
    id: 'SavedCard',
    description: 'A card saved at an earlier payment: an opaque id and masked digits, never a token.',
  })
export type SavedCard = z.infer<typeof SavedCard>

/** Something that only the payer knows and the service requires. */
export const PayerField = z
  .object({
    key: z.string().min(1).max(64).meta({ description: "The service's name of the field." }),
    kind: z
      .enum(['text', 'email', 'tel', 'digits', 'iban', 'select'])
      .meta({ description: 'The kind of input.' }),
    required: z.boolean().meta({ description: 'No attempt starts without it.' }),
    pattern: z.string().max(256).optional().meta({
      description: 'A regular expression that the whole value matches, as in HTML.',
    }),
    maxLength: z.int().min(1).max(1024).optional().meta({ description: 'In characters.' }),
    options: z
      .array(
        z.object({
          value: z.string().min(1).meta({ description: 'What is sent.' }),
          label: z.string().meta({ description: 'What the payer reads.' }),
        }),
      )
      .optional()
      .meta({ description: 'What a `select` offers.' }),
    label: z.string().optional().meta({
      description: "The merchant's text. Default: the widget's own for the well-known keys.",
    }),
    hint: z.string().optional().meta({ description: 'A text below the field.' }),
  })
  .meta({ id: 'PayerField', description: 'A field that the payer fills in before an attempt starts.' })
export type PayerField = z.infer<typeof PayerField>

/** The shop that is paid. */
export const Merchant = z
  .object({
    name: z.string().min(1).meta({ description: "The shop's name." }),
    support: z
      .object({
        email: z.string().optional().meta({ description: 'An email address.' }),
        phone: z.string().optional().meta({ description: 'A phone number.' }),
        url: z.string().optional().meta({ description: 'The address of a page.' }),
      })
      .optional()
      .meta({ description: 'Where payers get help.' }),
  })
  .meta({ id: 'Merchant', description: "The shop's name, and where its payers get help." })
export type Merchant = z.infer<typeof Merchant>

/** What the shop offers after success. */
export const Next = z
  .object({
    text: z.string().optional().meta({ description: 'A phrase.' }),
    url: z.string().optional().meta({ description: 'The address of a button.' }),
  })
  .meta({
    id: 'Next',
    description: 'What the shop offers after success: a phrase, and the address of a button.',
  })
export type Next = z.infer<typeof Next>

/** Accepted: the payment has arrived. Declined: an operator has decided that it has not. */
export const ClaimState = z.enum(['open', 'accepted', 'declined'])
export type ClaimState = z.infer<typeof ClaimState>

/** The claim that the payer sees: the open one, else the last. */
export const ClaimView = z
  .object({
    number: z.string().meta({ description: 'For the payer and the support to name it.' }),
    state: ClaimState.meta({
      description: 'Accepted: the payment has arrived. Declined: an operator has decided that it has not.',
    }),
    at: z.string().meta({ description: 'When it was made, or decided. RFC 3339, UTC.' }),
    reason: z.string().optional().meta({ description: 'Why it was declined: a `DeclineReason`.' }),
    text: z.string().optional().meta({
      description: "While open, the shop's text on what happens next; once declined, the operator's text.",
    }),
  })
  .meta({
    id: 'ClaimView',
    description: 'The payer says that the money was sent. It never changes the outcome.',
  })
export type ClaimView = z.infer<typeof ClaimView>

/** Money of the checkout that goes back to the payer. */
export const RefundView = z
  .object({
    amount: Money,
    state: z
      .enum(['requested', 'pending', 'succeeded', 'failed'])
      .meta({ description: 'The state of its payout, once the payer has said where to send it.' }),
  })
  .meta({
    id: 'RefundView',
    description: '`requested`: the payer has to say where to send it, on the page that the shop has sent.',
  })
export type RefundView = z.infer<typeof RefundView>

/** Every member of a view, with all the values that any status may have. */
export const ViewMembers = z
  .object({
    id: z
      .string()
      .min(1)
      .meta({ description: 'Identifies the checkout, may be logged, grants nothing by itself.' }),
    clientSecret: z.string().optional().meta({
      description:
        'For the `Checkout-Secret` header: only in the response of `POST /checkouts` and in pages rendered for a payer. Bound to what that request proved.',
    }),
    order: z.string().meta({ description: "The merchant's order reference." }),
    status: Status,
    final: z.boolean().meta({
      description:
        'Nothing can change any more. A failed or expired transfer is not final while it is watched.',
    }),
    amount: Money,
    paid: Money.nullable().meta({
      description:
        'What the payments service reports, once it differs from `amount` or the checkout succeeded.',
    }),
    method: Method.nullable().meta({ description: 'Null while choosing.' }),
    methods: z.array(Method).meta({ description: 'What this payer may choose.' }),
    fields: z
      .partialRecord(Method, z.array(PayerField))
      .optional()
      .meta({ description: 'By method: what the payer fills in before an attempt starts.' }),
    attempts: z.int().min(0).meta({ description: 'The number of attempts; 0 while choosing.' }),
    action: Action.nullable().meta({ description: 'Null when the payer need not do anything.' }),
    reason: Reason.nullable().meta({ description: 'Null unless failed.' }),
    retry: z.boolean().meta({ description: 'The payer may start another attempt.' }),
    canReplace: z.boolean().optional().meta({
      description: 'The payer may replace the last attempt by another, with `replace`.',
    }),
    canClaim: z.boolean().optional().meta({
      description: 'The payer may claim that money was sent, by the number of the last attempt.',
    }),
    canExtend: z.boolean().optional().meta({
      description: 'The payer may ask for more time to pay.',
    }),
    claim: ClaimView.nullable()
      .optional()
      .meta({ description: 'The open claim, else the last one; null: none was made.' }),
    refunds: z.array(RefundView).optional().meta({ description: 'Money that goes back to the payer.' }),
    reportedSentAt: z.string().nullable().optional().meta({
      description:
        'When the payer said that the money was sent. Changes words and pace, never the outcome. RFC 3339, UTC.',
    }),
    expiresAt: z.string().nullable().meta({
      description:
        'When the time to pay is over. RFC 3339, UTC. Null once it does not matter: succeeded, failed or underpaid.',
    }),
    now: z.string().meta({
      description: "The server's clock, since the payer's may be wrong. RFC 3339, UTC.",
    }),
    pollAfter: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Seconds until the next request; null exactly when final.' }),
    savedCards: z
      .array(SavedCard)
      .optional()
      .meta({ description: "Only for a customer that the merchant's server recognizes." }),
    merchant: Merchant.optional(),
    next: Next.optional(),
    version: z.string().optional().meta({
      description: 'The `ETag` of this view in a server-rendered page. Never in a response.',
    }),
  })
  .meta({
    id: 'ViewMembers',
    description: 'Every member of a view, with all the values that any status may have.',
  })
export type ViewMembers = z.infer<typeof ViewMembers>

/** It can still change, and has not failed. */
const open = { final: z.literal(false), reason: z.null(), pollAfter: z.number().min(0) }

/** The view of a checkout that the merchant's server gives the widget. Its `status` determines the type of the rest. */
export const CheckoutView = ViewMembers.and(
  z.discriminatedUnion('status', [
    z.object({
      status: z.literal('choosing'),
      ...open,
      attempts: z.literal(0),
      method: z.null(),
      action: z.null(),
      paid: z.null(),
    }),
    z.object({ status: z.literal('preparing'), ...open, action: z.null() }),
    z.object({ status: z.literal('pending'), ...open }),
    z.object({
      status: z.literal('succeeded'),
      final: z.literal(true),
      action: z.null(),
      reason: z.null(),
      pollAfter: z.null(),
      paid: Money,
    }),
    z.object({ status: z.literal('failed'), action: z.null(), reason: Reason }),
    z.object({ status: z.literal('expired'), action: z.null(), reason: z.null() }),
  ]),
).meta({ id: 'CheckoutView', description: "The view as Paypane's own server gives it, with every member." })
export type CheckoutView = z.infer<typeof CheckoutView>

const LenientAction = z
  .discriminatedUnion('type', [
    TransferAction.partial().extend({ type: TransferAction.shape.type }),
    RedirectAction,
  ])
  .meta({
    id: 'LenientAction',
    description: 'What the payer must do now: transfer money by these payment details, or go to an address.',
  })

const { id, status, final, amount, action } = ViewMembers.shape

/**
 * The view that a merchant's server in another language gives the widget at least: `id`, `status`, `final`, `amount`
 * and `action`. The widget has a neutral reading for every other member that is missing.
 */
export const LenientCheckoutView = ViewMembers.partial()
  .extend({ id, status, final, amount, action: LenientAction.nullable().meta(action.meta() ?? {}) })
  .meta({
    id: 'LenientCheckoutView',
    description: 'The view of a checkout. A server in another language gives at least the required members.',
  })
export type LenientCheckoutView = z.infer<typeof LenientCheckoutView>
