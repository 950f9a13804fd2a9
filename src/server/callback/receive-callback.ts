import { updateAttempt, updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { isTemporary } from '../lib/temporary-failure.ts'
import { isPlaced } from '../rules/attempt/transitions.ts'
import type { Attempt } from '../rules/model.ts'
import { applyCallbacks } from './apply-callbacks.ts'
import { type CallbackRequest, verifyForPipelines } from './verify-for-pipelines.ts'

/**
 * Rule 8: verifies and stores a callback, and applies it afterwards, at once: the worker may be busy with lookups. It
 * applies what fails here. Throws `signature_invalid`, `malformed` or `rate_limited`; nothing is stored then.
 */
export async function receiveCallback(context: Context, request: CallbackRequest): Promise<void> {
  const externalId = await acceptCallback(context, request)
  context.callbackPool.run(applyCallbacks(context, { externalId }))
}

/** Verifies and stores a callback, so that it can be acknowledged. Returns the id of its order. */
async function acceptCallback(context: Context, request: CallbackRequest): Promise<string> {
  const { store, clock, onMetric, log } = context
  const { callback, pipelines } = await verifyForPipelines(context, request)
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
  try {
    // Also of a duplicate: the process that stored the first may have died before this.
    if (request.externalTransactionId !== undefined)
      await scheduleLookup(context, request.externalTransactionId)
    // A new callback is looked up when it is applied.
    if (!isNew && callback.externalParams?.cardStorageToken != null)
      await scheduleCardLookup(context, externalId, pipelines)
  } catch (error) {
    // It is stored, so it is acknowledged: the sender can do nothing about an entry that cannot be processed.
    if (isTemporary(error)) throw error
    log({ level: 'error', message: `no lookup follows a callback: ${messageOf(error)}`, externalId })
  }
  return externalId
}

/**
 * Rule 7: a card that only a callback names is saved once a lookup reports it, too. One more lookup is made for an attempt
 * whose status is no longer looked up.
 */
async function scheduleCardLookup(
  context: Context,
  externalId: string,
  pipelines: readonly string[],
): Promise<void> {
  const mayHaveCard = (attempt: Attempt): boolean =>
    attempt.externalId === externalId &&
    pipelines.includes(attempt.pipeline) &&
    attempt.customer !== null &&
    !attempt.cardReported
  const found = await context.store.list({
    kind: 'checkout',
    search: { text: externalId, prefix: false },
    limit: 2,
  })
  const entry = found.entries.find(({ attempts }) => attempts.some(mayHaveCard))
  if (entry === undefined) return
  await updateEntry(context, entry.id, (stored) => ({
    ...stored,
    attempts: stored.attempts.map((attempt) =>
      mayHaveCard(attempt) ? { ...attempt, nextLookupAt: context.clock.now() } : attempt,
    ),
  }))
}

/** A callback for an attempt that is not known to be placed: its status is looked up until a lookup answers. */
async function scheduleLookup(context: Context, externalTransactionId: string): Promise<void> {
  const entry = await context.store.entryByTransaction(externalTransactionId)
  const attempt = entry?.attempts.find((one) => one.externalTransactionId === externalTransactionId)
  if (entry == null || attempt === undefined || isPlaced(attempt.state)) return
  await updateAttempt(context, entry.id, attempt, { type: 'callback_hinted' })
}
