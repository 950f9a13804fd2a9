import type { CheckoutView } from '../../../src/contract/index.ts'
import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import { comparedView, expectedView } from '../expected-view.ts'
import { isPaid } from '../paid.ts'
import { shopRules } from '../shop-rules.ts'
import { hasArrived, isAbsent, isOfUnknownAmount } from './attempts.ts'
import type { Observed } from './observed.ts'

/** Where an action says to pay: a recipient, a bank and a method are no place. */
const placesOf = (action: NonNullable<CheckoutView['action']>): (string | null)[] =>
  action.type === 'redirect'
    ? [action.url]
    : [action.card, action.phone, action.iban, action.accountNumber, action.qr, action.formUrl]

/** Members of an attempt that the payer does not see, or whose end is that of its time. */
const unseen = new Set([
  'activity',
  'nextLookupAt',
  'notFoundCount',
  'failedLookups',
  'foundAt',
  'paymentDetails',
])
const changesSeen = (before: Attempt | undefined, after: Attempt): boolean => {
  if (before === after) return false
  const earlier = new Map(Object.entries(before ?? {}))
  return Object.entries(after).some(([name, value]) => {
    const old: unknown = earlier.get(name)
    return !unseen.has(name) && old !== value && JSON.stringify(old) !== JSON.stringify(value)
  })
}

/** A long poll, and the time that its response takes. */
const longestRequestMs = 60_000

/** What pages are given and show is what is stored. `onView`: receives each view that a page is given. */
export function createViewInvariants(observed: Observed, onView: (view: CheckoutView) => void) {
  const { claimAfterMs, expectRule, lostAt, maxAttempts, now, payerFields, requests, skewMs, stored } =
    observed
  /** How often each entry was stored. */
  const storeCounts = new Map<string, number>()
  /** When what the payer sees of a checkout was last stored. */
  const changes = new Map<string, number>()
  /** When each page has shown its view. */
  const shownAt = new WeakMap<CheckoutView, number>()

  /** A failover may have lost what a view was made of, which a slow response has brought since. */
  const mayBeLost = (view: CheckoutView): boolean =>
    (shownAt.get(view) ?? 0) <= (lostAt.get(view.id) ?? Number.NEGATIVE_INFINITY) + longestRequestMs

  /** Contract 1: the page is given what was stored, at most one write before or after the request began. */
  function checkMembers(view: CheckoutView, before: Entry | undefined, countBefore: number): void {
    const { id, now: time, savedCards = [] } = view
    if ((storeCounts.get(id) ?? 0) - countBefore > 1) return
    const said = JSON.stringify(comparedView(view))
    const possible = [before, stored.get(id)].flatMap((entry) => {
      if (entry?.kind !== 'checkout') return []
      const expected = expectedView(entry, Date.parse(time), savedCards.length > 0, {
        ...shopRules,
        claimAfterMs,
        maxAttempts,
        hasFields: payerFields > 0,
      })
      // What the payer fills in is sealed.
      const unsealed = observed.keysMissingUntil > now() ? [{ ...expected, fields: [] }] : []
      return [expected, ...unsealed].map((one) => JSON.stringify(one))
    })
    const isSo = possible.length === 0 || possible.includes(said)
    expectRule(isSo, `${id} is shown as ${said}: it is ${possible.join(' or ')}`)
  }

  /** `before`: the checkout as it was stored when the request began. */
  function checkView(view: CheckoutView, before: Entry | undefined): void {
    const { id, status, final, action, pollAfter, attempts: count } = view
    const canReplace = view.canReplace === true
    const isStoredPaid = stored.get(id)?.attempts.some(isPaid) ?? false
    expectRule(status !== 'succeeded' || isStoredPaid, `${id} is shown as paid before it is`)
    const isInTime = view.expiresAt === null || view.now < view.expiresAt
    expectRule(status === 'expired' || isInTime, `${id} is ${status}, although its time is over`)
    expectRule(final === (pollAfter === null), `${id} has final ${final} and pollAfter ${pollAfter}`)
    expectRule(action === null || status === 'pending', `${id} is ${status} and has an action`)
    const saysWhere = action === null || placesOf(action).some((place) => place?.trim())
    expectRule(saysWhere, `${id} asks for a payment and does not say where to`)
    expectRule(
      !canReplace || (view.reportedSentAt === null && !final),
      `${id} is ${status} and can be switched`,
    )
    expectRule((count === 0) === (view.method === null), `${id} has a method without an attempt`)
    if (before?.kind !== 'checkout') return
    const { attempts, expired, reopenedAfter } = before
    expectRule(count >= attempts.length, `${id} was shown without its last attempt`)
    expectRule(status === 'succeeded' || !attempts.some(isPaid), `${id} was ${status} after it had succeeded`)
    if (attempts.some(hasArrived)) {
      const isNamed =
        ['succeeded', 'pending'].includes(status) && (view.paid !== null || attempts.some(isOfUnknownAmount))
      expectRule(isNamed && action === null && !canReplace, `${id} is ${status}, although money has arrived`)
    }
    // An order may have been found since the request began.
    const isRenewable = [before, stored.get(id) ?? before].every((entry) =>
      entry.attempts.every((one) => one.confirmedAbsent && isAbsent(one) && one.review === null),
    )
    const mayBeFinal =
      status === 'succeeded' || attempts.length === 0 || attempts.length - reopenedAfter >= maxAttempts
    const canBePaid = !final || !isRenewable || mayBeFinal
    expectRule(canBePaid, `${id} can never be paid, although it had no order`)
    const shown = attempts.find(({ n }) => n === count)
    const canPay = ['sending', 'unknown', 'placed']
    const isShowable =
      shown === undefined || (!expired && shown.replacedAt === null && canPay.includes(shown.state))
    expectRule(
      action === null || isShowable,
      `${id} shows payment details of attempt ${count}, ${shown?.state}`,
    )
  }

  return {
    onWritten(before: Entry | undefined, entry: Entry): void {
      const { id, attempts } = entry
      storeCounts.set(id, (storeCounts.get(id) ?? 0) + 1)
      if (entry.kind !== 'checkout') return
      // The end of its time changes what the payer sees, not that it is stored.
      const isSeen =
        before?.kind !== 'checkout' ||
        before.expiresAt !== entry.expiresAt ||
        before.attempts.length !== attempts.length ||
        attempts.some((attempt, index) => changesSeen(before.attempts[index], attempt))
      if (isSeen) changes.set(id, now())
    },
    /** When what the payer sees of a checkout last changed: by a write, or by its expiry. */
    changedAt(checkout: string): number {
      const entry = stored.get(checkout)
      const end = entry?.kind === 'checkout' ? entry.expiresAt - skewMs : Number.POSITIVE_INFINITY
      return Math.max(changes.get(checkout) ?? 0, end <= now() ? end : 0)
    },
    /** A request begins. Returns what its view is given to; null: another response. */
    onRequest(path: string, mayWrite: boolean): (view: CheckoutView | null) => void {
      const before = new Map(stored)
      const countsBefore = new Map(storeCounts)
      const request = { path, mayWrite, at: now() }
      requests.add(request)
      return (view) => {
        requests.delete(request)
        // What the server had read of it may be lost since.
        if (view === null || (lostAt.get(view.id) ?? -1) >= request.at) return
        checkMembers(view, before.get(view.id), countsBefore.get(view.id) ?? 0)
        checkView(view, before.get(view.id))
        onView(view)
      }
    },
    /** A payer's page shows another view. */
    onScreen(view: CheckoutView | null, before: CheckoutView | null): void {
      if (view !== null && view !== before) shownAt.set(view, now())
      if (view === null || view.id !== before?.id) return
      const { id, status } = view
      const checkout = stored.get(id)
      const isLost = mayBeLost(before)
      const wasPaid = !isLost && before.status === 'succeeded' && status !== 'succeeded'
      expectRule(!wasPaid, `the page of ${id} shows ${status} after it has shown succeeded`)
      // An operator has reopened it, or a payer has renewed it: none of its attempts had an order.
      const isReopened =
        checkout?.kind === 'checkout' &&
        (checkout.reopenedAfter > 0 || checkout.attempts.slice(0, before.attempts).every(isAbsent))
      const mayChange =
        !before.final || isLost || status === before.status || status === 'succeeded' || isReopened
      expectRule(mayChange, `the page of ${id} shows ${status} after the final ${before.status}`)
    },
  }
}
