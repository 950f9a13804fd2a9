import type { OrderId } from '../../service/client.ts'
import type { PaymentsOutcomeUnknownError } from '../../service/errors.ts'
import type { LookupOutcome } from '../../service/status-response.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import type { Pipeline } from '../pipelines.ts'
import type { AttemptUpdate } from '../rules/attempt/attempt.ts'
import { wasOvertaken } from '../rules/attempt/found-order.ts'
import { isUnconfirmedRefusal } from '../rules/checkout/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { pipelineOf } from './pipeline-of.ts'
import { cardFromUpdate } from './saved-cards.ts'
import { updateAttempt } from './update-entry.ts'

/** Requests an attempt's status with the key it was created with, and writes the result. */
export async function lookUp(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  lease?: string,
): Promise<Entry> {
  const update = await requestStatus(context, attempt)
  const reportedCard = await cardFromUpdate(context, attempt, update)
  return await updateAttempt(context, entry.id, attempt, update, { lease, reportedCard })
}

async function requestStatus(context: Context, attempt: Attempt): Promise<AttemptUpdate> {
  const { service, circuitBreakerOf, lookupLimit, serviceOutages, clock, onMetric } = context
  const pipeline = pipelineOf(context, attempt)
  if (pipeline === null) return { type: 'lookup_failed', cause: 'its pipeline is not configured' }
  const circuitBreaker = circuitBreakerOf(pipeline.name)
  // Counts as a failed lookup: in a long outage, an order that no probe was spent on needs its review, too.
  if (!circuitBreaker.allowsRequest())
    return { type: 'lookup_failed', cause: 'not requested: the service is not responding' }

  const startedAt = clock.now()
  const endRequest = lookupLimit.start()
  let outcome: LookupOutcome['outcome'] = 'unknown'
  let isOverloaded = true
  try {
    const result = await statusOf(service, pipeline, orderIdOf(attempt))
    outcome = result.outcome
    isOverloaded = result.outcome === 'unknown' && canMeanOverload(result.error)
    serviceOutages.record(pipeline, 'lookup', result)
    return updateFromOutcome(attempt, result, startedAt)
  } catch (error) {
    return { type: 'lookup_failed', cause: messageOf(error) }
  } finally {
    endRequest(isOverloaded ? 'overloaded' : 'answered')
    if (isOverloaded) circuitBreaker.recordFailure()
    else circuitBreaker.recordSuccess()
    const seconds = (clock.now() - startedAt) / 1000
    onMetric({ type: 'lookup', profile: pipeline.profile, outcome, seconds })
  }
}

function updateFromOutcome(attempt: Attempt, result: LookupOutcome, requestedAt: number): AttemptUpdate {
  switch (result.outcome) {
    case 'found':
      return { type: 'lookup_found', order: result.order, since: attempt.foundAt, requestedAt }
    case 'not_found':
      return { type: 'lookup_not_found', requestedAt, wasSending: attempt.state === 'sending' }
    case 'unknown':
      return { type: 'lookup_failed', cause: result.error.kind }
  }
}

/** A refused key or an unreadable response says nothing about the service's load. */
const canMeanOverload = ({ kind, status }: PaymentsOutcomeUnknownError): boolean =>
  kind === 'timeout' || kind === 'connection' || kind === 'server' || status === 429

const orderIdOf = ({ externalId, externalTransactionId }: Attempt): OrderId =>
  externalId === null ? { externalTransactionId } : { externalId }

const statusOf = (service: Context['service'], { profile, key }: Pipeline, id: OrderId) =>
  profile === 'payout' ? service.payoutStatus({ key }, id) : service.depositStatus({ key }, id)

/**
 * Looks up the last attempt if it is placed or, by rule 4, refused and not confirmed absent. Concurrent calls share one
 * lookup. Returns the entry afterwards, and when the lookup was requested.
 */
export async function lookUpLast(
  context: Context,
  entry: Entry,
): Promise<{ entry: Entry; requestedAt: number }> {
  const key = `${entry.id} ${entry.attempts.length}`
  const { result, requestedAt } = await context.sharedLookups(key, () => requestLast(context, entry))
  // What was stored since then is newer than what it found.
  return { entry: result.version > entry.version ? result : entry, requestedAt }
}

async function requestLast(context: Context, entry: Entry): Promise<Entry> {
  const last = entry.attempts.at(-1)
  if (last?.state !== 'placed') return await lookUpRefusal(context, entry)
  const requestedAt = context.clock.now()
  const current = await lookUp(context, entry, last)
  const found = current.attempts[last.n - 1]
  return found !== undefined && wasOvertaken(last, found, requestedAt)
    ? await lookUp(context, current, found)
    : current
}

/** Rule 4: looks up the last attempt if it was refused and the order is not confirmed absent. */
export async function lookUpRefusal(context: Context, entry: Entry): Promise<Entry> {
  const last = entry.attempts.at(-1)
  if (last === undefined || !isUnconfirmedRefusal(last)) return entry
  return await lookUp(context, entry, last)
}
