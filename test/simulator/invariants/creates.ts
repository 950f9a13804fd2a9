import type { Approval, Attempt, Entry } from '../../../src/server/rules/model.ts'
import { graceMs, timeoutMs } from '../shop-rules.ts'
import { hasArrived } from './attempts.ts'
import type { Observed } from './observed.ts'
import { isDuplicateError, isRefusal, provesNoOrder } from './refusals.ts'

/** Rules 1 to 4: what is sent, and what its answers mean. */
export function createCreateInvariants(observed: Observed) {
  const {
    approval,
    denied,
    duplicates,
    expectRule,
    foundNothing,
    inFlightMs,
    lostAt,
    lostAttempts,
    mayBePaid,
    notFoundAt,
    notFoundSince,
    now,
    refused,
    sentAt,
    skewMs,
    stored,
  } = observed
  /** When each create last left the server. */
  const leftAt = new Map<string, number>()

  /** Rule 3: while it is wanted, a create that never arrived is sent again once two lookups have found nothing. */
  function checkSentAgain(id: string, requestedAt: number): void {
    const isThis = ({ externalTransactionId }: Attempt): boolean => externalTransactionId === id
    const entry = [...stored.values()].find(({ attempts }) => attempts.some(isThis))
    const attempt = entry?.attempts.find(isThis)
    if (entry === undefined || attempt === undefined) return
    const since = Math.max(leftAt.get(id) ?? 0, attempt.sentAt, observed.runningSince)
    // A lookup that has waited for its key had begun earlier, maybe while the create was in flight.
    if (requestedAt < since + timeoutMs + graceMs + 2 * skewMs || requestedAt === observed.slowKeyAt) return
    const count = (foundNothing.get(id) ?? 0) + 1
    foundNothing.set(id, count)
    const isOver =
      entry.kind === 'checkout' && (now() >= entry.expiresAt - skewMs || entry.attempts.some(hasArrived))
    const isUnknown = attempt.state === 'sending' || attempt.state === 'unknown'
    const mayWait = isOver || !isUnknown || attempt.review !== null
    // A clock that jumps back during a lookup makes it count for nothing.
    const enough = skewMs > 0 ? 3 : 2
    expectRule(
      count <= enough || mayWait,
      `${id} was not sent again, although ${count} lookups have found nothing`,
    )
  }

  return {
    /** A lookup has found no order of the attempt, although one `exists`, or since none does. */
    onNotFound(id: string, { requestedAt, exists }: { requestedAt: number; exists: boolean }): void {
      notFoundAt.set(id, [...(notFoundAt.get(id) ?? []), requestedAt])
      if (exists) denied.add(id)
      else checkSentAgain(id, requestedAt)
    },
    /** A create has received another response than 200. */
    onCreateRejected(
      id: string,
      { status, text, exists }: { status: number; text: string; exists: boolean },
    ): void {
      if (isDuplicateError(status, text)) {
        // An instance that has stopped does not store the response.
        if (now() >= observed.runningSince) duplicates.set(id, now())
      } else if (isRefusal(status, text)) refused.add(id)
      // The network has duplicated the request, and the service answers one of the two that it has created nothing.
      if (exists && provesNoOrder(status)) denied.add(id)
    },
    /** An instance sends a request to the service. */
    onRequestSent: (authorization: string, keys: readonly string[]): void =>
      expectRule(
        keys.some((key) => authorization === `Bearer ${key}`),
        'a request was sent without a key of its pipeline',
      ),
    /** An instance sends a create. `decidedAt`: when it left the server kit. `stale`: it had been frozen. */
    onCreateSent(
      id: string,
      entry: Entry | null,
      { decidedAt, stale }: { decidedAt: number; stale: boolean },
    ): void {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      // It may have been stored, and a failover has lost it before it left.
      expectRule(attempt !== undefined || lostAttempts.has(id), `${id} was sent before it was stored`)
      if (attempt === undefined || entry === null) return
      leftAt.set(id, now())
      foundNothing.delete(id)
      const lastSentAt = sentAt.get(id)
      sentAt.set(id, attempt.sentAt)
      const isLookedUp = lastSentAt === undefined || stale || notFoundSince(id, lastSentAt + inFlightMs) >= 2
      expectRule(isLookedUp, `${id} was sent again before two lookups had found nothing`)
      const delayMs = decidedAt - attempt.sentAt
      // A failover may have lost this resend before it left.
      const isLost = (lostAt.get(id) ?? 0) >= decidedAt - graceMs - 2 * skewMs
      expectRule(
        isLost || delayMs <= graceMs + 2 * skewMs,
        `${id} was sent ${delayMs} ms after it was stored`,
      )
      const isApproved = ({ action, by, decided }: Approval): boolean =>
        action === 'create' && decided?.approved === true && decided.by !== by
      const needsApproval = entry.kind === 'payout' && approval > 0
      expectRule(!needsApproval || entry.approvals.some(isApproved), `${id} was sent without an approval`)
      // A lookup may have found nothing while its key was obtained.
      const wasDelayed = stale || delayMs > 0
      const maySend = attempt.state === 'sending' || (wasDelayed && attempt.state === 'unknown')
      expectRule(maySend, `${id} was sent while it was ${attempt.state}`)
      const prevents = (other: Attempt): boolean => other !== attempt && mayBePaid(other)
      expectRule(stale || !entry.attempts.some(prevents), `${id} was sent while another may be paid`)
    },
    /** A key cannot be obtained, or not soon: a resend may not leave for want of it. */
    onMissingKey: (): void => foundNothing.clear(),
    /** A key that took long is there. */
    onSlowKey(): void {
      observed.slowKeyAt = now()
    },
  }
}
