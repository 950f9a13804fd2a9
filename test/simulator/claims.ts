import type { CheckoutView } from '../../src/contract/index.ts'
import type { Attempt, Checkout, Claim, Entry } from '../../src/server/rules/model.ts'
import { isPaid } from './paid.ts'

const isOpen = ({ resolved }: Claim): boolean => resolved === null
const claimsOf = ({ attempts }: Checkout): Claim[] => attempts.flatMap(({ claims }) => claims)
const saysSomething = ({ content, receipts }: Claim): boolean => content !== null || receipts.length > 0
const isUnconfirmed = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'refused' && !confirmedAbsent
const contentOf = ({ content, receipts }: Claim): string => JSON.stringify([content, receipts])
/** The key that its content is sealed with. */
const sealOf = ({ content }: Claim): string | undefined => content?.split('.')[1]
/** What the service says of an attempt. */
const wordOf = ({ state, underpaid, reported, externalId }: Attempt): string =>
  [state, underpaid, reported, externalId].join()

/** Rule 20: a claim moves no payment, and every payer who may have paid can make one. `latest`: what any clock says at most. */
export function createClaimInvariants(
  expectRule: (holds: boolean, rule: string) => void,
  latest: () => number,
) {
  /** The numbers that operators wanted to decline. */
  const declines = new Set<string>()

  function checkAttempt(before: Attempt | undefined, after: Attempt, wasPaid: boolean): void {
    const { externalTransactionId: id, claims, nextLookupAt } = after
    expectRule(claims.filter(isOpen).length <= 1, `${id} has more than one open claim`)
    for (const { number, resolved } of claims) {
      expectRule(resolved?.state !== 'accepted' || isPaid(after), `${number} was accepted unpaid`)
      const isDecided = resolved === null || ['accepted', 'declined'].includes(resolved.state)
      expectRule(isDecided, `the claim ${number} was resolved as ${resolved?.state}`)
      const isDeclined = resolved?.state === 'declined'
      expectRule(!isDeclined || declines.has(number), `nobody has declined the claim ${number}`)
    }
    const earlier = before?.claims ?? []
    for (const old of earlier) {
      const same = claims.find(({ number }) => number === old.number)
      // What it says may be erased, with the customer or by retention, and may get a new seal key.
      const isKept =
        !saysSomething(old) ||
        !saysSomething(same ?? old) ||
        sealOf(same ?? old) !== sealOf(old) ||
        contentOf(same ?? old) === contentOf(old)
      expectRule(same !== undefined && isKept, `the claim ${old.number} says something else`)
    }
    const isMade =
      claims.length > earlier.length ||
      claims.some((one, at) => {
        const old = earlier[at]
        return old !== undefined && !saysSomething(old) && saysSomething(one)
      })
    if (!isMade || before === undefined) return
    expectRule(
      wordOf(before) === wordOf(after),
      `${id} was ${before.state}, and a claim made it ${after.state}`,
    )
    expectRule(nextLookupAt !== null && nextLookupAt <= latest(), `the claim of ${id} is not looked up`)
    expectRule(!wasPaid, `${id} was claimed, although its order is paid`)
  }

  /** A report of money as sent opens a claim only where the page says that none has arrived. */
  function checkReport(before: Attempt, after: Attempt, { attempts, expiresAt }: Checkout): void {
    const made = after.claims[before.claims.length]
    const canBePaid = before.state === 'placed' && before.n === attempts.length && before.replacedAt === null
    const opens = made !== undefined && canBePaid && latest() < expiresAt
    expectRule(!opens, `${after.externalTransactionId} can be paid, and a report of money as sent claimed it`)
  }

  return {
    onDecline: (number: string): unknown => declines.add(number),
    /** `isClaiming`: a request for a claim is under way. */
    onStored(before: Entry | undefined, after: Entry, isClaiming: boolean): void {
      if (after.kind !== 'checkout') return
      if (before?.kind === 'checkout' && !isClaiming)
        for (const attempt of before.attempts) {
          const same = after.attempts[attempt.n - 1]
          if (same !== undefined) checkReport(attempt, same, before)
        }
      expectRule(claimsOf(after).length <= 3, `${after.id} was claimed more than three times`)
      const wasPaid = before?.attempts.some(isPaid) === true
      for (const attempt of after.attempts) checkAttempt(before?.attempts[attempt.n - 1], attempt, wasPaid)
    },
    /** A payer who saw where to send the money, and reads that it has not arrived, can say that it was sent. */
    checkWay(view: CheckoutView, entry: Entry | undefined): void {
      const last = entry?.attempts.at(-1)
      if (entry?.kind !== 'checkout' || last === undefined || view.attempts !== entry.attempts.length) return
      const isMissing = view.status === 'failed' || view.status === 'expired'
      const mayHavePaid = entry.attempts.findLast(
        ({ profile, detailsLost, state }) =>
          profile === 'p2p' && !detailsLost && (state === 'failed' || state === 'placed'),
      )
      const isOver = entry.attempts.some(isPaid) || claimsOf(entry).length >= 3
      // A refusal that a lookup still has to confirm is over a moment later.
      if (!isMissing || mayHavePaid === undefined || isOver || isUnconfirmed(last)) return
      if ((entry.erasedAt ?? mayHavePaid.erasedAt) !== null) return
      const hasWay = view.canClaim === true || view.claim?.state === 'open'
      expectRule(hasWay, `${entry.id} is ${view.status}, and its payer has no way to a claim`)
    },
    /** Once no work is left. */
    checkAtRest(entries: readonly Entry[]): void {
      for (const attempt of entries.flatMap(({ attempts }) => attempts))
        if (isPaid(attempt))
          expectRule(
            !attempt.claims.some(isOpen),
            `${attempt.externalTransactionId} is paid with an open claim`,
          )
    },
  }
}
