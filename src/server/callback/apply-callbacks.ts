import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { isTemporary } from '../lib/temporary-failure.ts'
import { retryPutAside } from '../rules/attempt/lookup-schedule.ts'
import { kindOfOrderType } from '../rules/attempt/unmatched-callback.ts'
import { applyUpdateToEntry } from '../rules/entry.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import type { ReadyQuery, StoredCallback } from '../store/callbacks.ts'

const batchSize = 100

/** For so long only the process that has received a callback applies it: several would wait for each other's writes. */
const ownMs = 1000

/**
 * Applies stored callbacks whose entry is known. Returns how many. `all`: also those that were received just now, which
 * their own process is applying.
 */
export async function applyPendingCallbacks(context: Context, all: boolean): Promise<number> {
  const { callbackPool, clock } = context
  const now = clock.now()
  if (!all) return await applyCallbacks(context, { notWithin: { from: now - ownMs, until: now } })
  const received = callbackPool.running()
  await callbackPool.drain()
  return received + (await applyCallbacks(context, {}))
}

/**
 * Applies stored callbacks whose entry is known: in order for one entry, concurrently across entries. Returns how many. One
 * that cannot be applied is put aside, and delays no other.
 */
export async function applyCallbacks(
  context: Context,
  which: Omit<ReadyQuery, 'limit' | 'now'>,
): Promise<number> {
  const pending = await context.store.readyCallbacks({
    ...which,
    now: context.clock.now(),
    limit: batchSize,
  })
  const queues = new Map<string | null, Promise<void>>()
  for (const callback of pending) {
    const previous = queues.get(callback.entryId) ?? Promise.resolve()
    queues.set(
      callback.entryId,
      previous.then(() => applyOrPutAside(context, callback)),
    )
  }
  await Promise.all(queues.values())
  return pending.length
}

async function applyOrPutAside(context: Context, callback: StoredCallback): Promise<void> {
  const { store, clock, log } = context
  try {
    await applyCallback(context, callback)
  } catch (error) {
    if (isTemporary(error)) throw error
    log({
      level: 'error',
      message: `a callback cannot be applied and is put aside, tried again later: ${messageOf(error)}`,
      callback: callback.id,
      externalId: callback.externalId,
    })
    await store.postponeCallback(callback.id, retryPutAside(callback.receivedAt, clock.now()))
  }
}

/** Throws if the pipeline of its attempt is not configured here: another process may have it, or this one later. */
async function applyCallback(context: Context, callback: StoredCallback): Promise<void> {
  const { store, pipelines, policy, clock, moment, log } = context
  const { id, entryId, externalId, status, amount } = callback
  if (entryId === null) return
  let isMatched = false
  await updateEntry(
    context,
    entryId,
    (entry) => {
      const candidates = entry.attempts.filter((attempt) => isOfOrder(entry, attempt, callback))
      const attempt = candidates.find(({ pipeline }) => isVerifiedFor(context, callback, pipeline))
      isMatched = attempt !== undefined
      if (attempt === undefined) {
        const missing = candidates.find(({ pipeline }) => pipelines.byName(pipeline) === null)
        if (missing !== undefined) throw new Error(`its pipeline ${missing.pipeline} is not configured`)
        return null
      }
      const update = { type: 'callback_received', externalId, status, amount } as const
      return applyUpdateToEntry(entry, attempt.n, update, moment(), policy)
    },
    { appliedCallbackIds: [id] },
  )
  if (isMatched) return
  log({ level: 'warn', message: 'verified callback matches no attempt of its entry', externalId })
  await store.ignoreCallback(id, clock.now())
}

const isOfOrder = (entry: Entry, attempt: Attempt, callback: StoredCallback): boolean =>
  attempt.externalId === callback.externalId && kindOfOrderType(callback.orderType) === entry.kind

/**
 * Whether a private key of the pipeline has signed it. The process that received it may have lacked the pipeline: then one
 * that it had has no other keys.
 */
function isVerifiedFor({ pipelines }: Context, callback: StoredCallback, pipeline: string): boolean {
  const keysOf = (name: string) => [pipelines.byName(name)?.privateKey ?? []].flat()
  const keys = keysOf(pipeline)
  const hasItsKeys = (name: string): boolean =>
    keysOf(name).length > 0 && keysOf(name).every((key) => keys.includes(key))
  return callback.pipelines.includes(pipeline) || callback.pipelines.some(hasItsKeys)
}
