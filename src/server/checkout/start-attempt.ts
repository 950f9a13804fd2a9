import type { StartAttempt } from '../../contract/requests.ts'
import { lookUpLast } from '../attempt/look-up.ts'
import type { Context } from '../context.ts'
import { ProblemError, unavailable } from '../lib/problem.ts'
import { decideStart } from '../rules/checkout/start.ts'
import type { CurrentTerms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import { sameMoney } from '../rules/money.ts'
import { getOrderTerms, getSignedTerms } from './order-terms.ts'
import { checkChoice, prepareChosen } from './prepare-attempt.ts'
import type { Authorized, Payer } from './proof.ts'
import { storeThenSend } from './store-then-send.ts'
import { decryptOrderTerms } from './stored-checkout.ts'
import { type Synced, syncWithOrder } from './sync-with-order.ts'

/**
 * `POST /checkouts/{id}/attempts`: starts an attempt, unless `after` is not the number of attempts. In order: the order's
 * terms are stored, identical requests share one start, what was refused or is to be replaced is looked up, the attempt is
 * stored, then sent.
 */
export async function startAttempt(
  context: Context,
  { checkout, proof }: Authorized,
  request: StartAttempt,
  payer: Payer,
): Promise<Authorized> {
  if (request.after !== checkout.attempts.length) return { checkout, proof }
  if (proof.access !== 'pay') throw new ProblemError('order_expired')
  const getTerms = (stored: Checkout) => currentTerms(context, { checkout: stored, proof }, payer.request)
  const given = { terms: await getTerms(checkout), storedBefore: checkout.terms }
  const synced = await syncWithOrder(context, checkout.id, given, getTerms)
  return { checkout: await shareStart(context, synced, request, payer), proof }
}

/** The order's terms, from what its newest token stated. */
async function currentTerms(
  context: Context,
  { checkout, proof: { customer } }: Authorized,
  request: Request,
): Promise<CurrentTerms> {
  if (checkout.signed !== null) return await getSignedTerms(context, checkout.signed, customer, request)
  // What was given before tokens were required may have been a form of the reference that is not accepted any more.
  const stored = context.orderTokens === null ? await decryptOrderTerms(context.sealer, checkout) : null
  const order = { reference: stored?.given ?? checkout.order, token: null }
  return { ...(await getOrderTerms(context, order, request)), customer }
}

/**
 * Starts an attempt of a checkout that is in sync with its order, unless `after` is not the number of attempts. Identical
 * requests of an address at the same time share one start, which the limit of the order counts once. Throws `not_retryable`,
 * `not_replaceable`, `attempts_limit`, `rate_limited`, `amount_changed`, `unavailable` and what `prepareChosen` throws.
 */
export async function shareStart(
  context: Context,
  synced: Synced,
  request: StartAttempt,
  payer: Payer,
): Promise<Checkout> {
  const { checkout, terms } = synced
  if (request.after !== checkout.attempts.length) return checkout
  let isFirst = false
  const start = (): Promise<Checkout> => {
    isFirst = true
    return startFromStoredTerms(context, synced, request, payer)
  }
  // By address, too: one that is beyond its limit must not be refused for all.
  const key = JSON.stringify([checkout.id, terms.customer, payer.address, request])
  const started = context.sharedStarts(key, start)
  // A request that waits for the start of another one holds a connection, so its address counts it.
  const counted = isFirst ? null : context.guard.starts.reserve({ order: null, address: payer.address })
  const [{ result }] = await Promise.all([started, counted])
  return result
}

/** Where another request has stored other terms of the same amount meanwhile, the attempt starts from those. */
async function startFromStoredTerms(
  context: Context,
  synced: Synced,
  request: StartAttempt,
  payer: Payer,
): Promise<Checkout> {
  let { checkout, terms } = synced
  for (;;) {
    const started = await lookUpThenStart(context, { checkout, terms }, request, payer)
    const isOutdated = started.attempts.length === request.after && started.terms !== checkout.terms
    if (!isOutdated || started.terms === null) return started
    if (!sameMoney(started.amount, checkout.amount)) throw new ProblemError('amount_changed')
    const stored = await decryptOrderTerms(context.sealer, started)
    // Its seal key is not here yet.
    if (stored === null) throw unavailable()
    checkout = started
    // Each request proves its own customer.
    terms = { ...stored, signed: started.signed, customer: terms.customer }
  }
}

/**
 * What the stored state refuses is refused without a request to the service, and a lookup counts as a start. Returns the
 * checkout as it is stored, without the attempt where something else was stored first.
 */
async function lookUpThenStart(
  context: Context,
  { checkout, terms }: Synced,
  { after, replace, ...choice }: StartAttempt,
  { address, requestId }: Payer,
): Promise<Checkout> {
  const { clock, policy, guard, log } = context
  const n = after + 1
  const requestedAt = clock.now()
  const first = decideStart(checkout, { replace, lookedUpAt: null }, requestedAt, policy)
  if (first.type === 'paid') return checkout
  if (first.type === 'refused') throw new ProblemError(first.code)
  await checkChoice(context, checkout, choice, terms)
  // Of concurrent requests for the first attempt one starts it, and the others receive its checkout.
  await guard.starts.reserve({ order: n === 1 ? null : checkout.order, address })

  const lookup = first.type === 'look_up' ? await lookUpLast(context, checkout) : null
  const current = lookup?.entry.kind === 'checkout' ? lookup.entry : checkout
  if (after !== current.attempts.length) return current
  const lookedUpAt = lookup?.requestedAt ?? requestedAt
  const decision = decideStart(current, { replace, lookedUpAt }, clock.now(), policy)
  if (decision.type === 'paid') return current
  if (decision.type === 'refused') throw new ProblemError(decision.code)
  // The service has not answered.
  if (decision.type === 'look_up') throw new ProblemError(replace ? 'not_replaceable' : 'not_retryable')

  const prepared = await prepareChosen(context, current, { n, choice, terms })
  const { externalTransactionId } = prepared.attempt
  const place = { checkout: current.id, attempt: n, externalTransactionId, request: requestId }
  log({ level: 'info', message: 'attempt requested', ...place })
  const replaceSince = decision.replaces ? lookedUpAt : null
  return await storeThenSend(context, checkout, prepared, replaceSince)
}
