import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { AttemptUpdate } from '../rules/attempt/attempt.ts'
import { dueAt } from '../rules/attempt/lookup-schedule.ts'
import { withConsequences } from '../rules/consequences.ts'
import { applyUpdateToEntry, withoutTakenOrders } from '../rules/entry.ts'
import { redactErased } from '../rules/erase.ts'
import { merchantEvents } from '../rules/merchant-events.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { changesPage } from '../rules/page-change.ts'
import { withoutFinishedRequest } from '../rules/payout/view.ts'
import { markRefundDue } from '../rules/refund.ts'
import { reportChanges } from '../rules/report.ts'
import { termChanges } from '../rules/search-terms.ts'
import type { ReportedCard } from '../store/cards.ts'
import { refOf, type Write } from '../store/entries.ts'
import type { StoredEvent } from '../store/events.ts'

export interface UpdateOptions
  extends Pick<Write, 'lease' | 'appliedCallbackIds' | 'audit' | 'reservation' | 'payout'> {
  /** A card to save in the same write, where it is what reports it. */
  reportedCard?: ReportedCard | null
}

/** Another worker has taken the entry over: the outcome was not written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
  /** Where the documentation explains the error. */
  readonly docs = 'docs/errors.md#leaselosterror'
}

type Decide = (entry: Entry) => Entry | null | Promise<Entry | null>

/**
 * The only way an entry changes: guarded writes (rule 13), with the merchant's events in the same write. What was erased
 * stays erased, and no order becomes that of two attempts.
 *
 * Writes what `decide` returns for the stored entry; null leaves it as it is. If another write came first, `decide` is
 * called again. Returns the entry afterwards. Throws `LeaseLostError`, `checkout_unknown`, `payout_limit`, `payout_conflict`,
 * and `not_resolvable` where an operator's act takes the order of another attempt.
 */
export async function updateEntry(
  context: Context,
  id: string,
  decide: Decide,
  options: UpdateOptions = {},
): Promise<Entry> {
  const written = await writeDecided(context, id, decide, options)
  if (written !== 'id-taken') return written
  if (options.audit !== undefined)
    throw new ProblemError('not_resolvable', 'The order belongs to another attempt.')
  const { moment, policy } = context
  const decideWithoutTaken: Decide = async (before) => {
    const decided = await decide(before)
    return decided === null ? null : withoutTakenOrders(before, decided, moment(), policy)
  }
  const withoutTaken = await writeDecided(context, id, decideWithoutTaken, options)
  if (withoutTaken === 'id-taken')
    throw new Error('An attempt of the entry has the externalId of another one.')
  return withoutTaken
}

/** `id-taken`: another attempt has an `externalId` of what `decide` returned, so nothing is written. */
async function writeDecided(
  { store, decryptCache, clock, moment, log, wake, onMetric }: Context,
  id: string,
  decide: Decide,
  { reportedCard, ...options }: UpdateOptions,
): Promise<Entry | 'id-taken'> {
  for (;;) {
    const before = await store.entry(id)
    // The only ids that are given from outside are those of checkouts.
    if (before === null) throw new ProblemError('checkout_unknown')
    const decided = await decide(before)
    const updated = decided === null ? null : withConsequences(before, decided, clock.now())
    if (updated === null || (updated === before && options.appliedCallbackIds === undefined)) return before

    const at = clock.now()
    const events = buildEvents(before, updated, at)
    const after: Entry = {
      ...redactErased(withoutFinishedRequest(markRefundDue(before, updated, at))),
      updatedAt: at,
      lastEventSeq: before.lastEventSeq + events.length,
    }
    const version = versionAfter(before.version, moment().jitter)
    const result = await store.save(after, {
      ...options,
      expectedVersion: before.version,
      version,
      events,
      ...(changesPage(before, after)
        ? { report: reportChanges(before, after), terms: termChanges(before, after) }
        : { silent: true }),
      ...erasedAttempts(before, after),
      ...(reportedCard != null && reportsCard(before, after, reportedCard.card.customer)
        ? { reportedCard }
        : {}),
    })
    switch (result) {
      case 'conflict':
        continue
      case 'id-taken':
        return result
      case 'limit-exceeded':
        throw new ProblemError('payout_limit')
      case 'payout-exists':
        throw new ProblemError('payout_conflict')
      // Applied again after a newer callback of its order, its amount would replace the newer one.
      case 'callback-applied':
        return before
      case 'lease-lost':
        throw new LeaseLostError('The lease was lost: another worker has taken over.')
      case 'saved':
        logChange(log, before, after, events)
        if (after.attempts.every(({ paymentDetails }) => paymentDetails === null)) decryptCache.remove(id)
        countClaims(onMetric, events)
        if (events.length > 0 || (dueAt(after) ?? Number.POSITIVE_INFINITY) <= at) wake()
        return { ...after, version }
    }
  }
}

/** The attempts that this write erases: their receipts are deleted with it. */
function erasedAttempts(before: Entry, after: Entry): { erasedAttempts?: number[] } {
  const erasedIn = (entry: Entry): number[] =>
    entry.attempts.flatMap(({ n, erasedAt }) => ((entry.erasedAt ?? erasedAt) === null ? [] : [n]))
  const known = erasedIn(before)
  const erased = erasedIn(after).filter((n) => !known.includes(n))
  return erased.length === 0 ? {} : { erasedAttempts: erased }
}

function countClaims(onMetric: Context['onMetric'], events: readonly StoredEvent[]): void {
  for (const event of events)
    if (event.type === 'checkout.claimed' || event.type === 'checkout.claim_resolved')
      onMetric({ type: 'claim', result: event.claim?.state ?? 'open' })
}

/** Applies an update to an attempt of an entry. A failover may have lost it, and another attempt have its number: then nothing. */
export const updateAttempt = (
  context: Context,
  id: string,
  { n, externalTransactionId }: Attempt,
  update: AttemptUpdate,
  options?: UpdateOptions,
): Promise<Entry> =>
  updateEntry(
    context,
    id,
    (stored) =>
      hasTransaction(stored, externalTransactionId)
        ? applyUpdateToEntry(stored, n, update, context.moment(), context.policy)
        : null,
    options,
  )

/** Whether the attempt with this `externalTransactionId` is stored. */
export const hasTransaction = ({ attempts }: Entry, externalTransactionId: string): boolean =>
  attempts.some((attempt) => attempt.externalTransactionId === externalTransactionId)

/**
 * Versions grow by random steps. A replica without the last commits may take over; a version that was lost with them may
 * still be cached or in use, and must not be issued again.
 */
const versionAfter = (version: number, random: number): number => version + 1 + Math.floor(random * 2 ** 32)

/**
 * Whether this very write takes a card from the order of the customer's attempt. False for an order that may be another's,
 * a lookup that is outdated, and an erased customer.
 */
const reportsCard = (before: Entry, after: Entry, customer: string): boolean =>
  after.attempts.some(
    ({ n, customer: owner, cardReported }) =>
      owner === customer &&
      cardReported &&
      before.attempts.find((earlier) => earlier.n === n)?.cardReported === false,
  )

const buildEvents = (before: Entry, after: Entry, at: number): StoredEvent[] =>
  merchantEvents(before, after).map((event, index) => ({
    ...event,
    id: newId('evt'),
    entryId: after.id,
    seq: before.lastEventSeq + index + 1,
    at,
    ref: refOf(after),
  }))

/** Why the service refused, where it did. The message is redacted. */
function refusalFields(attempt: Attempt): Record<string, string | number | null> {
  const { refusal, state } = attempt
  if (refusal === null || state !== 'refused') return {}
  const { status, message, ...rest } = refusal
  return { http: status, ...rest, serviceMessage: message }
}

function logChange(log: Log, before: Entry, after: Entry, events: StoredEvent[]): void {
  for (const attempt of after.attempts) {
    const previous = before.attempts.find(({ n }) => n === attempt.n)
    if (previous?.state === attempt.state) continue
    log({
      level: 'info',
      message: `attempt is ${attempt.state}`,
      [after.kind]: after.id,
      attempt: attempt.n,
      externalTransactionId: attempt.externalTransactionId,
      status: attempt.status,
      ...refusalFields(attempt),
    })
  }
  for (const event of events) {
    log({
      level: /needs_review|code_mismatch/.test(event.type) ? 'warn' : 'info',
      message: event.type,
      [after.kind]: after.id,
    })
  }
}
