import type { UnmatchedCallbackEvent } from '../../../src/server/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { isLessThan, sameAmount } from '../../../src/service/amount.ts'
import type { Order } from '../service.ts'
import { isFinalStatus, kindOf } from './attempts.ts'
import type { Observed, Signed } from './observed.ts'

/** Rules 7 and 8: what is signed counts, and what fits no attempt reaches an operator. */
export function createCallbackInvariants(observed: Observed) {
  const { accepted, add, calledBack, claimsOf, expectRule, now, signed, skewMs, stored, topUps } = observed
  const unmatchedEvents = new Map<string, UnmatchedCallbackEvent>()

  /** Rule 8: a verified callback that fits no attempt has reached an operator, where money may have moved. */
  function checkUnmatched(entries: Entry[], orders: readonly Order[]): void {
    const sources = new Map(orders.map((order) => [order.externalId, order]))
    const known = new Set(entries.flatMap(({ attempts }) => attempts.map(({ externalId }) => externalId)))
    for (const { externalId, status, amount, orderType, signedBy } of accepted) {
      const { profile, pipeline = '' } = sources.get(externalId) ?? {}
      const kind = kindOf(orderType)
      const isKnown = known.has(externalId)
      const fits =
        profile !== undefined &&
        kind === (profile === 'payout' ? 'payout' : 'checkout') &&
        signedBy.includes(pipeline)
      const needsReview = isFinalStatus(status) ? !fits || !isKnown : !fits && (kind === undefined || isKnown)
      const isReported = [...unmatchedEvents.values()].some(
        (event) =>
          event.externalId === externalId &&
          event.status === status &&
          event.orderType === orderType &&
          sameAmount(event.amount, amount),
      )
      expectRule(
        !needsReview || isReported,
        `no operator received the ${status} of the ${orderType} ${externalId}`,
      )
    }
  }

  return {
    checkUnmatched,
    onCallbackSigned: (fields: Signed): number => signed.push({ ...fields, at: now() }),
    /** A verified callback was acknowledged. */
    onCallbackAccepted(fields: Signed): boolean {
      const ofOrder = accepted.filter(({ externalId }) => externalId === fields.externalId)
      // One by another key, in between, makes it a new one.
      const isRepeated = JSON.stringify(ofOrder.at(-1)) === JSON.stringify(fields)
      const latest = ofOrder.findLast(({ signedBy }) => signedBy.join() === fields.signedBy.join())
      accepted.push({ ...fields, at: now() })
      if (fields.status !== 'Success' || latest?.amount === fields.amount) return isRepeated
      for (const attempt of [...stored.values()].flatMap(({ attempts }) => attempts)) {
        const { externalTransactionId: id, externalId, underpaid, otherCurrency, amount, profile } = attempt
        const lacks = attempt.state === 'succeeded' && underpaid && otherCurrency === null
        const isOf = externalId === fields.externalId && claimsOf(attempt, [fields]).length > 0
        const isEnough = profile !== 'payout' && isLessThan(amount.value, fields.amount)
        if (lacks && isOf && isEnough) topUps.add(id)
      }
      return isRepeated
    },
    /** A verified callback for the address of an attempt was acknowledged. `bringsCard`: as one before, and it names a card. */
    onCallbackAt(
      id: string,
      { attempts }: Entry,
      { requestedAt, bringsCard }: { requestedAt: number; bringsCard: boolean },
    ): void {
      add(calledBack, id, { from: requestedAt, until: now() })
      const attempt = attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      // Since then a lookup has been answered.
      if (attempt === undefined || (attempt.activity.at(-1)?.lastAt ?? 0) >= requestedAt - skewMs) return
      const { state, review, nextLookupAt, customer, cardReported } = attempt
      const isDoubted = ['unknown', 'refused', 'not_created'].includes(state) && review === null
      const mayHaveCard = state === 'succeeded' && bringsCard && customer !== null && !cardReported
      const isDue = nextLookupAt !== null && nextLookupAt <= now() + 2 * skewMs
      expectRule(isDue || !(isDoubted || mayHaveCard), `a callback for ${id} is followed by no lookup`)
    },
    /** Reported again, where the callback itself is left. */
    forgetReports(events: ReadonlySet<string>): void {
      for (const [callback, { id }] of unmatchedEvents) if (events.has(id)) unmatchedEvents.delete(callback)
    },
    onUnmatchedEvent(event: UnmatchedCallbackEvent): void {
      if (observed.lostEvents.has(event.id)) return
      const earlier = unmatchedEvents.get(event.entryId)
      expectRule((earlier?.id ?? event.id) === event.id, `the callback ${event.entryId} was reported twice`)
      unmatchedEvents.set(event.entryId, event)
    },
  }
}
