import { z } from 'zod'
import { AttemptDetail } from './attempt.ts'
import { CallbackDetail } from './callback.ts'
import { attempt, nullableText, nullableTime, time } from './members.ts'

const EventDetail = z.object({
  id: z.string().meta({ description: 'The same in every delivery.' }),
  type: z.string().meta({ description: 'Such as `checkout.succeeded`.' }),
  at: time('When it happened.'),
  attempt: attempt.meta({ description: 'The number of the attempt that it is about; 0: of none.' }),
  tries: z.int().meta({ description: 'How often its delivery was tried.' }),
  deliveredAt: nullableTime('When it was accepted; null: not yet.'),
  error: nullableText.meta({ description: 'Why the last try failed, redacted; null unless it did.' }),
})

/** What happened to a checkout or payout. */
export const records = {
  attempts: z.array(AttemptDetail).meta({ description: 'The first one first.' }),
  callbacks: z.array(CallbackDetail).meta({ description: 'Verified, in the order of receipt.' }),
  events: z.array(EventDetail).meta({ description: "The merchant's events, in order." }),
}
