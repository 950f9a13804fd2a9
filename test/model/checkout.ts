import { flag, resolve } from './attempt.ts'
import type { Model } from './scopes.ts'
import {
  type Attempt,
  type Checkout,
  isOpen,
  isPaid,
  isPaidByPayer,
  isPlaced,
  isUndecided,
  received,
  reserved,
} from './state.ts'

export const changeAttempt = (
  stored: Checkout,
  a: number,
  change: (attempt: Attempt) => Attempt,
): Checkout => ({
  ...stored,
  attempts: stored.attempts.map((one, index) => (index === a ? change(one) : one)),
})

/** What each write checks of the attempts that it stores. Where several may be flagged, each choice is an outcome. */
export function written(before: Checkout, after: Checkout, model: Model): Checkout[] {
  const checked = after.attempts.map((one, a) => {
    const isPaidByAnother = before.attempts.some((other, b) => b !== a && isPaid(other))
    const keeps = isPaidByAnother || keepsPayment(after, one, model)
    const isChanged = one !== before.attempts[a]
    return isChanged ? checkAmount(before.attempts[a], one, { isPaidByAnother, keeps }, model) : one
  })
  const attempts = settleUnderpaid({ ...after, attempts: checked }, model)
  const hidden = attempts.map((one) => withoutDetails(one, after, model))
  return flagFurther(hidden, model).map((flagged) => ({ ...after, attempts: flagged }))
}

/** The order keeps enough once less of it goes back, or another attempt has brought some. */
function settleUnderpaid(stored: Checkout, model: Model): readonly Attempt[] {
  const { attempts } = stored
  if (attempts.some(isPaid)) return attempts
  const kept = attempts.findIndex(
    (one) => one.short && (one.paid ?? 0) >= model.enough && keepsPayment(stored, one, model),
  )
  return attempts.map((one, a) => (a === kept ? { ...resolve(one, 'underpaid'), short: false } : one))
}

/** Less than enough is not a payment yet, unless the order is paid. What counted as paid once stays paid. */
function checkAmount(
  before: Attempt | undefined,
  after: Attempt,
  { isPaidByAnother, keeps }: { isPaidByAnother: boolean; keeps: boolean },
  { enough, without }: Model,
): Attempt {
  if (before === undefined || isPaid(before) || after.paid === null) return after
  const isOwed = after.kind !== 'payout'
  const mayBeShort = (!isPaidByAnother || before.short) && isOwed && without !== 'less than asked is not paid'
  const isEnough = after.paid >= enough && (keeps || !before.short)
  if (!mayBeShort || isEnough) return { ...resolve(after, 'underpaid'), short: false }
  // The review of a callback that was accepted may have replaced it, and a lookup has resolved that one.
  const isReviewed = before.short && after.review?.resolved !== 'automatic'
  return isReviewed ? after : flag({ ...after, short: true }, 'underpaid')
}

/** Money that goes back pays nothing, unless the order keeps enough. */
export const keepsPayment = (
  stored: Checkout,
  { paid }: Attempt,
  { asked, enough, without }: Model,
): boolean =>
  received(stored, asked) - reserved(stored) >= Math.min(paid ?? asked, enough) ||
  without === 'money that goes back pays nothing'

/** Payment details are deleted once nobody should pay by them. */
function withoutDetails(attempt: Attempt, { expired }: Checkout, { without }: Model): Attempt {
  const { state, setAside } = attempt
  const isReplaced = setAside && without !== 'a replaced attempt shows nothing to pay by'
  const isOver = expired || isReplaced || state === 'failed' || state === 'succeeded'
  return isOver && attempt.details ? { ...attempt, details: false } : attempt
}

/** Each payment after the first gets a review, once; while each has another open one, that waits. */
function flagFurther(attempts: Attempt[], model: Model): Attempt[][] {
  const paid = attempts.filter(isPaid)
  const isEnough = paid.filter(({ flagged }) => flagged).length >= paid.length - 1
  const free = paid.filter((one) => !one.flagged && !isOpen(one))
  if (isEnough || free.length === 0 || model.without === 'a second payment opens a review') return [attempts]
  return free.flatMap((one) =>
    flagFurther(attempts.with(attempts.indexOf(one), flag(one, 'overpaid')), model),
  )
}

/** No payer sees two attempts that can be paid, and none follows one whose outcome is open. */
export function mayStart({ attempts, expired }: Checkout, { without }: Model): boolean {
  const ignoresUndecided = without === 'no attempt follows one that is undecided'
  const mayBeFollowed = (one: Attempt): boolean => {
    // A lookup has to confirm first that it is paid, or an operator to decide it.
    const isContradicted = one.state === 'failed' && isOpen(one) && one.review?.reason === 'contradiction'
    if (typeof one.callback === 'number' || isContradicted) return false
    if (one.state === 'placed') return isPaidByPayer(one) && one.setAside
    return one.state !== 'succeeded' && (ignoresUndecided || !isUndecided(one))
  }
  return !expired && attempts.every(mayBeFollowed)
}

/** Rule 16: never while money may be on its way. */
export const mayReplace = ({ attempts }: Checkout): boolean =>
  attempts.length > 0 &&
  attempts.every(
    (one) =>
      (one.state === 'placed' ? isPaidByPayer(one) : one.state !== 'succeeded') &&
      !isUndecided(one) &&
      !isOpen(one) &&
      one.callback === null,
  )

export const setAside = (attempt: Attempt): Attempt => ({ ...attempt, setAside: true })

/** Only by mutants: every attempt that is not absent is watched. */
export const isForgotten = (attempt: Attempt, { expired }: Checkout, { without }: Model): boolean =>
  (attempt.setAside && without === 'a replaced attempt is watched') ||
  (isPlaced(attempt) && expired && without === 'an expired attempt is watched') ||
  (attempt.state === 'failed' && without === 'a failed transfer is watched')
