import { z } from 'zod'
import { time } from './members.ts'

/** As long as a reference of a payout may be. */
const text = z.string().max(512)
const count = z.int().min(0)

/** How an attempt and its order can differ. */
export const DifferenceKind = z.enum(['missing here', 'missing there', 'amount', 'currency', 'status'])
export type DifferenceKind = z.infer<typeof DifferenceKind>

/** One difference between what is stored and what the service says. */
const Difference = z.object({
  kind: DifferenceKind.meta({
    description:
      'In what they differ. `missing here`: not stored. `missing there`: the service does not have it.',
  }),
  payment: z
    .object({
      kind: z.enum(['checkout', 'payout']).meta({ description: 'What it belongs to.' }),
      id: text.meta({ description: 'The id of the checkout, or the reference of the payout.' }),
      ref: text.meta({ description: "The merchant's own reference." }),
      attempt: z.int().min(1).meta({ description: "The attempt's number, from 1." }),
    })
    .nullable()
    .meta({ description: 'What is stored; null: the service has an order that is not stored here.' }),
  externalTransactionId: text
    .nullable()
    .meta({ description: 'Our id of the attempt at the payments service.' }),
  externalId: text.nullable().meta({ description: "The payments service's id of the order." }),
  here: text
    .nullable()
    .meta({ description: 'What is stored: the amount, currency or status; null: nothing.' }),
  there: text.nullable().meta({ description: 'What the service says; null: nothing.' }),
})

/** What a reconciliation can leave out: a kind of payments, or what an order of the service's list lacks. */
const NotCompared = z.enum(['deposits', 'payouts', 'amount', 'currency', 'status'])

/** The body of `POST /admin/reconciliation`: what `paypane reconcile --record` has found. */
export const RecordReconciliation = z
  .object({
    from: z.iso
      .datetime({ offset: true })
      .nullable()
      .meta({ description: 'The start of the compared time; null: from the beginning.' }),
    to: z.iso.datetime({ offset: true }).meta({ description: 'The end of the compared time.' }),
    byList: z.boolean().meta({ description: "Compared with the service's list; else by a lookup of each." }),
    compared: count.meta({ description: 'How many attempts were compared.' }),
    unanswered: count.meta({ description: 'Lookups that the service did not answer.' }),
    notCompared: z.array(NotCompared).default([]).meta({
      description: "What was left out: a kind of payments, or what an order of the service's list lacks.",
    }),
    unreadable: z
      .array(text)
      .max(100)
      .default([])
      .meta({ description: 'The ids of checkouts and payouts that cannot be read: the first 100.' }),
    total: count.meta({ description: 'All differences, also those that are not in `differences`.' }),
    differences: z.array(Difference).max(100).meta({ description: 'The first 100.' }),
  })
  .meta({ id: 'RecordReconciliation', description: 'The result of a reconciliation with the service.' })
export type RecordReconciliation = z.infer<typeof RecordReconciliation>

/** `GET /admin/reconciliation`. */
export const LastReconciliation = z
  .object({
    last: RecordReconciliation.extend({
      at: time('When it was recorded.'),
      operator: z.string().meta({ description: 'Who recorded it.' }),
    })
      .nullable()
      .meta({ description: 'Null if none was recorded.' }),
  })
  .meta({ id: 'LastReconciliation', description: 'The reconciliation that was recorded last.' })
export type LastReconciliation = z.infer<typeof LastReconciliation>
