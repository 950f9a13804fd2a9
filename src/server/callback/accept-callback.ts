import type { Attempt } from '../rules/model.ts'
import { isPlaced } from '../rules/transitions.ts'
import type { InboxServices } from './inbox.ts'
import { type CallbackRequest, verifyForPipelines } from './verify-for-pipelines.ts'

/** Verifies and stores a callback, so that it can be acknowledged. */
export async function acceptCallback(services: InboxServices, request: CallbackRequest): Promise<void> {
  const { store, clock, onMetric, log, wake } = services
  const { callback, pipelines } = await verifyForPipelines(services, request)
  const { externalId, status, amount, orderType } = callback
  const isNew = await store.saveCallback({ externalId, status, amount, orderType, pipelines }, clock.now())
  onMetric({ type: 'callback', result: isNew ? 'new' : 'duplicate' })
  log({
    level: 'info',
    message: isNew ? 'callback stored' : 'duplicate callback',
    pipeline: pipelines.join(' '),
    externalId,
    status,
  })
  if (isNew && request.externalTransactionId !== undefined)
    await scheduleLookup(services, request.externalTransactionId)
  wake()
}

/** A callback for an attempt that is not known to be placed: its status is looked up at once. */
async function scheduleLookup(
  { store, entries, clock }: InboxServices,
  externalTransactionId: string,
): Promise<void> {
  const isUnplaced = (attempt: Attempt): boolean =>
    attempt.externalTransactionId === externalTransactionId &&
    // While sending, the create response is about to arrive.
    attempt.state !== 'sending' &&
    !isPlaced(attempt.state)
  const entry = await store.entryByTransaction(externalTransactionId)
  if (entry === null || !entry.attempts.some(isUnplaced)) return
  await entries.update(entry.id, (stored) => ({
    ...stored,
    attempts: stored.attempts.map((attempt) =>
      isUnplaced(attempt) ? { ...attempt, nextLookupAt: clock.now() } : attempt,
    ),
  }))
}
