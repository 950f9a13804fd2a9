import type { Attempts } from '../attempt/attempts.ts'
import { type EntryUpdater, LeaseLostError } from '../attempt/entry-updater.ts'
import type { Checkouts } from '../checkout/checkouts.ts'
import type { Clock } from '../lib/clock.ts'
import { type Log, messageOf } from '../lib/log.ts'
import type { Sealer } from '../lib/seal.ts'
import { isStoreFailure } from '../lib/store-failure.ts'
import { logActivity } from '../rules/activity.ts'
import { dueAttempts, expire, resendOrDiscard } from '../rules/checkout.ts'
import { retryPutAside } from '../rules/lookup-schedule.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import type { Policy } from '../rules/policy.ts'
import type { Store } from '../store/store.ts'

export interface EntryServices {
  store: Pick<Store, 'release' | 'putAside'>
  entries: EntryUpdater
  attempts: Attempts
  checkouts: Pick<Checkouts, 'startNextAutomatically'>
  sealer: Sealer
  policy: Policy
  clock: Clock
  log: Log
}

/** How long an attempt whose body cannot be decrypted waits for its next lookup. */
const undecryptableDelayMs = 60_000

/** The due work of one entry under its lease: expiry, lookups, resends, the next automatic attempt. */
export async function processEntry(services: EntryServices, claimed: Entry, lease: string): Promise<void> {
  const { store, attempts, checkouts, clock, log } = services
  try {
    let entry = await expireIfDue(services, claimed, lease)
    for (const attempt of dueAttempts(entry, clock.now())) {
      const updated = await attempts.lookUp(entry, attempt, lease)
      if (updated === null) return
      entry = await resendOrDiscardIfDue(services, updated, attempt.n, lease)
    }
    if (entry.kind === 'checkout') await checkouts.startNextAutomatically(entry)
    await store.release(claimed.id, lease)
  } catch (error) {
    const isLeaseLost = error instanceof LeaseLostError
    log({
      level: isLeaseLost ? 'warn' : 'error',
      message: isLeaseLost
        ? 'lease lost, the outcome was not written'
        : `processing an entry failed: ${messageOf(error)}`,
      [claimed.kind]: claimed.id,
    })
    // Otherwise the lease is not released: the entry is retried once it ends.
    if (!isLeaseLost && !isStoreFailure(error))
      await store.putAside(claimed.id, lease, retryPutAside(claimed.updatedAt, clock.now()))
  }
}

/** Wipes the instructions of a checkout whose time is over. */
async function expireIfDue({ entries, clock }: EntryServices, entry: Entry, lease: string): Promise<Entry> {
  const isDue = (stored: Entry): boolean =>
    stored.kind === 'checkout' && !stored.expired && stored.expiresAt <= clock.now()
  if (!isDue(entry)) return entry
  const updated = await entries.update(
    entry.id,
    (stored) => (stored.kind === 'checkout' && isDue(stored) ? expire(stored) : null),
    { lease },
  )
  return updated ?? entry
}

/** Rule 3: once enough lookups found no order, the same body is sent again, or the attempt is discarded. */
async function resendOrDiscardIfDue(
  services: EntryServices,
  entry: Entry,
  n: number,
  lease: string,
): Promise<Entry> {
  const { entries, attempts, sealer, policy, clock } = services
  const attempt = entry.attempts.find((candidate) => candidate.n === n)
  const next = attempt === undefined ? null : resendOrDiscard(entry, attempt, clock.now(), policy)
  if (attempt === undefined || next === null) return entry
  if (next === 'discard')
    return (await entries.applyUpdate(entry.id, n, { type: 'discarded' }, { lease })) ?? entry

  const { externalTransactionId } = attempt
  const place = { purpose: 'body', entry: entry.id, externalTransactionId } as const
  const body = attempt.body === null ? null : await sealer.open(place, attempt.body)
  if (body === null) return (await postponeUndecryptable(services, entry, n, lease)) ?? entry
  const marked = await entries.applyUpdate(entry.id, n, { type: 'create_resent' }, { lease })
  const resent = marked?.attempts.find((candidate) => candidate.n === n)
  if (marked === null || resent?.state !== 'sending') return marked ?? entry
  return (await attempts.send(marked, resent, body, lease)) ?? marked
}

/** The body cannot be decrypted: nothing may be sent under this id, and no other id may follow. */
async function postponeUndecryptable(
  { entries, clock, log }: EntryServices,
  entry: Entry,
  n: number,
  lease: string,
): Promise<Entry | null> {
  log({
    level: 'error',
    message: 'the request body of an attempt cannot be decrypted: is its seal key missing?',
    [entry.kind]: entry.id,
  })
  const at = clock.now()
  const postpone = (attempt: Attempt): Attempt => ({
    ...logActivity(attempt, at, { type: 'body_unreadable' }),
    nextLookupAt: at + undecryptableDelayMs,
  })
  return await entries.update(
    entry.id,
    (stored) => ({
      ...stored,
      attempts: stored.attempts.map((attempt) => (attempt.n === n ? postpone(attempt) : attempt)),
    }),
    { lease },
  )
}
