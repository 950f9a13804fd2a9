import type { CreateCheckout, StartAttempt } from '../../contract/requests.ts'
import type { Method } from '../../contract/view.ts'
import { sameAmount } from '../../service/amount.ts'
import { InvalidRequestError } from '../../service/errors.ts'
import { lookUp } from '../attempt/lookup.ts'
import { type AttemptPlan, type PreparedAttempt, prepareAttempt, send } from '../attempt/send.ts'
import { updateEntry } from '../attempt/update-entry.ts'
import { withTimeout } from '../attempt/with-timeout.ts'
import {
  type Context,
  configuredMethods,
  depositRoutes,
  findPipeline,
  pipelinesOf,
  profileByMethod,
} from '../context.ts'
import { newId } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import { markSeen, mayStart, replaceTerms, withAttempt } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { nextAutomaticAttempt } from '../rules/next-attempt.ts'
import { paymentOptions } from './current-view.ts'
import { decryptOrderTerms, getOrderTerms, resealOrderTerms, type Terms } from './order-terms.ts'

/** Who asks, as far as it is known. */
export interface Payer {
  request: Request
  /** The address that tells this payer from others; null where nothing does. */
  address: string | null
}

/** A payer's look is written down once in this time. */
const seenIntervalMs = 25_000

/** `POST /checkouts`: the checkout of an order, made when it has none. */
export async function getOrCreateCheckout(
  context: Context,
  request: CreateCheckout,
  payer: Payer,
): Promise<{ checkout: Checkout; created: boolean }> {
  const terms = await getOrderTerms(context, request.order, payer.request)
  const existing = await context.store.entryByRef('checkout', terms.order)
  if (existing?.kind === 'checkout')
    return { checkout: await resume(context, existing, terms, request, payer), created: false }

  const draft = await newCheckout(context, terms)
  const { method, savedCard } = request
  const limiterKeys = limiterKeysOf(terms.order, payer)
  if (method !== undefined) context.startLimiter.check(limiterKeys)
  const prepared =
    method === undefined ? null : await prepareForMethod(context, draft, 1, terms, method, savedCard)
  const inserted = await context.store.insert(
    prepared === null ? draft : withAttempt(draft, prepared.attempt, context.policy),
  )
  if (inserted.kind !== 'checkout') throw new TypeError('The store gave something else than a checkout.')
  // Of many first requests at once one inserts and sends; the others see what it made.
  if (inserted.id !== draft.id)
    return { checkout: await resume(context, inserted, terms, request, payer), created: false }
  if (prepared === null) return { checkout: inserted, created: true }
  context.startLimiter.record(limiterKeys)
  context.log({ level: 'info', message: 'checkout opened', checkout: inserted.id, attempt: 1 })
  return { checkout: await sendWithTimeout(context, inserted, prepared), created: true }
}

/** An order that has a checkout: as it stands, or with its first attempt where the page names a method. */
async function resume(
  context: Context,
  checkout: Checkout,
  terms: Terms,
  request: CreateCheckout,
  payer: Payer,
): Promise<Checkout> {
  const current = await syncWithOrder(context, checkout, terms)
  if (request.method === undefined || current.attempts.length > 0) return current
  return await startFrom(
    context,
    current,
    terms,
    { method: request.method, savedCard: request.savedCard, after: 0 },
    payer,
  )
}

/** Brought up to date with the shop's terms while nothing was started; after that its amount stands. */
async function syncWithOrder(context: Context, checkout: Checkout, terms: Terms): Promise<Checkout> {
  const draft = await newCheckout(context, terms)
  return await updateCheckout(context, checkout.id, (stored) => {
    const sameMoney =
      stored.amount.currency === terms.currency && sameAmount(stored.amount.value, terms.amount)
    if (stored.attempts.length > 0) {
      if (!sameMoney) throw new ProblemError('amount_changed')
      return stored.customer === terms.customer ? stored : { ...stored, customer: terms.customer }
    }
    const isExpired = stored.expired || stored.expiresAt <= context.clock.now()
    const { amount, methods, customer } = draft
    const isUnchanged =
      sameMoney && !isExpired && stored.customer === customer && stored.methods.join() === methods.join()
    if (isUnchanged) return stored
    const expiresAt = isExpired || !sameMoney ? draft.expiresAt : stored.expiresAt
    return replaceTerms(stored, { amount, methods, customer, terms: draft.terms, expiresAt })
  })
}

/** `POST /checkouts/{id}/attempts`: the first or another attempt. */
export async function startAttempt(
  context: Context,
  id: string,
  request: StartAttempt,
  payer: Payer,
): Promise<Checkout> {
  const checkout = await checkoutById(context, id)
  if (request.after !== checkout.attempts.length) return checkout
  const stored = await decryptOrderTerms(context, checkout.terms)
  const terms = await getOrderTerms(context, stored?.given ?? checkout.order, payer.request)
  return await startFrom(context, await syncWithOrder(context, checkout, terms), terms, request, payer)
}

type AttemptRequest = Pick<StartAttempt, 'method' | 'after'> & { savedCard?: string | undefined }

async function startFrom(
  context: Context,
  checkout: Checkout,
  terms: Terms,
  request: AttemptRequest,
  payer: Payer,
): Promise<Checkout> {
  const current = await lookUpRefusal(context, checkout)
  if (request.after !== current.attempts.length) return current
  if (!mayStart(current, context.clock.now())) throw new ProblemError('not_retryable')
  const limiterKeys = limiterKeysOf(current.order, payer)
  context.startLimiter.check(limiterKeys)
  const prepared = await prepareForMethod(
    context,
    current,
    request.after + 1,
    terms,
    request.method,
    request.savedCard,
  )
  return await startPrepared(context, current, prepared, limiterKeys)
}

/** Writes the attempt ahead where it may still start, and sends it; where another came first, that one stands. */
async function startPrepared(
  context: Context,
  checkout: Checkout,
  prepared: PreparedAttempt,
  limiterKeys: string[] = [],
): Promise<Checkout> {
  let wasWritten = false
  const current = await updateCheckout(context, checkout.id, async (stored) => {
    wasWritten = stored.attempts.length === prepared.attempt.n - 1 && mayStart(stored, context.clock.now())
    if (!wasWritten) return stored
    const terms = await resealOrderTerms(context, stored.terms)
    return withAttempt({ ...stored, terms }, prepared.attempt, context.policy)
  })
  if (!wasWritten) return current
  context.startLimiter.record(limiterKeys)
  return await sendWithTimeout(context, current, prepared)
}

/** Rule 4: after a refusal a status look-up comes first. */
async function lookUpRefusal(context: Context, checkout: Checkout): Promise<Checkout> {
  const last = checkout.attempts.at(-1)
  if (last?.state !== 'refused' || last.confirmedAbsent) return checkout
  const updated = await lookUp(context, checkout, last)
  return updated?.kind === 'checkout' ? updated : checkout
}

/** Sends, and waits for the answer as long as a payer would. */
const sendWithTimeout = async (
  context: Context,
  checkout: Checkout,
  prepared: PreparedAttempt,
): Promise<Checkout> => (await withTimeout(context, sendThenLookUp(context, checkout, prepared))) ?? checkout

async function sendThenLookUp(
  context: Context,
  checkout: Checkout,
  { attempt, body }: PreparedAttempt,
): Promise<Checkout> {
  const updated = await send(context, checkout, attempt, body)
  context.wake()
  if (updated?.kind !== 'checkout') return checkout
  return await startNextAutomatically(context, await lookUpRefusal(context, updated))
}

/** Starts what may follow without the payer's doing: after lost instructions, and down the cascade. */
export async function startNextAutomatically(context: Context, checkout: Checkout): Promise<Checkout> {
  const next = nextAutomaticAttempt(
    checkout,
    context.clock.now(),
    depositRoutes(context),
    context.options.cascade ?? 'offer',
  )
  const terms = next === null ? null : await decryptOrderTerms(context, checkout.terms)
  const pipeline = next === null ? null : findPipeline(context, next.pipeline)
  if (next === null || terms === null || pipeline === null) return checkout
  const n = checkout.attempts.length + 1
  return await startPrepared(
    context,
    checkout,
    await prepareAttempt(context, checkout, { n, method: next.method, pipeline, terms }),
  )
}

async function prepareForMethod(
  context: Context,
  checkout: Checkout,
  n: number,
  terms: Terms,
  method: Method,
  savedCard: string | undefined,
): Promise<PreparedAttempt> {
  const { available } = await paymentOptions(context, checkout)
  const pipeline = pipelinesOf(context, profileByMethod[method])[0]
  const allowed = terms.methods === null || method === 'saved-card' || terms.methods.includes(method)
  if (pipeline === undefined || !available.has(method) || !allowed)
    throw new ProblemError('method_not_offered')
  const plan: AttemptPlan = { n, method, pipeline, terms }
  if (method === 'saved-card') plan.cardToken = await loadCardToken(context, checkout.customer, savedCard)
  try {
    return await prepareAttempt(context, checkout, plan)
  } catch (error) {
    // What order() gave does not make a request that the service takes: for the developer, nothing was sent.
    if (error instanceof InvalidRequestError)
      throw new TypeError(`order() gave what cannot be sent: ${error.message}`)
    throw error
  }
}

async function loadCardToken(
  context: Context,
  customer: string | null,
  id: string | undefined,
): Promise<string> {
  const cards = customer === null ? [] : await context.store.cardsOf(customer)
  const card = cards.find((candidate) => candidate.id === id)
  const token = card === undefined ? null : await context.sealer.open('card', card.token)
  if (token === null) throw new ProblemError('card_unknown')
  return token
}

/** Notes that a payer is looking, so that the paces follow; seldom enough not to matter. */
export async function recordSeen(context: Context, checkout: Checkout): Promise<void> {
  const hasScheduledLookup = checkout.attempts.some(({ nextLookupAt }) => nextLookupAt !== null)
  if (!hasScheduledLookup || context.clock.now() - checkout.seenAt < seenIntervalMs) return
  await updateCheckout(context, checkout.id, (stored) => markSeen(stored, context.now(), context.policy))
  context.wake()
}

export async function checkoutById(context: Context, id: string): Promise<Checkout> {
  const entry = await context.store.entry(id)
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

async function updateCheckout(
  context: Context,
  id: string,
  decide: (checkout: Checkout) => Checkout | Promise<Checkout>,
): Promise<Checkout> {
  const entry = await updateEntry(context, id, (stored) =>
    stored.kind === 'checkout' ? decide(stored) : null,
  )
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

async function newCheckout(context: Context, terms: Terms): Promise<Checkout> {
  const now = context.clock.now()
  return {
    kind: 'checkout',
    id: newId('co'),
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastEventSeq: 0,
    order: terms.order,
    amount: { value: terms.amount, currency: terms.currency },
    customer: terms.customer,
    methods: offeredMethods(context, terms),
    terms: await context.sealer.seal('terms', JSON.stringify(terms)),
    expiresAt: now + context.policy.ttlMs,
    expired: false,
    seenAt: now,
    attempts: [],
  }
}

/** The merchant's order of preference; a saved card joins it by itself. */
const offeredMethods = (context: Context, terms: Terms): Method[] => {
  const configured = configuredMethods(context)
  const listed = (terms.methods ?? configured).filter((method) => configured.includes(method))
  const addsSavedCard = configured.includes('saved-card') && !listed.includes('saved-card')
  return addsSavedCard ? ['saved-card', ...listed] : listed
}

/** What a start counts for. */
const limiterKeysOf = (order: string, { address }: Payer): string[] =>
  address === null ? [`order ${order}`] : [`order ${order}`, `address ${address}`]
