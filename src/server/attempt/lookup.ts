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
  if (pipeline === null) return { type: 'lookup_failed', cause: 'its pipeline is not configured' }
  const id =
    attempt.externalId === null
      ? { externalTransactionId: attempt.externalTransactionId }
      : { externalId: attempt.externalId }
  if (!context.circuitBreaker.allowsRequest())
    return { type: 'lookup_failed', cause: 'not asked: the service is not answering' }
  const startedAt = context.clock.now()
  const recordMetric = (outcome: 'found' | 'missing' | 'silent'): void => {
    if (outcome === 'silent') context.circuitBreaker.recordFailure()
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
        return { type: 'lookup_found', order: result.order }
      case 'missing':
        return { type: 'lookup_not_found' }
      case 'silent':
        return { type: 'lookup_failed', cause: result.error.kind }
    }
  } catch (error) {
    recordMetric('silent')
    return { type: 'lookup_failed', cause: messageOf(error) }
  }
}
