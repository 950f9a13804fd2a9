import type { Difference } from '../../../src/cli/reconcile/compare.ts'
import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import type { Lost } from '../failover.ts'
import type { Local } from '../reconciliation.ts'
import type { Order } from '../service.ts'
import { isAbsent } from './attempts.ts'
import type { Observed } from './observed.ts'

/**
 * A replica that lacks the last commits has taken over. What they wrote is as if it had never been, and nothing else is:
 * each rule goes on from what the replica has.
 */
export function createFailoverInvariants(observed: Observed) {
  const {
    absent,
    accepted,
    accepts,
    duplicates,
    eventsByEntry,
    everCorrected,
    expectRule,
    lostAt,
    lostAttempts,
    lostEvents,
    now,
    sentAt,
    stored,
    throwIfViolated,
    topUps,
  } = observed

  /** What was observed of an attempt since then was observed of nothing. */
  function forget(id: string, left: Attempt | undefined): void {
    lostAt.set(id, now())
    duplicates.delete(id)
    accepts.accepted.delete(id)
    topUps.delete(id)
    sentAt.delete(id)
    if (left === undefined) lostAttempts.add(id)
    else sentAt.set(id, left.sentAt)
    if (left === undefined || !isAbsent(left) || !left.confirmedAbsent) absent.delete(id)
    if (left?.state !== 'succeeded') everCorrected.delete(id)
  }

  /** A callback that was acknowledged is lost as well, also where nothing else of its order is. */
  function forgetCallbacks(since: number): void {
    const isKept = ({ at }: { at: number }): boolean => at < since
    const lost = new Set(accepted.flatMap((one) => (isKept(one) ? [] : [one.externalId])))
    for (const { externalTransactionId: id, externalId } of [...stored.values()].flatMap(
      ({ attempts }) => attempts,
    ))
      if (lost.has(externalId ?? '')) topUps.delete(id)
    accepted.splice(0, accepted.length, ...accepted.filter(isKept))
  }

  return {
    /** Before all else that forgets what was lost. */
    forgetLost({ entries, events, since }: Lost): void {
      for (const id of events) lostEvents.add(id)
      for (const [id, { before, now: left }] of entries) {
        lostAt.set(id, now())
        const known = [...before.attempts, ...(stored.get(id)?.attempts ?? [])]
        for (const { n, externalTransactionId } of known) {
          const attempt = left?.attempts[n - 1]
          forget(
            externalTransactionId,
            attempt?.externalTransactionId === externalTransactionId ? attempt : undefined,
          )
        }
        if (left === null) stored.delete(id)
        else stored.set(id, left)
        const kept = (eventsByEntry.get(id) ?? []).filter((event) => !events.has(event.id))
        eventsByEntry.set(id, kept)
      }
      forgetCallbacks(since)
    },
    /** Whether a failover has lost the checkout or payout, or something of it. */
    isLost: (id: string): boolean => lostAt.has(id),
    /** At rest: a reconciliation with the service's list reports what was lost. */
    checkLostReported(
      differences: readonly Difference<Local>[],
      entries: readonly Entry[],
      orders: readonly Order[],
    ): void {
      const left = new Set(
        entries.flatMap(({ attempts }) => attempts.map((one) => one.externalTransactionId)),
      )
      const reported = new Set(
        differences.flatMap(({ kind, order }) => (kind === 'missing here' ? [order?.externalId] : [])),
      )
      for (const { externalId, externalTransactionId: id } of orders)
        expectRule(left.has(id) || reported.has(externalId), `the lost order of ${id} is in no report`)
      throwIfViolated()
    },
  }
}
