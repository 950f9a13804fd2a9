import { z } from 'zod'
import { CreatePayout } from '../../contract/payout.ts'
import { JsonNumber } from '../../service/json.ts'
import { ProblemError } from '../lib/problem.ts'

/** A payout as requested over HTTP: a number of an additional field keeps its text. */
export const ReceivedPayout = CreatePayout.extend({
  additionalFields: z
    .array(
      z.object({
        key: z.string().min(1),
        value: z.union([z.string(), z.number(), z.boolean(), z.instanceof(JsonNumber)]),
      }),
    )
    .optional(),
})
export type ReceivedPayout = z.infer<typeof ReceivedPayout>

/** Validates a request from the merchant's own code. Throws `malformed`. */
export function parsePayoutRequest(request: CreatePayout): CreatePayout {
  const parsed = CreatePayout.safeParse(request)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ProblemError('malformed', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}
