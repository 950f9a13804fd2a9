import { type Callback, verifyCallback } from '../service/callback.ts'
import { InvalidCallback } from '../service/errors.ts'
import { change } from './change.ts'
import { type Kit, type Pipeline, pipelineNamed } from './kit.ts'
import { ProblemError } from './problem.ts'
import { isPlaced } from './rules/attempt.ts'
import { heard } from './rules/checkout.ts'
import type { Attempt, Entry } from './rules/model.ts'
import type { StoredCallback } from './store/store.ts'

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
  kit: Kit,
  rawBody: string,
  signature: string | null,
  path: CallbackPath,
): Promise<'new' | 'duplicate'> {
  const { callback, pipelines } = await verified(kit, rawBody, signature, path)
  const { externalId, status, amount, orderType } = callback
  const isNew = await kit.store.keepCallback(
    { externalId, status, amount, orderType, pipelines },
    kit.clock.now(),
  )
  kit.options.onMeasure?.({ type: 'callback', result: isNew ? 'new' : 'duplicate' })
  kit.log({
    level: 'info',
    message: isNew ? 'callback kept' : 'callback heard before',
    pipeline: pipelines.join(' '),
    externalId,
    status,
  })
  if (isNew && path.externalTransactionId !== undefined) await hint(kit, path.externalTransactionId)
  kit.wake()
  return isNew ? 'new' : 'duplicate'
}

/** The callback, and the pipelines whose private key its signature holds for. */
async function verified(
  kit: Kit,
  rawBody: string,
  signature: string | null,
  path: CallbackPath,
): Promise<{ callback: Callback; pipelines: string[] }> {
  let callback: Callback | null = null
  let refused: InvalidCallback | null = null
  const names: string[] = []
  for (const pipeline of candidates(kit, path)) {
    try {
      callback = await verifyCallback(rawBody, signature, pipeline.privateKey)
      names.push(pipeline.name)
    } catch (error) {
      if (!(error instanceof InvalidCallback)) throw error
      refused = error
    }
  }
  if (callback !== null) return { callback, pipelines: names }
  const malformed = refused?.reason === 'malformed'
  kit.options.onMeasure?.({ type: 'callback', result: malformed ? 'malformed' : 'signature' })
  kit.log({ level: 'warn', message: 'callback refused', why: refused?.reason ?? 'no pipeline' })
  throw new ProblemError(malformed ? 'malformed' : 'signature_invalid', refused?.message)
}

/**
 * The pipelines whose private keys may hold: all of them, whichever the path names. A callback that came in under
 * the wrong name is as good as its signature.
 */
function candidates(kit: Kit, path: CallbackPath): Pipeline[] {
  if (path.pipeline !== undefined && pipelineNamed(kit, path.pipeline) === null)
    throw new ProblemError('not_found')
  return Object.entries(kit.options.pipelines).map(([name, options]) => ({ ...options, name }))
}

/** News of an attempt that is not known to have made an order: its status is asked at once. */
async function hint(kit: Kit, externalTransactionId: string): Promise<void> {
  const entry = await kit.store.entryByTransaction(externalTransactionId)
  const isUnplaced = (attempt: Attempt): boolean =>
    attempt.externalTransactionId === externalTransactionId &&
    // What is being sent just now has its own answer coming.
    !(isPlaced(attempt.state) || attempt.state === 'sending')
  if (entry === null || !entry.attempts.some(isUnplaced)) return
  await change(kit, entry.id, (stored) => ({
    ...stored,
    attempts: stored.attempts.map((attempt) =>
      isUnplaced(attempt) ? { ...attempt, askAt: kit.clock.now() } : attempt,
    ),
  }))
}

/** Acts on kept callbacks whose order is known: on those of one order in turn, on orders side by side. Returns how many. */
export async function applyCallbacks(kit: Kit): Promise<number> {
  const ready = await kit.store.readyCallbacks(100)
  const turns = new Map<string | null, Promise<void>>()
  for (const callback of ready) {
    const before = turns.get(callback.entryId) ?? Promise.resolve()
    turns.set(
      callback.entryId,
      before.then(() => apply(kit, callback)),
    )
  }
  await Promise.all(turns.values())
  return ready.length
}

async function apply(kit: Kit, callback: StoredCallback): Promise<void> {
  if (callback.entryId === null) return
  const concerns = (entry: Entry, attempt: Attempt): boolean =>
    attempt.externalId === callback.externalId &&
    callback.pipelines.includes(attempt.pipeline) &&
    (callback.orderType.toLowerCase() === 'withdrawal') === (entry.kind === 'payout')
  let matched = false
  await change(
    kit,
    callback.entryId,
    (entry) => {
      const attempt = entry.attempts.find((candidate) => concerns(entry, candidate))
      matched = attempt !== undefined
      return attempt === undefined
        ? null
        : heard(entry, attempt.n, { type: 'called', ...callback }, kit.moment(), kit.policy)
    },
    { applied: [callback.id] },
  )
  if (matched) return
  kit.log({
    level: 'warn',
    message: 'a verified callback concerns no attempt of its order',
    externalId: callback.externalId,
  })
  await kit.store.ignoreCallback(callback.id, kit.clock.now())
}
