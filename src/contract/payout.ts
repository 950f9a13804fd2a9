import { z } from 'zod'
import { records } from './entry.ts'
import { next, nullableText, time, truncated, unreadable } from './members.ts'
import { Money } from './money.ts'
import { Reason } from './view.ts'

/** The body of `POST /admin/payouts`, which is idempotent by `reference`. */
export const CreatePayout = z
  // A destination under another name would be left out of what is sent.
  .strictObject({
    reference: z.string().min(1).max(512).meta({ description: "The merchant's own, unique for ever." }),
    amount: z
      .string()
      .regex(/^(?=.*[1-9])(0|[1-9]\d*)(\.\d+)?$/, 'is decimal text greater than 0, such as "100.00"')
      .meta({ description: 'Decimal text. The digits of a JSON number are accepted too.' }),
    currency: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'The currency key, as the payments service names it.' }),
    pipeline: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'The name of a payout pipeline. Default: the first one.' }),
    additionalFields: z
      .array(
        z.object({
          key: z.string().min(1).meta({ description: "The service's name of the field." }),
          value: z
            .union([z.string(), z.number(), z.boolean()])
            .meta({ description: 'Text keeps all digits.' }),
        }),
      )
      .optional()
      .meta({ description: 'The destination, and what else the payments service requires.' }),
  })
  .meta({
    id: 'CreatePayout',
    description: 'One payout for each reference, however often it is requested.',
    examples: [
      {
        reference: 'payout-7',
        amount: '100.00',
        currency: 'UAH',
        additionalFields: [{ key: 'accountNumber', value: '26007233566001' }],
      },
    ],
  })
export type CreatePayout = z.infer<typeof CreatePayout>

/**
 * `awaiting_approval`: a second operator has to approve it, and nothing was sent. `preparing`: it is not known yet whether
 * the service has the order. `rejected`, `succeeded` and `failed` are final.
 */
export const PayoutStatus = z
  .enum(['awaiting_approval', 'rejected', 'preparing', 'pending', 'succeeded', 'failed'])
  .meta({
    id: 'PayoutStatus',
    description:
      '`awaiting_approval`: a second operator has to approve it, and nothing was sent. `rejected`: nothing was sent, and nothing will be. `preparing`: it is not known yet whether the payments service has the order. `pending`: it has, and the order is not final.',
  })
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** A payout as an operator sees it. */
export const PayoutView = z
  .object({
    reference: z
      .string()
      .meta({ description: "The merchant's own; the id of the refund, if it is the payout of one." }),
    status: PayoutStatus,
    needsReview: z.boolean().meta({ description: 'An operator has to decide.' }),
    amount: Money,
    paid: Money.nullable().meta({
      description: 'What the payments service reports, once it has succeeded; null before.',
    }),
    externalId: nullableText.meta({
      description: "The payments service's id of the order; null: no order is known.",
    }),
    externalTransactionId: z
      .string()
      .meta({ description: 'Our id of the last attempt at the payments service.' }),
    reason: Reason.nullable().meta({ description: 'Null unless failed.' }),
    createdAt: time('When it was created.'),
    updatedAt: time('When it last changed.'),
  })
  .meta({ id: 'PayoutView', description: 'A payout as an operator sees it.' })
export type PayoutView = z.infer<typeof PayoutView>

/** `GET /admin/payouts`: newest first. */
export const PayoutList = z
  .object({
    payouts: z.array(PayoutView).meta({ description: 'One page of them.' }),
    next,
    truncated,
    unreadable,
  })
  .meta({ id: 'PayoutList', description: 'Payouts, newest first.' })
export type PayoutList = z.infer<typeof PayoutList>

const DestinationField = z.object({
  key: z.string().meta({ description: "The service's name of the field." }),
  value: z
    .string()
    .meta({ description: 'Masked: the last four characters of a number stay, of words their first letter.' }),
})

/** What a second operator has decided, or has to decide. */
export const PayoutApproval = z
  .object({
    action: z.enum(['create', 'discard']).meta({
      description: '`create`: the payout is sent. `discard`: the payments service has no such payout.',
    }),
    requestedBy: nullableText.meta({ description: "An operator's name; null: the merchant's own code." }),
    requestedAt: time('When it was requested.'),
    note: nullableText.meta({ description: 'The reason of who requested it.' }),
    decided: z
      .object({
        approved: z.boolean().meta({ description: 'False: rejected.' }),
        by: z.string().meta({ description: "The operator's name." }),
        at: time('When it was decided.'),
        note: nullableText.meta({ description: "The operator's reason." }),
      })
      .nullable()
      .meta({ description: 'Null while it waits for a decision.' }),
  })
  .meta({ id: 'PayoutApproval', description: 'What a second operator has decided, or has to decide.' })
export type PayoutApproval = z.infer<typeof PayoutApproval>

/** The body of `POST /admin/payouts/{reference}/approve` and `/reject`. */
export const DecidePayout = z
  .object({
    note: z.string().max(2000).optional().meta({ description: "The operator's reason. It is stored." }),
  })
  .meta({ id: 'DecidePayout', description: 'A second operator decides about what awaits an approval.' })
export type DecidePayout = z.infer<typeof DecidePayout>

/** `GET /admin/payouts/{reference}`: a payout with its attempts, callbacks and events. */
export const PayoutDetail = z
  .object({
    ...PayoutView.shape,
    createdBy: nullableText.meta({ description: "An operator's name; null: the merchant's own code." }),
    approvals: z
      .array(PayoutApproval)
      .meta({ description: 'In order. The last one awaits a decision while its `decided` is null.' }),
    destination: z.array(DestinationField).meta({
      description: 'The additional fields, masked. Empty without fields, or after retention.',
    }),
    refund: z
      .object({
        checkout: z.string().meta({ description: 'The id of the checkout.' }),
        order: z.string().meta({ description: "The merchant's order reference." }),
        note: z.string().meta({ description: 'Why it is refunded, by who requested it.' }),
      })
      .nullable()
      .meta({
        description: 'The refund that it pays out; null: it is none, or its checkout cannot be read.',
      }),
    issuedTo: z.array(z.string()).meta({
      description:
        "Operators who were given an address of the refund's page: they cannot approve its payout.",
    }),
    sameDestination: z
      .object({
        payouts: z.array(PayoutView).meta({ description: 'The newest first.' }),
        more: z.boolean().meta({ description: 'There are more than these.' }),
      })
      .meta({ description: 'Other payouts to the same destination, newest first.' }),
    ...records,
  })
  .meta({ id: 'PayoutDetail', description: 'A payout with its attempts, callbacks and events.' })
export type PayoutDetail = z.infer<typeof PayoutDetail>
