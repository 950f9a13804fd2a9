import { z } from 'zod'
import { externalId, next, note, nullableText, nullableTime, time } from './members.ts'

/** What a callback proves, and when it came. */
const receipt = {
  externalId,
  status: z.string().meta({ description: 'The status of the order, as received.' }),
  amount: z
    .string()
    .meta({ description: 'The amount of the order, as received. Its currency is not signed.' }),
  receivedAt: time('When it was first received.'),
  lastAt: time('When it was last received.'),
  times: z.int().meta({ description: 'How often it was received.' }),
}

export const CallbackDetail = z.object({
  ...receipt,
  appliedAt: nullableTime('When it was applied to the attempt; null: not yet.'),
})

/** A verified callback that matches no order of ours. */
export const UnmatchedCallback = z
  .object({
    id: z.string().meta({ description: 'For `acknowledge`.' }),
    ...receipt,
    orderType: z
      .string()
      .meta({ description: 'As received: `Deposit`, `Withdrawal`, or a value added later.' }),
    pipelines: z.array(z.string()).meta({ description: 'Those whose private key verifies the signature.' }),
    reviewSince: nullableTime('Since when an operator has to look at it; null: not yet, or never.'),
    acknowledged: z
      .object({
        at: time('When it was acknowledged.'),
        note: z.string().meta({ description: "The operator's reason." }),
        operator: nullableText.meta({ description: "The operator's name; null: the merchant's own code." }),
      })
      .nullable()
      .meta({ description: 'Null until an operator has dealt with it.' }),
  })
  .meta({
    id: 'UnmatchedCallback',
    description: 'A verified callback that matches no order. Only these fields are proven by its signature.',
  })
export type UnmatchedCallback = z.infer<typeof UnmatchedCallback>

/** `GET /admin/callbacks/unmatched`: newest first. */
export const UnmatchedCallbackList = z
  .object({ callbacks: z.array(UnmatchedCallback).meta({ description: 'One page of them.' }), next })
  .meta({ id: 'UnmatchedCallbackList', description: 'Verified callbacks that match no order, newest first.' })
export type UnmatchedCallbackList = z.infer<typeof UnmatchedCallbackList>

/** The body of `POST /admin/callbacks/unmatched/{id}/acknowledge`. */
export const AcknowledgeCallback = z
  .object({ note })
  .meta({ id: 'AcknowledgeCallback', description: 'An operator has dealt with an unmatched callback.' })
export type AcknowledgeCallback = z.infer<typeof AcknowledgeCallback>
