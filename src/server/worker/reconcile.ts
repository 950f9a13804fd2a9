import { lookUp } from '../attempt/lookup.ts'
import { resealCards } from '../attempt/saved-cards.ts'
import { send } from '../attempt/send.ts'
import { LeaseLostError, updateEntry } from '../attempt/update-entry.ts'
import { applyCallbacks } from '../callback/inbox.ts'
import { startNextAutomatically } from '../checkout/checkout.ts'
import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import { messageOf } from '../lib/log.ts'
import { logActivity } from '../rules/attempt.ts'
import { applyUpdateToEntry, dueAttempts, expire, resendOrDiscard } from '../rules/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { deliverEvents } from './outbox.ts'

/** Unmatched callbacks are kept this long, and at most this many. */
const unmatchedTtlMs = 7 * 24 * 3600 * 1000
const maxUnmatched = 10_000
const cleanUpIntervalMs = 60_000
const pruneBatchSize = 100

/**
 * One pass over all work that is due: callbacks are acted upon, the service is asked about what waits, what is
 * missing is sent again, expiry is acted upon, events are told. What needs an answer of others is only taken in hand
 * here, as much as hands are free. Returns how many things were done or taken; 0: nothing is due.
 */
export async function runPass(context: Context): Promise<number> {
  context.decryptCache.evictExpired()
  const callbackCount = await applyCallbacks(context)
  const entryCount = await processDueEntries(context)
  const eventCount = await deliverEvents(context)
  await cleanUp(context)
  return callbackCount + entryCount + eventCount
}

/** A pass, and all that was taken in hand done. */
export async function reconcile(context: Context): Promise<number> {
  const done = await runPass(context)
  await Promise.all([context.lookupPool.drain(), context.outboxPool.drain()])
  return done
}

async function processDueEntries(context: Context): Promise<number> {
  const limit = context.lookupPool.available()
  if (limit === 0) return 0
  const lease = newId('lease')
  const now = context.clock.now()
  const entries = await context.store.claim({ now, until: now + leaseMs(context), lease, limit })
  for (const entry of entries) context.lookupPool.run(context.track(processEntry(context, entry, lease)))
  return entries.length
}

/** What is over and old enough goes, and saved cards leave older seal keys, in small steps; see `retentionDays`. */
async function cleanUp(context: Context): Promise<void> {
  const now = context.clock.now()
  if (now < context.nextCleanUpAt) return
  context.nextCleanUpAt = now + cleanUpIntervalMs
  await context.store.deleteUnmatchedCallbacks(now - unmatchedTtlMs, maxUnmatched)
  const resealed = await resealCards(context)
  if (resealed > 0) {
    context.log({ level: 'info', message: 'saved cards sealed anew', count: resealed })
    context.nextCleanUpAt = now
  }
  const { retentionDays } = context.options
  if (retentionDays === undefined) return
  const pruned = await context.store.prune(now - retentionDays * 24 * 3600 * 1000, pruneBatchSize)
  if (pruned > 0) context.log({ level: 'info', message: 'old entries deleted', count: pruned })
  if (pruned === pruneBatchSize) context.nextCleanUpAt = now
}

/**
 * A lease outlives a question and a sending made under it, each with its timeout. Whoever takes longer loses it, and
 * its outcome is not written; whoever is killed leaves the entry to others after it.
 */
const leaseMs = (context: Context): number => 2 * context.policy.timeoutMs + 5000

/** One entry's due work, under its lease. */
async function processEntry(context: Context, claimed: Entry, lease: string): Promise<void> {
  try {
    let entry = await expireIfDue(context, claimed, lease)
    for (const attempt of dueAttempts(entry, context.clock.now())) {
      const updated = await lookUp(context, entry, attempt, lease)
      if (updated === null) return
      entry = await resendOrDiscardIfDue(context, updated, attempt.n, lease)
    }
    if (entry.kind === 'checkout') await startNextAutomatically(context, entry)
    await context.store.release(claimed.id, lease)
  } catch (error) {
    // Others go on. This one is taken up again when its lease is over, not at once.
    const leaseLost = error instanceof LeaseLostError
    context.log({
      level: leaseLost ? 'warn' : 'error',
      message: leaseLost
        ? 'lease lost; its outcome was not written'
        : `work on an entry broke off: ${messageOf(error)}`,
      [claimed.kind]: claimed.id,
    })
  }
}

/** A checkout whose time is over: its instructions are wiped, the merchant is told. */
async function expireIfDue(context: Context, entry: Entry, lease: string): Promise<Entry> {
  const isDue = (stored: Entry): boolean =>
    stored.kind === 'checkout' && !stored.expired && stored.expiresAt <= context.clock.now()
  if (!isDue(entry)) return entry
  const updated = await updateEntry(
    context,
    entry.id,
    (stored) => (stored.kind === 'checkout' && isDue(stored) ? expire(stored) : null),
    { lease },
  )
  return updated ?? entry
}

/** Rule 3: after two look-ups that count and found nothing, the same bytes go out again; or, too late, none. */
async function resendOrDiscardIfDue(
  context: Context,
  entry: Entry,
  n: number,
  lease: string,
): Promise<Entry> {
  const attempt = entry.attempts.find((candidate) => candidate.n === n)
  const next = attempt === undefined ? null : resendOrDiscard(entry, attempt, context.clock.now())
  if (attempt === undefined || next === null) return entry
  if (next === 'discard')
    return (await updateUnderLease(context, entry, n, { type: 'discarded' }, lease)) ?? entry

  const body = attempt.body === null ? null : await context.sealer.open('body', attempt.body)
  if (body === null) return (await postponeUndecryptable(context, entry, attempt, lease)) ?? entry
  const marked = await updateUnderLease(context, entry, n, { type: 'create_resent' }, lease)
  const resent = marked?.attempts.find((candidate) => candidate.n === n)
  if (marked === null || resent === undefined) return entry
  return (await send(context, marked, resent, body, lease)) ?? marked
}

const updateUnderLease = (
  context: Context,
  entry: Entry,
  n: number,
  update: Parameters<typeof applyUpdateToEntry>[2],
  lease: string,
) =>
  updateEntry(
    context,
    entry.id,
    (stored) => applyUpdateToEntry(stored, n, update, context.now(), context.policy),
    { lease },
  )

/** The bytes cannot be opened: without them nothing may be sent under this id, and no other id may follow. */
async function postponeUndecryptable(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  lease: string,
): Promise<Entry | null> {
  context.log({
    level: 'error',
    message: 'bytes to send again cannot be opened: is their seal key gone?',
    [entry.kind]: entry.id,
  })
  const at = context.clock.now()
  return await updateEntry(
    context,
    entry.id,
    (stored) => ({
      ...stored,
      attempts: stored.attempts.map((candidate) =>
        candidate.n === attempt.n
          ? { ...logActivity(candidate, at, 'its bytes cannot be opened'), nextLookupAt: at + 60_000 }
          : candidate,
      ),
    }),
    { lease },
  )
}

/** Says in the log what went wrong in a pass, and lets the next one come; null: it broke off. */
export async function runPassSafely(context: Context): Promise<number | null> {
  try {
    return await runPass(context)
  } catch (error) {
    context.log({
      level: 'error',
      message: `reconciling broke off and is taken up again: ${messageOf(error)}`,
    })
    return null
  }
}
