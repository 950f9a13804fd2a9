import { plainAmount, sameAmount } from '../../service/amount.ts'
import type { Order } from '../../service/order.ts'
import type { Attempt, AttemptState, ReviewReason } from './model.ts'
import { historyMs, type Policy } from './policy.ts'
import { redacted } from './redact.ts'

/** All that can be heard about an attempt. */
export type News =
  /** The create call was answered: an order exists. `send` says which sending was answered. */
  | { type: 'placed'; send: number; externalId: string; status: string; instructions: string | null }
  /** The create call was answered: the service said no. */
  | { type: 'refused'; send: number; refusal: NonNullable<Attempt['refusal']> }
  /** The create call was not answered in a way to rely on. `exists`: a duplicate error on our own id. */
  | { type: 'unanswered'; send: number; why: string; exists: boolean }
  /** The status endpoint knows the order. */
  | { type: 'found'; order: Order }
  /** The status endpoint says that there is no such order. */
  | { type: 'missing' }
  /** The status endpoint did not answer the question. */
  | { type: 'silent'; why: string }
  /** A callback whose signature holds. Only these fields are proven by it. */
  | { type: 'called'; externalId: string; status: string; amount: string }
  /** The same bytes go out again. */
  | { type: 'resent' }
  /** Its time is over, and no order was made. */
  | { type: 'dropped' }

/** What the service's word for an order's state means for money. A word we do not know means nothing yet. */
export type Verdict = 'open' | 'success' | 'failed'
export const verdictOf = (status: string): Verdict =>
  status === 'Success' ? 'success' : status === 'Failed' ? 'failed' : 'open'

type Step = AttemptState | 'contradiction'

/**
 * What a verdict makes of an attempt: from each state, by each verdict of the service. The whole of what
 * may move money's state is this table and `transferFailed`; success is never taken back.
 */
const transitions: Record<AttemptState, Record<Verdict, Step>> = {
  sending: { open: 'open', success: 'succeeded', failed: 'failed' },
  unknown: { open: 'open', success: 'succeeded', failed: 'failed' },
  absent: { open: 'open', success: 'succeeded', failed: 'failed' },
  refused: { open: 'open', success: 'succeeded', failed: 'failed' },
  open: { open: 'open', success: 'succeeded', failed: 'failed' },
  failed: { open: 'failed', success: 'contradiction', failed: 'failed' },
  succeeded: { open: 'succeeded', success: 'succeeded', failed: 'contradiction' },
}
/** Only a transfer's failure can be corrected, at any time. */
const transferFailed: Record<Verdict, Step> = { open: 'failed', success: 'succeeded', failed: 'failed' }

/** The state that follows when the service gives `verdict` about `attempt`. */
export const stepOf = (attempt: Pick<Attempt, 'state' | 'profile'>, verdict: Verdict): Step =>
  attempt.state === 'failed' && attempt.profile === 'p2p'
    ? transferFailed[verdict]
    : transitions[attempt.state][verdict]

/** An order is known to be at the service. */
export const isPlaced = (state: AttemptState): boolean =>
  state === 'open' || state === 'failed' || state === 'succeeded'

/** Nothing may follow this attempt yet: it may have made, or may still make, an order. */
export const isUndecided = (attempt: Attempt): boolean =>
  attempt.state === 'sending' ||
  attempt.state === 'unknown' ||
  (attempt.state === 'refused' && !attempt.clear)

/** The attempt after the news. Pure; hearing the same again changes nothing but counters. */
export function hear(attempt: Attempt, news: News, at: number, policy: Policy): Attempt {
  switch (news.type) {
    case 'placed': {
      if (!answers(attempt, news.send)) return lateAnswer(attempt, at)
      const placed: Attempt = {
        ...note(attempt, at, `placed: ${news.status}`),
        ...decided,
        externalId: news.externalId,
      }
      const open: Attempt = {
        ...placed,
        state: 'open',
        status: news.status,
        instructions: news.instructions,
        blind: news.instructions === null && attempt.profile !== 'token' && attempt.profile !== 'payout',
      }
      // A create's answer is never taken for success: that word waits for the status endpoint.
      return verdictOf(news.status) === 'failed' ? settle(open, 'failed', at) : open
    }
    case 'refused':
      if (!answers(attempt, news.send)) return attempt
      return {
        ...note(attempt, at, `refused: ${news.refusal.label ?? news.refusal.status}`),
        state: 'refused',
        refusal: news.refusal,
        clear: saysThatNoOrderExists(attempt, news.refusal.status),
        body: null,
        misses: 0,
        silences: 0,
      }
    case 'unanswered':
      if (!answers(attempt, news.send)) return attempt
      return {
        ...note(attempt, at, `create unanswered: ${news.why}`),
        state: 'unknown',
        exists: attempt.exists || news.exists,
        misses: 0,
        silences: 0,
      }
    case 'found':
      return found(attempt, news.order, at, policy)
    case 'missing':
      return missing(attempt, at, policy)
    case 'silent':
      return impatient(
        { ...note(attempt, at, `asked: no answer (${news.why})`), silences: attempt.silences + 1 },
        at,
        policy,
      )
    case 'called':
      return called(attempt, news, at, policy)
    case 'resent':
      return {
        ...note(attempt, at, 'sent again'),
        state: 'sending',
        sends: attempt.sends + 1,
        sentAt: at,
        misses: 0,
      }
    case 'dropped':
      return dropped(attempt, at)
  }
}

/**
 * Payouts' 422 and 423 say themselves that no order exists; every other refusal is looked up first. So is that of
 * bytes sent again: an earlier sending may have made the order after all.
 */
const saysThatNoOrderExists = (attempt: Attempt, status: number): boolean =>
  attempt.profile === 'payout' && attempt.sends === 1 && (status === 422 || status === 423)

/** How many look-ups must find nothing after a refusal; more where an earlier sending may have made the order. */
const missesToClear = ({ sends }: Attempt): number => (sends === 1 ? 1 : 2)

/** No order was made under this id, and none will be. */
export const dropped = (attempt: Attempt, at: number): Attempt => ({
  ...settledReview(note(attempt, at, 'no order was made'), at, 'no order was made'),
  ...decided,
  state: 'absent',
  clear: true,
  settledAt: at,
})

/** What is no longer needed once it is decided that the order exists or not. */
const decided = { body: null, misses: 0, silences: 0 } as const

/**
 * An answer to a sending that is no longer waited for: its instructions are not shown, since another attempt may
 * have followed. But the order is there, so it is asked for.
 */
const lateAnswer = (attempt: Attempt, at: number): Attempt =>
  attempt.externalId === null
    ? { ...note(attempt, at, 'placed, too late to be shown'), state: 'unknown', exists: true, clear: false }
    : attempt

/** A create's answer counts only over the very sending that it answers. */
const answers = (attempt: Attempt, send: number): boolean =>
  attempt.state === 'sending' && attempt.sends === send

function found(attempt: Attempt, order: Order, at: number, policy: Policy): Attempt {
  if (attempt.externalId !== null && attempt.externalId !== order.externalId)
    return review(note(attempt, at, 'asked: another order under this id'), 'contradiction', at)

  const verdict = verdictOf(order.status)
  const historyComplete = attempt.settledAt !== null && at - attempt.settledAt >= historyMs
  const heard: Attempt = {
    ...note(attempt, at, `asked: ${order.status}`),
    ...decided,
    externalId: order.externalId,
    cardReported: attempt.cardReported || order.externalParams?.cardStorageToken != null,
    history: historyOf(attempt, order),
    historyComplete: attempt.historyComplete || historyComplete,
    blind:
      attempt.blind ||
      (!isPlaced(attempt.state) && attempt.profile !== 'token' && attempt.profile !== 'payout'),
  }
  if (otherCurrency(attempt, order) && (verdict === 'success' || attempt.state === 'succeeded'))
    return review(isPlaced(attempt.state) ? heard : { ...heard, state: 'open' }, 'currency', at)

  const step = stepOf(attempt, verdict)
  if (step === 'contradiction') return review(heard, 'contradiction', at)

  const reported = decimalOf(order.amount) ?? decimalOf(attempt.claim?.amount) ?? attempt.reported
  const pending = attempt.claim
  const agrees = pending === null || verdict === verdictOf(pending.status) || verdict === 'success'
  if (agrees)
    return settle(
      { ...settledReview(heard, at, 'the order was found'), status: order.status, reported, claim: null },
      step,
      at,
    )

  // The status endpoint denies what a verified callback says. Ask on, for a set time; then the callback stands.
  if (at - pending.at < policy.reviewAfterMs) {
    return step === 'failed'
      ? { ...heard, state: isPlaced(heard.state) ? heard.state : 'open' }
      : settle(heard, step, at)
  }
  return stands({ ...heard, state: isPlaced(heard.state) ? heard.state : 'open' }, pending, at)
}

/** The longer of what was known and what is told now: a history only grows. */
const historyOf = (attempt: Attempt, order: Order): Attempt['history'] =>
  order.history.length < attempt.history.length
    ? attempt.history
    : order.history.map((item) => ({ ...item, action: item.action === null ? null : redacted(item.action) }))

function missing(attempt: Attempt, at: number, policy: Policy): Attempt {
  const asked = note(attempt, at, 'asked: not found')
  if (attempt.state === 'refused') {
    const misses = attempt.misses + 1
    return misses < missesToClear(attempt)
      ? { ...asked, misses, silences: 0 }
      : { ...asked, clear: true, misses: 0, silences: 0, settledAt: attempt.settledAt ?? at }
  }
  if (isPlaced(attempt.state)) return impatient({ ...asked, silences: attempt.silences + 1 }, at, policy)
  const mayBeInFlight = at < attempt.sentAt + policy.timeoutMs + policy.settleMs
  const counts = !mayBeInFlight && !attempt.exists
  return impatient(
    { ...asked, state: 'unknown', misses: counts ? attempt.misses + 1 : 0, silences: 0 },
    at,
    policy,
  )
}

function called(
  attempt: Attempt,
  news: { externalId: string; status: string; amount: string },
  at: number,
  policy: Policy,
): Attempt {
  if (attempt.externalId !== news.externalId) return attempt
  const verdict = verdictOf(news.status)
  const step = stepOf(attempt, verdict)
  const heard = note(attempt, at, `callback: ${news.status} ${news.amount}`)
  const reported = decimalOf(news.amount) ?? attempt.reported
  // Alone, a callback that contradicts a final state is late news.
  if (step === 'contradiction') return heard
  const status: 'Success' | 'Failed' | null =
    verdict === 'success' ? 'Success' : verdict === 'failed' ? 'Failed' : null

  if (status === null || (attempt.state === 'succeeded' && verdict === 'success')) {
    const isNews = reported !== null && (attempt.reported === null || !sameAmount(attempt.reported, reported))
    return attempt.state === 'open' && isNews ? { ...heard, reported } : heard
  }
  if (stepIsNoNews(attempt, step)) return heard
  if (!policy.confirmFinal) return settle({ ...heard, status, reported, claim: null }, step, at)
  // Success outweighs a failure that also waits to be confirmed: a failed transfer can become success, never the reverse.
  if (attempt.claim?.status === 'Success' && status === 'Failed') return heard
  return {
    ...heard,
    claim: { status, amount: news.amount, at: attempt.claim?.status === status ? attempt.claim.at : at },
  }
}

const stepIsNoNews = (attempt: Attempt, step: Step): boolean => attempt.state === step

/** A verified callback that was never confirmed stands, and a human is told. */
const stands = (attempt: Attempt, claim: NonNullable<Attempt['claim']>, at: number): Attempt =>
  review(
    settle(
      {
        ...attempt,
        status: claim.status,
        reported: decimalOf(claim.amount) ?? attempt.reported,
        claim: null,
      },
      claim.status === 'Success' ? 'succeeded' : 'failed',
      at,
    ),
    'unconfirmed',
    at,
  )

/** When patience with the status endpoint ends: a callback stands, an unknown create goes to a human. */
function impatient(attempt: Attempt, at: number, policy: Policy): Attempt {
  if (attempt.claim !== null && at - attempt.claim.at >= policy.reviewAfterMs)
    return stands(attempt, attempt.claim, at)
  const waiting = attempt.state === 'unknown' || attempt.state === 'sending'
  if (waiting && at - firstSent(attempt) >= policy.reviewAfterMs) return review(attempt, 'unresolved', at)
  return attempt
}

const firstSent = (attempt: Attempt): number => attempt.story[0]?.at ?? attempt.sentAt

function settle(attempt: Attempt, step: AttemptState, at: number): Attempt {
  const isFinal = step === 'failed' || step === 'succeeded'
  const moved = attempt.state !== step
  return {
    ...attempt,
    state: step,
    instructions: isFinal ? null : attempt.instructions,
    settledAt: isFinal ? (moved ? at : attempt.settledAt) : null,
    historyComplete: isFinal ? attempt.historyComplete && !moved : false,
  }
}

/** Needs review, once: the same finding again is no news. */
function review(attempt: Attempt, reason: ReviewReason, at: number): Attempt {
  if (attempt.review?.reason === reason) return attempt
  return { ...note(attempt, at, `needs review: ${reason}`), review: { reason, at, settled: null } }
}

/** An unresolved create whose fate is known after all needs no human any more. */
function settledReview(attempt: Attempt, at: number, note: string): Attempt {
  if (attempt.review?.reason !== 'unresolved' || attempt.review.settled !== null) return attempt
  return {
    ...attempt,
    review: { ...attempt.review, settled: { at, by: 'news', note } },
  }
}

/** An empty key names no currency. */
function otherCurrency(attempt: Attempt, order: Order): boolean {
  const reported = order.currency?.trim() ?? ''
  return reported !== '' && reported.toUpperCase() !== attempt.amount.currency.toUpperCase()
}

/** An amount as the service writes it, in plain digits; null where it is none that money can have. */
function decimalOf(text: string | null | undefined): string | null {
  const plain = plainAmount(text ?? '')
  return /^\d+(\.\d+)?$/.test(plain) ? plain : null
}

const storyLimit = 60

/** Adds a line to the attempt's story; the same line again only counts. */
export function note(attempt: Attempt, at: number, what: string): Attempt {
  const last = attempt.story.at(-1)
  if (last?.what === what) {
    return {
      ...attempt,
      story: [...attempt.story.slice(0, -1), { ...last, last: at, times: last.times + 1 }],
    }
  }
  const [first, ...rest] = attempt.story
  const kept =
    first === undefined || attempt.story.length < storyLimit ? attempt.story : [first, ...rest.slice(1)]
  return { ...attempt, story: [...kept, { at, last: at, times: 1, what }] }
}
