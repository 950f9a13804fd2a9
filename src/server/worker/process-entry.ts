import { lookUp } from '../attempt/look-up.ts'
import { send } from '../attempt/send.ts'
import { LeaseLostError, updateEntry } from '../attempt/update-entry.ts'
import { startNextAutomatically } from '../checkout/store-then-send.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { isTemporary } from '../lib/temporary-failure.ts'
import { createDueRefunds } from '../refund/create-refund-payout.ts'
import { followRefund } from '../refund/follow-refund.ts'
import { logActivity } from '../rules/activity.ts'
import { retryPutAside } from '../rules/attempt/lookup-schedule.ts'
import { expire } from '../rules/checkout/checkout.ts'
import { applyUpdateToEntry, dueAttempts, resendOrDiscard } from '../rules/entry.ts'
import { type Attempt, changeAttempt, type Entry } from '../rules/model.ts'

/** How long an attempt whose body cannot be decrypted waits for its next lookup. */
const undecryptableDelayMs = 60_000

/** The due work of one entry under its lease: expiry, lookups, resends, the next automatic attempt. */
export async function processEntry(context: Context, claimed: Entry, lease: string): Promise<void> {
  const { store, clock, outage, log } = context
  try {
    let entry = await expireIfDue(context, claimed, lease)
    for (const attempt of dueAttempts(entry, clock.now())) {
      const updated = await lookUp(context, entry, attempt, lease)
      entry = await resendOrDiscardIfDue(context, updated, attempt.n, lease)
    }
    if (entry.kind === 'checkout') {
      await startNextAutomatically(context, entry)
      await createDueRefunds(context, entry)
    } else await followRefund(context, entry)
    await store.release(claimed, lease)
  } catch (error) {
    const isLeaseLost = error instanceof LeaseLostError
    // The outage has its own lines.
    if (!(outage.isOpen() && isTemporary(error)))
      log({
        level: isLeaseLost ? 'warn' : 'error',
        message: isLeaseLost
          ? 'lease lost, the outcome was not written'
          : `processing an entry failed: ${messageOf(error)}`,
        [claimed.kind]: claimed.id,
      })
    // Otherwise the lease is not released: the entry is retried once it ends.
    if (!isLeaseLost && !isTemporary(error))
      await store.putAside(claimed.id, lease, retryPutAside(claimed.updatedAt, clock.now()))
  }
}

/** Wipes the payment details of a checkout whose time is over. */
async function expireIfDue(context: Context, entry: Entry, lease: string): Promise<Entry> {
  const expireDue = (stored: Entry): Entry | null =>
    stored.kind === 'checkout' && !stored.expired && stored.expiresAt <= context.clock.now()
      ? expire(stored)
      : null
  if (expireDue(entry) === null) return entry
  return await updateEntry(context, entry.id, expireDue, { lease })
}

/** Rule 3: once enough lookups found no order, the same body is sent again, or the attempt is discarded. */
async function resendOrDiscardIfDue(
  context: Context,
  entry: Entry,
  n: number,
  lease: string,
): Promise<Entry> {
  const { sealer, policy, clock, moment } = context
  const nextOf = (stored: Entry): 'resend' | 'discard' | null => {
    const current = stored.attempts[n - 1]
    return current === undefined ? null : resendOrDiscard(stored, current, clock.now(), policy)
  }
  const attempt = entry.attempts[n - 1]
  const next = nextOf(entry)
  if (attempt === undefined || next === null) return entry
  let isDue = false
  // Decided again in the write: a callback may have contradicted the lookups meanwhile.
  const move = (type: 'create_resent' | 'discarded'): Promise<Entry> =>
    updateEntry(
      context,
      entry.id,
      (stored) => {
        isDue = nextOf(stored) === next
        return isDue ? applyUpdateToEntry(stored, n, { type }, moment(), policy) : null
      },
      { lease },
    )
  if (next === 'discard') return await move('discarded')

  const { externalTransactionId } = attempt
  const associatedData = { purpose: 'body', entry: entry.id, externalTransactionId } as const
  const body = attempt.body === null ? null : await sealer.decrypt(associatedData, attempt.body)
  if (body === null) return await postponeUndecryptable(context, entry, n, lease)
  const marked = await move('create_resent')
  const resent = marked.attempts[n - 1]
  return isDue && resent !== undefined ? await send(context, marked, resent, body, lease) : marked
}

/** The body cannot be decrypted: nothing may be sent under this id, and no other id may follow. */
async function postponeUndecryptable(
  context: Context,
  entry: Entry,
  n: number,
  lease: string,
): Promise<Entry> {
  const { clock, log } = context
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
  return await updateEntry(context, entry.id, (stored) => changeAttempt(stored, n, postpone), { lease })
}
