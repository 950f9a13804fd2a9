import { type Context, findPipeline } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import type { AttemptUpdate } from '../rules/attempt.ts'
import { applyUpdateToEntry } from '../rules/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { cardToSave } from './saved-cards.ts'
import { updateEntry } from './update-entry.ts'

/** Asks the service for an attempt's status, with that attempt's own key, and writes what was heard. */
export async function lookUp(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  lease?: string,
): Promise<Entry | null> {
  const update = await requestStatus(context, attempt)
  const card = await cardToSave(context, entry, attempt, update)
  return await updateEntry(
    context,
    entry.id,
    (current) => applyUpdateToEntry(current, attempt.n, update, context.now(), context.policy),
    {
      ...(lease === undefined ? {} : { lease }),
      ...(card === null ? {} : { card }),
    },
  )
}

async function requestStatus(context: Context, attempt: Attempt): Promise<AttemptUpdate> {
  const pipeline = findPipeline(context, attempt.pipeline)
  if (pipeline === null) return { type: 'silent', cause: 'its pipeline is not configured' }
  const id =
    attempt.externalId === null
      ? { externalTransactionId: attempt.externalTransactionId }
      : { externalId: attempt.externalId }
  if (!context.circuitBreaker.allowsRequest())
    return { type: 'silent', cause: 'not asked: the service is not answering' }
  const startedAt = context.clock.now()
  const recordMetric = (outcome: 'found' | 'not_found' | 'unknown'): void => {
    if (outcome === 'unknown') context.circuitBreaker.recordFailure()
    else context.circuitBreaker.recordSuccess()
    context.options.onMetric?.({
      type: 'lookup',
      profile: pipeline.profile,
      outcome,
      seconds: (context.clock.now() - startedAt) / 1000,
    })
  }
  try {
    const { service } = context.options
    const result = await (pipeline.profile === 'payout'
      ? service.payoutStatus({ key: pipeline.key }, id)
      : service.depositStatus({ key: pipeline.key }, id))
    recordMetric(result.outcome)
    switch (result.outcome) {
      case 'found':
        return { type: 'found', order: result.order }
      case 'not_found':
        return { type: 'missing' }
      case 'unknown':
        return { type: 'silent', cause: result.error.kind }
    }
  } catch (error) {
    recordMetric('unknown')
    return { type: 'silent', cause: messageOf(error) }
  }
}
