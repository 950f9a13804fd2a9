import type { AttemptUpdate } from '../../src/server/rules/attempt/attempt.ts'
import { newAttempt } from '../../src/server/rules/attempt/new-attempt.ts'
import { expire, isRenewable, withAttempt, withFullTime } from '../../src/server/rules/checkout/checkout.ts'
import { reopen, replaceLast } from '../../src/server/rules/checkout/replace.ts'
import { decideStart } from '../../src/server/rules/checkout/start.ts'
import { applyUpdateToEntry, resendOrDiscard } from '../../src/server/rules/entry.ts'
import type * as server from '../../src/server/rules/model.ts'
import { applyOperatorDecision } from '../../src/server/rules/operator-decision.ts'
import { mayBeInFlight, type Policy } from '../../src/server/rules/policy.ts'
import { followPayout, requestRefund, withdrawRefund } from '../../src/server/rules/refund.ts'
import * as fixtures from '../server/store/fixtures.ts'
import type { Scope } from './scopes.ts'
import type { Actor, Answer, Attempt, CreateResponse, News, State, Task } from './state.ts'

/** What the code makes of an input, and where the model has to have the same. */
export interface Input {
  text: string
  /** What is stored afterwards; null: the input is refused. */
  after: server.Entry | null
  /** The model's step is made by this actor, from its state with these members. */
  actor: Actor
  from: Partial<State>
}

export const dayMs = 86_400_000
/** Expiry is an input of its own, and nothing is looked up for the last time. */
const neverMs = 1e6 * dayMs

/** A create is in flight for ten seconds, and what is undecided for a day needs a review. */
const policy: Policy = {
  ...{ timeoutMs: 5000, createGraceMs: 5000, reviewAfterMs: dayMs / 2, ttlMs: neverMs, watchMs: neverMs },
  ...{ maxAttempts: 100, maxExtensions: 0, claimAfterMs: neverMs, allowReplace: true, confirmFinal: true },
}

/** The reverse of `numberOf`. */
const textOf = (amount: number): string => String(amount / 1000)

/** Without an attempt. */
export function emptyEntry({ asked, kinds }: Scope): server.Entry {
  const amount = { value: textOf(asked), currency: 'UAH' }
  return kinds.includes('payout')
    ? fixtures.payout({ id: 'E', reference: 'E', amount })
    : fixtures.checkout({ id: 'E', order: 'E', amount, expired: false, expiresAt: 2 * neverMs })
}

/** Every input, at every moment: also what no service would say, or nobody would do. */
export function* inputs(stored: server.Entry, at: number, scope: Scope): Generator<Input> {
  for (const attempt of stored.attempts) {
    yield* createInputs(stored, attempt, at, scope)
    yield* lookupInputs(stored, attempt, at, scope)
    yield* callbackInputs(stored, attempt, at, scope)
    yield* decisionInputs(stored, attempt, at)
  }
  if (stored.kind === 'payout') return yield* payoutInputs(stored, at, scope)
  yield* checkoutInputs(stored, at)
  yield* startInputs(stored, at, scope)
  yield* refundInputs(stored, at, scope)
}

const update = (stored: server.Entry, { n }: server.Attempt, change: AttemptUpdate, at: number) =>
  applyUpdateToEntry(stored, n, change, { at, jitter: 0.5 }, policy)

/** The model has a process that does this. */
const busyWith = (task: Task): Pick<Input, 'actor' | 'from'> => ({
  actor: 'server',
  from: { tasks: [task] },
})

/** Responses to the current send, and to the first; and what follows lookups that have found nothing. */
function* createInputs(
  stored: server.Entry,
  attempt: server.Attempt,
  at: number,
  { sends }: Scope,
): Generator<Input> {
  const { n, sendCount } = attempt
  for (const sendNumber of new Set([1, sendCount]))
    for (const got of ['placed', 'refused', 'rejected', 'duplicate', 'unknown'] as const)
      yield {
        text: `"${got}" to send ${sendNumber} of attempt ${n}`,
        after: update(stored, attempt, responseOf(attempt, sendNumber, got), at),
        ...busyWith({ do: 'await', a: n - 1, n: sendNumber, got, lease: 'none' }),
      }
  const next = resendOrDiscard(stored, attempt, at, policy)
  if (next === null || (next === 'resend' && sendCount >= sends)) return
  yield {
    text: `the ${next} of attempt ${n}`,
    after: update(stored, attempt, { type: next === 'resend' ? 'create_resent' : 'discarded' }, at),
    ...busyWith({ do: 'conclude', a: n - 1, lease: 'held' }),
  }
}

function responseOf({ n, profile }: server.Attempt, sendNumber: number, got: CreateResponse): AttemptUpdate {
  switch (got) {
    case 'placed':
      return {
        ...{ type: 'create_placed', sendNumber, externalId: `E-${n}`, status: 'Processing' },
        ...{ paymentDetails: profile === 'payout' ? null : 'details', payTo: null, codeMismatch: null },
      }
    case 'refused':
    case 'rejected':
      return {
        ...{ type: 'create_refused', sendNumber },
        refusal: fixtures.serviceRefusal({ status: got === 'rejected' ? 422 : 400 }),
      }
    case 'duplicate':
    case 'unknown':
      return { type: 'create_unknown', sendNumber, cause: got, knownToExist: got === 'duplicate' }
  }
}

const statusOf = (answer: Answer): string => {
  if (answer === 'pending') return 'Processing'
  if (answer === 'failed') return 'Failed'
  return answer === 'unclear' ? 'Frozen' : 'Success'
}

function* lookupInputs(
  stored: server.Entry,
  attempt: server.Attempt,
  at: number,
  scope: Scope,
): Generator<Input> {
  const { n } = attempt
  const mayArrive = mayBeInFlight(attempt, at, policy)
  for (const { saw, amount } of answersTo(attempt, scope))
    for (const early of mayArrive ? (['in flight', 'sending'] as const) : (['no'] as const))
      yield {
        text: `the lookup of attempt ${n}: ${saw}${amount === null ? '' : `, ${amount}`}${early === 'sending' ? ', requested while it was sent' : ''}`,
        after: update(stored, attempt, lookupOf(n, saw, amount, early === 'sending'), at),
        ...busyWith({ do: 'lookup', a: n - 1, saw, early, lease: 'none' }),
      }
}

function* answersTo(
  { state, reported }: server.Attempt,
  { amounts, asked }: Scope,
): Generator<{ saw: Answer; amount: number | null }> {
  for (const saw of ['pending', 'failed', 'unclear', 'not found', 'silence'] as const)
    yield { saw, amount: null }
  for (const amount of amounts) {
    yield { saw: 'pending', amount }
    yield { saw: amount, amount }
  }
  // An amount that was changed, and that success does not name, is not in the model.
  const wasChanged = reported !== null && reported !== textOf(asked)
  if (state === 'succeeded' || !wasChanged) yield { saw: 'paid', amount: null }
}

function lookupOf(n: number, saw: Answer, amount: number | null, wasSending: boolean): AttemptUpdate {
  if (saw === 'silence') return { type: 'lookup_failed', cause: 'timeout' }
  if (saw === 'not found') return { type: 'lookup_not_found', wasSending }
  const order = {
    externalId: `E-${n}`,
    status: statusOf(saw),
    amount: amount === null ? null : textOf(amount),
  }
  return { type: 'lookup_found', order: { ...order, currency: null, history: [], externalParams: null } }
}

/** Before its order is known, a callback only contradicts that there is none. */
function* callbackInputs(
  stored: server.Entry,
  attempt: server.Attempt,
  at: number,
  { amounts, asked }: Scope,
): Generator<Input> {
  const { n, externalId } = attempt
  const words: readonly News[] = ['pending', 'failed', ...amounts]
  const service = stored.attempts.map((other) => (other === attempt ? words : []))
  for (const word of words) {
    const amount = textOf(typeof word === 'number' ? word : asked)
    const callback: AttemptUpdate =
      externalId === null
        ? { type: 'callback_hinted' }
        : { type: 'callback_received', externalId, status: statusOf(word), amount }
    yield {
      text: `the callback "${word}" of attempt ${n}`,
      after: update(stored, attempt, callback, at),
      ...{ actor: 'callback', from: { service } },
    }
  }
}

function* decisionInputs(stored: server.Entry, { n: attempt }: server.Attempt, at: number): Generator<Input> {
  for (const action of ['acknowledge', 'accept', 'discard', 'recheck'] as const)
    yield {
      text: `an operator's "${action}" of attempt ${attempt}`,
      after: applyOperatorDecision(stored, { attempt, action, note: '' }, at),
      ...{ actor: 'operator', from: {} },
    }
}

function* checkoutInputs(stored: server.Checkout, at: number): Generator<Input> {
  const expired = stored.expired ? null : expire({ ...stored, expiresAt: at })
  yield { text: 'the expiry', after: expired, actor: 'time', from: {} }
  const renewed = isRenewable(stored, at) ? withFullTime(stored, at, policy) : null
  yield { text: 'the renewal', after: renewed, actor: 'payer', from: {} }
  if (stored.attempts.length > 0)
    yield { text: 'the reopening', after: reopen(stored, at, policy), actor: 'operator', from: {} }
}

function* startInputs(stored: server.Checkout, at: number, scope: Scope): Generator<Input> {
  if (stored.attempts.length === scope.attempts) return
  for (const replace of [false, true]) {
    const decision = decideStart(stored, { replace, lookedUpAt: null }, at, policy)
    if (decision.type !== 'start') continue
    const before = decision.replaces ? replaceLast(stored, at) : stored
    for (const kind of scope.kinds)
      yield {
        text: `the start by ${kind}${decision.replaces ? ' in place of the last attempt' : ''}`,
        after: withAttempt(before, attemptAt(before, kind, at, scope), policy),
        ...{ actor: 'payer', from: {} },
      }
  }
}

const profiles = { transfer: 'p2p', form: 'form', card: 'token', payout: 'payout' } as const

function attemptAt(
  stored: server.Entry,
  kind: Attempt['kind'],
  at: number,
  { asked, enough }: Scope,
): server.Attempt {
  const n = stored.attempts.length + 1
  const profile = profiles[kind]
  const ids = { n, externalTransactionId: `T-${n}`, profile, pipeline: profile, method: null, customer: null }
  const terms = { amount: stored.amount, tolerance: textOf(asked - enough), body: 'sealed' }
  return newAttempt({ ...ids, ...terms }, stored, { at, jitter: 0.5 }, policy)
}

function* payoutInputs(stored: server.Payout, at: number, scope: Scope): Generator<Input> {
  if (stored.attempts.length > 0) return
  const after = { ...stored, attempts: [attemptAt(stored, 'payout', at, scope)] }
  yield { text: 'the start of the payout', after, actor: 'payer', from: {} }
}

function* refundInputs(
  stored: server.Checkout,
  at: number,
  { refunds, refundAmounts }: Scope,
): Generator<Input> {
  const count = stored.refunds.length
  for (const amount of count < refunds ? refundAmounts : [])
    yield {
      text: `the request of a refund of ${amount}`,
      after: requestRefund(stored, { id: `R-${count}`, note: '', by: 'anna', at, amount: textOf(amount) }),
      ...busyWith({ do: 'refund', amount, lease: 'none' }),
    }
  for (const { id, state } of stored.refunds) {
    if (state !== 'requested') continue
    yield { text: `${id} is withdrawn`, after: withdrawRefund(stored, id), actor: 'service', from: {} }
    const paid = fixtures.attempt({ profile: 'payout', state: 'succeeded' })
    const after = followPayout(stored, fixtures.payout({ reference: id, attempts: [paid] }))
    yield { text: `${id} is paid`, after, actor: 'service', from: {} }
  }
}
