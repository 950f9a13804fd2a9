import type { Context } from '../context.ts'
import { type NewAttemptFields, newAttempt } from '../rules/attempt/new-attempt.ts'
import type { Attempt, Entry } from '../rules/model.ts'

/** Rule 1: a new attempt with its sealed body, to be stored before the body is sent. */
export async function createAttempt(
  { sealer, policy, now }: Context,
  entry: Entry,
  fields: NewAttemptFields,
): Promise<Attempt> {
  const { externalTransactionId } = fields
  const body = await sealer.seal({ purpose: 'body', entry: entry.id, externalTransactionId }, fields.body)
  return newAttempt({ ...fields, body }, entry, now(), policy)
}
