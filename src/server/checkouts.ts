import type { CreateCheckout, StartAttempt } from '../contract/requests.ts'
import type { Method } from '../contract/view.ts'
import { sameAmount } from '../service/amount.ts'
import { InvalidRequest } from '../service/errors.ts'
import { ask } from './ask.ts'
import { type AttemptPlan, type PreparedAttempt, prepareAttempt, send } from './attempts.ts'
import { change } from './change.ts'
import { newId } from './ids.ts'
import { type Kit, methodsOf, pipelineNamed, pipelinesOf, profileOf, waysOf } from './kit.ts'
import { patient } from './patience.ts'
import { ProblemError } from './problem.ts'
import { mayStart, renewed, seen, started } from './rules/checkout.ts'
import type { Checkout } from './rules/model.ts'
import { nextByItself } from './rules/next.ts'
import { keptTerms, resealedTerms, type Terms, termsOf } from './terms.ts'
import { choicesOf } from './view-now.ts'

/** Who asks, as far as it is known. */
export interface Payer {
  request: Request
  /** The address that tells this payer from others; null where nothing does. */
  address: string | null
}

/** A payer's look is written down once in this time. */
const seenEveryMs = 25_000

/** `POST /checkouts`: the checkout of an order, made when it has none. */
export async function openCheckout(
  kit: Kit,
  wish: CreateCheckout,
  payer: Payer,
): Promise<{ checkout: Checkout; created: boolean }> {
  const terms = await termsOf(kit, wish.order, payer.request)
  const there = await kit.store.entryByRef('checkout', terms.order)
  if (there?.kind === 'checkout')
    return { checkout: await resume(kit, there, terms, wish, payer), created: false }

  const fresh = await newCheckout(kit, terms)
  const { method, savedCard } = wish
  const limited = limitKeys(terms.order, payer)
  if (method !== undefined) kit.limits.check(limited)
  const prepared = method === undefined ? null : await prepare(kit, fresh, 1, terms, method, savedCard)
  const kept = await kit.store.insert(
    prepared === null ? fresh : started(fresh, prepared.attempt, kit.policy),
  )
  if (kept.kind !== 'checkout') throw new TypeError('The store gave something else than a checkout.')
  // Of many first requests at once one inserts and sends; the others see what it made.
  if (kept.id !== fresh.id) return { checkout: await resume(kit, kept, terms, wish, payer), created: false }
  if (prepared === null) return { checkout: kept, created: true }
  kit.limits.count(limited)
  kit.log({ level: 'info', message: 'checkout opened', checkout: kept.id, attempt: 1 })
  return { checkout: await sent(kit, kept, prepared), created: true }
}

/** An order that has a checkout: as it stands, or with its first attempt where the page names a method. */
async function resume(
  kit: Kit,
  checkout: Checkout,
  terms: Terms,
  wish: CreateCheckout,
  payer: Payer,
): Promise<Checkout> {
  const current = await brought(kit, checkout, terms)
  if (wish.method === undefined || current.attempts.length > 0) return current
  return await startFrom(
    kit,
    current,
    terms,
    { method: wish.method, savedCard: wish.savedCard, after: 0 },
    payer,
  )
}

/** Brought up to date with the shop's terms while nothing was started; after that its amount stands. */
async function brought(kit: Kit, checkout: Checkout, terms: Terms): Promise<Checkout> {
  const fresh = await newCheckout(kit, terms)
  return await changeCheckout(kit, checkout.id, (stored) => {
    const sameMoney =
      stored.amount.currency === terms.currency && sameAmount(stored.amount.value, terms.amount)
    if (stored.attempts.length > 0) {
      if (!sameMoney) throw new ProblemError('amount_changed')
      return stored.customer === terms.customer ? stored : { ...stored, customer: terms.customer }
    }
    const over = stored.expired || stored.expiresAt <= kit.clock.now()
    const { amount, methods, customer } = fresh
    const same =
      sameMoney && !over && stored.customer === customer && stored.methods.join() === methods.join()
    if (same) return stored
    const expiresAt = over || !sameMoney ? fresh.expiresAt : stored.expiresAt
    return renewed(stored, { amount, methods, customer, terms: fresh.terms, expiresAt })
  })
}

/** `POST /checkouts/{id}/attempts`: the first or another attempt. */
export async function startAttempt(
  kit: Kit,
  id: string,
  wish: StartAttempt,
  payer: Payer,
): Promise<Checkout> {
  const checkout = await checkoutById(kit, id)
  if (wish.after !== checkout.attempts.length) return checkout
  const kept = await keptTerms(kit, checkout.terms)
  const terms = await termsOf(kit, kept?.given ?? checkout.order, payer.request)
  return await startFrom(kit, await brought(kit, checkout, terms), terms, wish, payer)
}

type Wish = Pick<StartAttempt, 'method' | 'after'> & { savedCard?: string | undefined }

async function startFrom(
  kit: Kit,
  checkout: Checkout,
  terms: Terms,
  wish: Wish,
  payer: Payer,
): Promise<Checkout> {
  const cleared = await clearedRefusals(kit, checkout)
  if (wish.after !== cleared.attempts.length) return cleared
  if (!mayStart(cleared, kit.clock.now())) throw new ProblemError('not_retryable')
  const limited = limitKeys(cleared.order, payer)
  kit.limits.check(limited)
  const prepared = await prepare(kit, cleared, wish.after + 1, terms, wish.method, wish.savedCard)
  return await startPrepared(kit, cleared, prepared, limited)
}

/** Writes the attempt ahead where it may still start, and sends it; where another came first, that one stands. */
async function startPrepared(
  kit: Kit,
  checkout: Checkout,
  prepared: PreparedAttempt,
  limited: string[] = [],
): Promise<Checkout> {
  let mine = false
  const current = await changeCheckout(kit, checkout.id, async (stored) => {
    mine = stored.attempts.length === prepared.attempt.n - 1 && mayStart(stored, kit.clock.now())
    if (!mine) return stored
    const terms = await resealedTerms(kit, stored.terms)
    return started({ ...stored, terms }, prepared.attempt, kit.policy)
  })
  if (!mine) return current
  kit.limits.count(limited)
  return await sent(kit, current, prepared)
}

/** Rule 4: after a refusal a status look-up comes first. */
async function clearedRefusals(kit: Kit, checkout: Checkout): Promise<Checkout> {
  const last = checkout.attempts.at(-1)
  if (last?.state !== 'refused' || last.clear) return checkout
  const asked = await ask(kit, checkout, last)
  return asked?.kind === 'checkout' ? asked : checkout
}

/** Sends, and waits for the answer as long as a payer would. */
const sent = async (kit: Kit, checkout: Checkout, prepared: PreparedAttempt): Promise<Checkout> =>
  (await patient(kit, sendAndLook(kit, checkout, prepared))) ?? checkout

async function sendAndLook(
  kit: Kit,
  checkout: Checkout,
  { attempt, body }: PreparedAttempt,
): Promise<Checkout> {
  const answered = await send(kit, checkout, attempt, body)
  kit.wake()
  if (answered?.kind !== 'checkout') return checkout
  return await goOnByItself(kit, await clearedRefusals(kit, answered))
}

/** Starts what may follow without the payer's doing: after lost instructions, and down the cascade. */
export async function goOnByItself(kit: Kit, checkout: Checkout): Promise<Checkout> {
  const next = nextByItself(checkout, kit.clock.now(), waysOf(kit), kit.options.cascade ?? 'offer')
  const terms = next === null ? null : await keptTerms(kit, checkout.terms)
  const pipeline = next === null ? null : pipelineNamed(kit, next.pipeline)
  if (next === null || terms === null || pipeline === null) return checkout
  const n = checkout.attempts.length + 1
  return await startPrepared(
    kit,
    checkout,
    await prepareAttempt(kit, checkout, { n, method: next.method, pipeline, terms }),
  )
}

async function prepare(
  kit: Kit,
  checkout: Checkout,
  n: number,
  terms: Terms,
  method: Method,
  savedCard: string | undefined,
): Promise<PreparedAttempt> {
  const { available } = await choicesOf(kit, checkout)
  const pipeline = pipelinesOf(kit, profileOf[method])[0]
  const allowed = terms.methods === null || method === 'saved-card' || terms.methods.includes(method)
  if (pipeline === undefined || !available.has(method) || !allowed)
    throw new ProblemError('method_not_offered')
  const plan: AttemptPlan = { n, method, pipeline, terms }
  if (method === 'saved-card') plan.cardToken = await cardToken(kit, checkout.customer, savedCard)
  try {
    return await prepareAttempt(kit, checkout, plan)
  } catch (error) {
    // What order() gave does not make a request that the service takes: for the developer, nothing was sent.
    if (error instanceof InvalidRequest)
      throw new TypeError(`order() gave what cannot be sent: ${error.message}`)
    throw error
  }
}

async function cardToken(kit: Kit, customer: string | null, id: string | undefined): Promise<string> {
  const cards = customer === null ? [] : await kit.store.cardsOf(customer)
  const card = cards.find((candidate) => candidate.id === id)
  const token = card === undefined ? null : await kit.sealer.open('card', card.token)
  if (token === null) throw new ProblemError('card_unknown')
  return token
}

/** Notes that a payer is looking, so that the paces follow; seldom enough not to matter. */
export async function noteSeen(kit: Kit, checkout: Checkout): Promise<void> {
  const asks = checkout.attempts.some(({ askAt }) => askAt !== null)
  if (!asks || kit.clock.now() - checkout.seenAt < seenEveryMs) return
  await changeCheckout(kit, checkout.id, (stored) => seen(stored, kit.moment(), kit.policy))
  kit.wake()
}

export async function checkoutById(kit: Kit, id: string): Promise<Checkout> {
  const entry = await kit.store.entry(id)
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

async function changeCheckout(
  kit: Kit,
  id: string,
  decide: (checkout: Checkout) => Checkout | Promise<Checkout>,
): Promise<Checkout> {
  const entry = await change(kit, id, (stored) => (stored.kind === 'checkout' ? decide(stored) : null))
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

async function newCheckout(kit: Kit, terms: Terms): Promise<Checkout> {
  const now = kit.clock.now()
  return {
    kind: 'checkout',
    id: newId('co'),
    version: 1,
    createdAt: now,
    updatedAt: now,
    told: 0,
    order: terms.order,
    amount: { value: terms.amount, currency: terms.currency },
    customer: terms.customer,
    methods: offeredMethods(kit, terms),
    terms: await kit.sealer.seal('terms', JSON.stringify(terms)),
    expiresAt: now + kit.policy.ttlMs,
    expired: false,
    seenAt: now,
    attempts: [],
  }
}

/** The merchant's order of preference; a saved card joins it by itself. */
const offeredMethods = (kit: Kit, terms: Terms): Method[] => {
  const configured = methodsOf(kit)
  const listed = (terms.methods ?? configured).filter((method) => configured.includes(method))
  const joins = configured.includes('saved-card') && !listed.includes('saved-card')
  return joins ? ['saved-card', ...listed] : listed
}

/** What a start counts for. */
const limitKeys = (order: string, { address }: Payer): string[] =>
  address === null ? [`order ${order}`] : [`order ${order}`, `address ${address}`]
