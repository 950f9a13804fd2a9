import { z } from 'zod'
import { ReviewAction, ReviewReason } from './review.ts'

const cause = z.string().meta({ description: 'Why there was no reliable response.' })
const status = z.string().meta({ description: 'As the payments service reports it.' })
const externalId = z.string().meta({ description: "The payments service's id of the order." })
const number = z.string().meta({ description: 'The number of the claim.' })

/**
 * Why a QR code is not shown: what it says contradicts the attempt, or another payment detail. `unreadable`: banking
 * apps reject it, or could read it differently.
 */
export const CodeMismatch = z.enum(['amount', 'currency', 'account', 'unreadable'])
export type CodeMismatch = z.infer<typeof CodeMismatch>

/** The events of an attempt's log, each with these fields. An intersection would parse every event twice. */
export const activityEventWith = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  z.discriminatedUnion('type', [
    z.object({ ...fields, type: z.literal('create_sent') }),
    z
      .object({ ...fields, type: z.literal('create_resent') })
      .meta({ description: 'The same bytes again, under the same id.' }),
    z.object({ ...fields, type: z.literal('create_placed'), status }),
    z.object({ ...fields, type: z.literal('details_missing') }).meta({
      description:
        'The response has nothing that may be shown to the payer: no payment details, or a form that is not allowed.',
    }),
    z.object({ ...fields, type: z.literal('create_placed_late') }).meta({
      description: 'The response to an earlier send: the order exists, its payment details are not shown.',
    }),
    z
      .object({
        ...fields,
        type: z.literal('code_mismatch'),
        reason: CodeMismatch.meta({
          description: 'What contradicts the attempt; `unreadable`: banking apps could read it differently.',
        }),
      })
      .meta({ description: 'The QR code is not shown.' }),
    z.object({
      ...fields,
      type: z.literal('create_refused'),
      status: z.number().meta({ description: 'The HTTP status.' }),
      label: z.string().nullable().meta({ description: 'The label of the error.' }),
    }),
    z
      .object({ ...fields, type: z.literal('create_unknown'), cause })
      .meta({ description: 'The order may exist: it is looked up before anything else is sent.' }),
    z.object({ ...fields, type: z.literal('lookup_found'), status }),
    z
      .object({ ...fields, type: z.literal('lookup_found_other') })
      .meta({ description: 'The id belongs to an order with another `externalId`.' }),
    z.object({ ...fields, type: z.literal('lookup_found_foreign'), status, externalId }).meta({
      description:
        "The order found may be another's: its currency differs, or it is older than our request and its amount differs.",
    }),
    z
      .object({ ...fields, type: z.literal('id_taken'), externalId })
      .meta({ description: 'The response names the order of another attempt, which it stays.' }),
    z.object({ ...fields, type: z.literal('lookup_not_found') }),
    z.object({ ...fields, type: z.literal('lookup_failed'), cause }),
    z
      .object({
        ...fields,
        type: z.literal('callback_received'),
        status,
        amount: z.string().meta({ description: 'As received.' }),
      })
      .meta({ description: 'A verified one.' }),
    z
      .object({ ...fields, type: z.literal('not_created') })
      .meta({ description: 'No order was created, and none will be.' }),
    z
      .object({ ...fields, type: z.literal('replaced') })
      .meta({ description: 'Another attempt replaces this one, which stays watched.' }),
    z
      .object({
        ...fields,
        type: z.literal('sent_reported'),
        sent: z.boolean().meta({ description: 'False: taken back.' }),
      })
      .meta({ description: 'The payer says that the money was sent, or takes that back.' }),
    z
      .object({ ...fields, type: z.literal('extended') })
      .meta({ description: 'The payer asked for more time and has it.' }),
    z
      .object({ ...fields, type: z.literal('claimed'), number })
      .meta({ description: 'The payer claims that the money was sent.' }),
    z.object({
      ...fields,
      type: z.literal('claim_resolved'),
      number,
      state: z.enum(['accepted', 'declined']).meta({ description: 'By the payment, or by an operator.' }),
    }),
    z
      .object({ ...fields, type: z.literal('body_unreadable') })
      .meta({ description: 'The sealed request cannot be decrypted, so it cannot be sent again.' }),
    z.object({
      ...fields,
      type: z.literal('review_opened'),
      reason: ReviewReason.meta({ description: 'What has to be decided.' }),
    }),
    z.object({
      ...fields,
      type: z.literal('operator_decided'),
      action: ReviewAction.meta({ description: 'As in `ResolveReview`.' }),
      note: z.string().meta({ description: "The operator's reason." }),
      operator: z
        .string()
        .optional()
        .meta({ description: "The operator's name; absent: the merchant's own code." }),
    }),
  ])

/** What was sent, received or decided for an attempt. Without times: those differ between storage and the API. */
export const ActivityEvent = activityEventWith({}).meta({
  id: 'ActivityEvent',
  description: 'What was sent, received or decided for an attempt.',
})
export type ActivityEvent = z.infer<typeof ActivityEvent>
