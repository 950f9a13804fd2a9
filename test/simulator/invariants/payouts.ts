import type { PayoutView } from '../../../src/contract/payout.ts'
import type { Entry, Payout } from '../../../src/server/rules/model.ts'
import { addAmounts, isLessThan } from '../../../src/service/amount.ts'
import { comparedPayout, expectedPayout } from '../expected-payout.ts'
import { shopRules } from '../shop-rules.ts'
import { isAbsent } from './attempts.ts'
import type { Observed } from './observed.ts'

/** Payouts and refunds that operators request. */
export function createPayoutInvariants(observed: Observed) {
  const { add, calledBack, erased, expectRule, lostAt, now, skewMs, wrongClocks } = observed
  /** By reference and content: the ids that a payout was ever stored with. */
  const idsOf = new Map<string, Set<string>>()
  /** Rule 18: what is sent on a day stays within its limit. */
  function checkLimit(entries: readonly Entry[]): void {
    const sums = new Map<string, number>()
    for (const { attempts } of entries.filter(({ kind }) => kind === 'payout'))
      for (const attempt of attempts.filter((one) => !isAbsent(one) && one.state !== 'failed')) {
        const { firstSentAt, amount } = attempt
        const key = `${new Date(firstSentAt).toISOString().slice(0, 10)} ${amount.currency}`
        sums.set(key, (sums.get(key) ?? 0) + Number(amount.value))
      }
    for (const [key, sum] of sums)
      expectRule(sum <= Number(shopRules.payoutLimit), `${sum} was paid out on ${key}`)
  }

  /** Whether a verified callback for its address was received in this time, by any clock. */
  const wasCalledBack = (
    { id, attempts }: Payout,
    since: number,
    before = Number.POSITIVE_INFINITY,
  ): boolean =>
    wrongClocks === 0 &&
    !lostAt.has(id) &&
    [...(calledBack.get(attempts[0]?.externalTransactionId ?? '') ?? [])].some(
      ({ from, until }) => from > since + 2 * skewMs && until < before - 2 * skewMs,
    )

  return {
    checkLimit,
    wasCalledBack,
    /**
     * Rule 3: a payout that is created again, since a failover has lost it, has the id that the service knows already. None is
     * discarded that was called back since that was requested.
     */
    onPayoutStored(stored: Payout): void {
      const { reference, fingerprint, request, approvals } = stored
      for (const { action, at, decided } of approvals) {
        const isDiscarded = action === 'discard' && decided?.approved === true
        const isDoubted = isDiscarded && wasCalledBack(stored, at, decided.at)
        expectRule(!isDoubted, `${reference} was discarded, although a callback of it has come since`)
      }
      const payout = `${reference} ${fingerprint}`
      add(idsOf, payout, request.externalTransactionId)
      const ids = [...(idsOf.get(payout) ?? [])]
      expectRule(ids.length === 1, `the payout ${reference} can be paid twice: as ${ids.join(' and as ')}`)
    },
    /** A payout of this reference exists with other content. */
    onConflict: (reference: string, status: number): void =>
      expectRule(status === 409, `another payout under ${reference} was answered with ${status}`),
    onMalformed: (body: string, status: number): void =>
      expectRule(status >= 400 && status < 500, `${body} was answered with ${status}`),
    /** A payout was refused for the limit of a day. `reference`: of one that awaits an approval; undefined: a new one. */
    onPayoutLimit(entries: readonly Entry[], reference: string | undefined): void {
      const payouts = entries.flatMap((entry) => (entry.kind === 'payout' ? [entry] : []))
      const asked = payouts.find((payout) => payout.reference === reference)
      const pending = asked?.approvals.at(-1)
      const isDiscard = pending?.action === 'discard' && pending.decided === null
      expectRule(!isDiscard, `the limit of a day was the reason not to discard ${reference}`)
      const { value, currency } = asked?.amount ?? shopRules.payout
      const sum = payouts
        .flatMap(({ attempts }) => attempts)
        .filter(({ amount }) => amount.currency === currency)
        .reduce((total, { amount }) => addAmounts(total, amount.value), value)
      const isOver = isLessThan(shopRules.payoutLimit, sum)
      expectRule(isOver, `a payout was refused for the limit of a day, with which it comes to ${sum}`)
    },
    /** What an operator is given of a payout that is stored so. */
    onPayoutView(view: PayoutView, payout: Payout): void {
      const [said, expected] = [comparedPayout(view), expectedPayout(payout)].map((one) =>
        JSON.stringify(one),
      )
      expectRule(said === expected, `the payout ${payout.reference} is shown as ${said}: it is ${expected}`)
    },
    /** The payout of a refund cannot be created yet, or never. */
    onRefundPostponed(code: string): void {
      // Its destination is sealed, and it waits for the key.
      const isUnreadable = code === 'payout_unreadable' && observed.keysMissingUntil > now()
      const isExpected =
        isUnreadable ||
        ['payout_limit', 'refund_exceeds'].includes(code) ||
        observed.wasErased ||
        erased.size > 0
      expectRule(isExpected, `the payout of a refund was not created: ${code}`)
    },
    /** A request was answered with this refund. `given`: those whose payer had given a destination, or that were over. */
    onRefundRequested: (id: string, given: readonly string[]): void =>
      expectRule(!given.includes(id), `a refund was requested, and ${id} is an earlier one`),
    /** The same refund was requested again, before its payer has given a destination. */
    onRefundRepeated: (first: string, again: string): void =>
      expectRule(first === again, `the refund ${first} was requested again, and ${again} is another one`),
  }
}
