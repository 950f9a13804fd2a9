import { z } from 'zod'
import { attempt, next, nullableText, time } from './members.ts'
import { Money } from './money.ts'
import { ClaimState } from './view.ts'

/** What a receipt may be, by its content. */
export const ReceiptType = z.enum(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
export type ReceiptType = z.infer<typeof ReceiptType>

/** Limits of a claim. */
export const maxReceipts = 3
export const maxReceiptBytes = 5 * 1024 * 1024

/** The client's id of a receipt, which makes its upload repeatable. */
export const ReceiptId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ description: "The client's id, which makes the upload repeatable." })

/** A stored receipt. */
export const Receipt = z
  .object({
    id: ReceiptId,
    type: ReceiptType.meta({ description: 'By its content.' }),
    size: z.int().min(1).meta({ description: 'In bytes.' }),
  })
  .meta({ id: 'Receipt', description: 'A file that shows a transfer.' })
export type Receipt = z.infer<typeof Receipt>

const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,18})?$/)
  .meta({ description: 'Decimal text, in the currency of the attempt.' })

/** The body of `POST /checkouts/{id}/attempts/{n}/claim`. */
export const MakeClaim = z
  .object({
    amount: amount.optional(),
    sentAt: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'When the money was sent. RFC 3339.' }),
    bank: z.string().max(100).optional().meta({ description: "The payer's bank." }),
    lastDigits: z
      .string()
      .regex(/^\d{2,6}$/)
      .optional()
      .meta({ description: "The last digits of the payer's card or account, usually four." }),
    note: z.string().max(1000).optional().meta({ description: "The payer's own words." }),
    receipts: z
      .array(ReceiptId)
      .max(maxReceipts)
      .optional()
      .meta({ description: 'Ids of uploaded receipts.' }),
  })
  .meta({
    id: 'MakeClaim',
    description: 'The payer says that the money of an attempt was sent. Never changes the outcome.',
    examples: [
      { amount: '1250.00', sentAt: '2026-11-21T18:00:00Z', bank: 'Example Bank', lastDigits: '4242' },
    ],
  })
export type MakeClaim = z.infer<typeof MakeClaim>

/** Why an operator declines a claim. The widget has words for the reasons of `docs/claims.md`. */
export const DeclineReason = z.string().min(1).max(100).meta({
  description:
    'not_received, wrong_receipt, counted_already, or a word of your own: the payer then reads the text alone.',
})
export type DeclineReason = z.infer<typeof DeclineReason>

/** What the payer says, as an operator reads it. Card numbers in texts are masked. */
export const ClaimContent = z.object({
  amount: nullableText.meta({
    description: 'How much was sent: decimal text, in the currency of the attempt.',
  }),
  sentAt: nullableText.meta({ description: 'When it was sent. RFC 3339.' }),
  bank: nullableText.meta({ description: "The payer's bank." }),
  lastDigits: nullableText.meta({ description: "The last digits of the payer's card or account." }),
  note: nullableText.meta({ description: "The payer's own words." }),
})

export type ClaimContent = z.infer<typeof ClaimContent>

/** A claim as an operator sees it. */
export const ClaimDetail = z
  .object({
    number: z.string().meta({ description: 'For the payer and the support to name it.' }),
    attempt,
    state: ClaimState.meta({
      description: 'Accepted: the payment has arrived. Declined: an operator has decided that it has not.',
    }),
    at: time('When it was made.'),
    content: ClaimContent.nullable().meta({
      description: 'What the payer says; null: nothing more than that the money was sent, or erased.',
    }),
    receipts: z.array(Receipt).meta({ description: 'Up to three.' }),
    resolved: z
      .object({
        at: time('When it was decided.'),
        by: z.enum(['automatic', 'operator']).meta({ description: '`automatic`: the payment has arrived.' }),
        operator: nullableText.meta({ description: 'Who declined it; null if accepted.' }),
        reason: DeclineReason.nullable().meta({ description: 'As in `DeclineClaim`; null if accepted.' }),
        text: nullableText.meta({ description: 'What the payer reads; null if accepted.' }),
      })
      .nullable()
      .meta({ description: 'Null while it is open.' }),
  })
  .meta({ id: 'ClaimDetail', description: 'A claim as an operator sees it.' })
export type ClaimDetail = z.infer<typeof ClaimDetail>

/** `GET /admin/claims`: open claims, the oldest first. */
export const ClaimList = z
  .object({
    claims: z
      .array(
        z.object({
          checkout: z.string().meta({ description: 'The id of the checkout.' }),
          order: z.string().meta({ description: "The merchant's order reference." }),
          status: z.string().meta({ description: 'The `Status` of the checkout.' }),
          requested: Money,
          claim: ClaimDetail,
        }),
      )
      .meta({ description: 'One page of them.' }),
    next,
  })
  .meta({ id: 'ClaimList', description: 'Open claims, the oldest first.' })
export type ClaimList = z.infer<typeof ClaimList>

/** The body of `POST /admin/claims/{number}/decline`. */
export const DeclineClaim = z
  .object({
    reason: DeclineReason,
    text: z.string().min(1).max(1000).meta({ description: 'For the payer: why, and what to do.' }),
  })
  .meta({
    id: 'DeclineClaim',
    description: 'The payment has not arrived. The payer reads the reason and the text.',
    examples: [{ reason: 'wrong_receipt', text: 'The receipt shows another recipient.' }],
  })
export type DeclineClaim = z.infer<typeof DeclineClaim>
