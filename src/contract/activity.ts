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
    /** The same bytes again, under the same id. */
    z.object({ ...fields, type: z.literal('create_resent') }),
    z.object({ ...fields, type: z.literal('create_placed'), status }),
    /** The response has nothing that may be shown to the payer: no payment details, or a form that is not allowed. */
    z.object({ ...fields, type: z.literal('details_missing') }),
    /** The response to an earlier send: the order exists, its payment details are not shown. */
    z.object({ ...fields, type: z.literal('create_placed_late') }),
    /** The QR code is not shown. */
    z.object({
      ...fields,
      type: z.literal('code_mismatch'),
      reason: CodeMismatch.meta({ description: 'What contradicts the attempt.' }),
    }),
    z.object({
      ...fields,
      type: z.literal('create_refused'),
      status: z.number().meta({ description: 'The HTTP status.' }),
      label: z.string().nullable().meta({ description: 'The label of the error.' }),
    }),
    z.object({ ...fields, type: z.literal('create_unknown'), cause }),
    z.object({ ...fields, type: z.literal('lookup_found'), status }),
    /** The id belongs to an order with another externalId. */
    z.object({ ...fields, type: z.literal('lookup_found_other') }),
    /** The order found may be another's: its currency differs, or it is older than our request. */
    z.object({ ...fields, type: z.literal('lookup_found_foreign'), status, externalId }),
    /** The response names the order of another attempt, which it stays. */
    z.object({ ...fields, type: z.literal('id_taken'), externalId }),
    z.object({ ...fields, type: z.literal('lookup_not_found') }),
    z.object({ ...fields, type: z.literal('lookup_failed'), cause }),
    z.object({
      ...fields,
      type: z.literal('callback_received'),
      status,
      amount: z.string().meta({ description: 'As received.' }),
    }),
    /** No order was created, and none will be. */
    z.object({ ...fields, type: z.literal('not_created') }),
    /** Another attempt replaces this one, which stays watched. */
    z.object({ ...fields, type: z.literal('replaced') }),
    /** The payer says that the money was sent, or takes that back. */
    z.object({
      ...fields,
      type: z.literal('sent_reported'),
      sent: z.boolean().meta({ description: 'False: taken back.' }),
    }),
    /** The payer asked for more time and has it. */
    z.object({ ...fields, type: z.literal('extended') }),
    /** The payer claims that the money was sent. */
    z.object({ ...fields, type: z.literal('claimed'), number }),
    z.object({
      ...fields,
      type: z.literal('claim_resolved'),
      number,
      state: z.enum(['accepted', 'declined']).meta({ description: 'How it is decided.' }),
    }),
    /** The sealed request cannot be decrypted, so it cannot be sent again. */
    z.object({ ...fields, type: z.literal('body_unreadable') }),
    z.object({
      ...fields,
      type: z.literal('review_opened'),
      reason: ReviewReason.meta({ description: 'What has to be decided.' }),
    }),
    z.object({
      ...fields,
      type: z.literal('operator_decided'),
      action: ReviewAction.meta({ description: 'What was decided.' }),
      note: z.string().meta({ description: "The operator's reason." }),
      operator: z.string().optional().meta({ description: "The operator's name." }),
    }),
  ])

/** What was sent, received or decided for an attempt. Without times: those differ between storage and the API. */
export const ActivityEvent = activityEventWith({}).meta({
  id: 'ActivityEvent',
  description: 'What was sent, received or decided for an attempt.',
})
export type ActivityEvent = z.infer<typeof ActivityEvent>
