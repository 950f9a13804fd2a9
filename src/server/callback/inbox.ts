import { type Callback, verifyCallback } from '../../service/callback.ts'
import { InvalidCallbackError } from '../../service/errors.ts'
import { updateEntry } from '../attempt/update-entry.ts'
import { type Context, findPipeline, type Pipeline } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { isPlaced } from '../rules/attempt.ts'
import { applyUpdateToEntry } from '../rules/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import type { StoredCallback } from '../store/store.ts'

/** Where a callback came in. What the path says is a hint, never proof. */
export interface CallbackPath {
  pipeline?: string | undefined
  externalTransactionId?: string | undefined
}

/**
 * Rule 8: verified, made durable, and only then acknowledged; acting on it comes after. A signature that holds
 * for no private key throws, and nothing is kept.
 */
export async function acceptCallback(
  context: Context,
  rawBody: string,
  signature: string | null,
  path: CallbackPath,
): Promise<'new' | 'duplicate'> {
  const { callback, pipelines } = await verifyForPipelines(context, rawBody, signature, path)
  const { externalId, status, amount, orderType } = callback
  const isNew = await context.store.saveCallback(
    { externalId, status, amount, orderType, pipelines },
    context.clock.now(),
  )
  context.options.onMetric?.({ type: 'callback', result: isNew ? 'new' : 'duplicate' })
  context.log({
    level: 'info',
    message: isNew ? 'callback kept' : 'callback heard before',
    pipeline: pipelines.join(' '),
    externalId,
    status,
  })
  if (isNew && path.externalTransactionId !== undefined)
    await scheduleLookup(context, path.externalTransactionId)
  context.wake()
  return isNew ? 'new' : 'duplicate'
}

/** The callback, and the pipelines whose private key its signature holds for. */
async function verifyForPipelines(
  context: Context,
  rawBody: string,
  signature: string | null,
  path: CallbackPath,
): Promise<{ callback: Callback; pipelines: string[] }> {
  let callback: Callback | null = null
  let invalid: InvalidCallbackError | null = null
  const names: string[] = []
  for (const pipeline of candidatePipelines(context, path)) {
    try {
      callback = await verifyCallback(rawBody, signature, pipeline.privateKey)
      names.push(pipeline.name)
    } catch (error) {
      if (!(error instanceof InvalidCallbackError)) throw error
      invalid = error
    }
  }
  if (callback !== null) return { callback, pipelines: names }
  const malformed = invalid?.reason === 'malformed'
  context.options.onMetric?.({ type: 'callback', result: malformed ? 'malformed' : 'signature' })
  context.log({ level: 'warn', message: 'callback refused', why: invalid?.reason ?? 'no pipeline' })
  throw new ProblemError(malformed ? 'malformed' : 'signature_invalid', invalid?.message)
}

/**
 * The pipelines whose private keys may hold: all of them, whichever the path names. A callback that came in under
 * the wrong name is as good as its signature.
 */
function candidatePipelines(context: Context, path: CallbackPath): Pipeline[] {
  if (path.pipeline !== undefined && findPipeline(context, path.pipeline) === null)
    throw new ProblemError('not_found')
  return Object.entries(context.options.pipelines).map(([name, options]) => ({ ...options, name }))
}

/** News of an attempt that is not known to have made an order: its status is asked at once. */
async function scheduleLookup(context: Context, externalTransactionId: string): Promise<void> {
  const entry = await context.store.entryByTransaction(externalTransactionId)
  const isUnplaced = (attempt: Attempt): boolean =>
    attempt.externalTransactionId === externalTransactionId &&
    // What is being sent just now has its own answer coming.
    !(isPlaced(attempt.state) || attempt.state === 'sending')
  if (entry === null || !entry.attempts.some(isUnplaced)) return
  await updateEntry(context, entry.id, (stored) => ({
    ...stored,
    attempts: stored.attempts.map((attempt) =>
      isUnplaced(attempt) ? { ...attempt, nextLookupAt: context.clock.now() } : attempt,
    ),
  }))
}

/** Acts on kept callbacks whose order is known: on those of one order in turn, on orders side by side. Returns how many. */
export async function applyCallbacks(context: Context): Promise<number> {
  const pending = await context.store.readyCallbacks(100)
  const queues = new Map<string | null, Promise<void>>()
  for (const callback of pending) {
    const previous = queues.get(callback.entryId) ?? Promise.resolve()
    queues.set(
      callback.entryId,
      previous.then(() => applyCallback(context, callback)),
    )
  }
  await Promise.all(queues.values())
  return pending.length
}

async function applyCallback(context: Context, callback: StoredCallback): Promise<void> {
  if (callback.entryId === null) return
  const matches = (entry: Entry, attempt: Attempt): boolean =>
    attempt.externalId === callback.externalId &&
    callback.pipelines.includes(attempt.pipeline) &&
    (callback.orderType.toLowerCase() === 'withdrawal') === (entry.kind === 'payout')
  let matched = false
  await updateEntry(
    context,
    callback.entryId,
    (entry) => {
      const attempt = entry.attempts.find((candidate) => matches(entry, candidate))
      matched = attempt !== undefined
      return attempt === undefined
        ? null
        : applyUpdateToEntry(
            entry,
            attempt.n,
            { type: 'callback_received', ...callback },
            context.now(),
            context.policy,
          )
    },
    { appliedCallbackIds: [callback.id] },
  )
  if (matched) return
  context.log({
    level: 'warn',
    message: 'a verified callback concerns no attempt of its order',
    externalId: callback.externalId,
  })
  await context.store.ignoreCallback(callback.id, context.clock.now())
}
