import type { CreateCheckout } from '../../contract/requests.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { withAttempt } from '../rules/checkout/checkout.ts'
import type { CurrentTerms, Terms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import { canonicalReference, getOrderTerms, newestTerms, type OrderRequest } from './order-terms.ts'
import { warnIfUnpayable } from './order-warnings.ts'
import { type Choice, needsFields, prepareChosen, withFilled } from './prepare-attempt.ts'
import { type Authorized, type Payer, type ProvedOrder, proveOrder } from './proof.ts'
import { shareStart } from './start-attempt.ts'
import { sendStored } from './store-then-send.ts'
import { checkoutByOrder, draftCheckout } from './stored-checkout.ts'
import { syncWithOrder } from './sync-with-order.ts'

/** `POST /checkouts`: the checkout of an order, created if the order has none. */
export async function createCheckout(
  context: Context,
  request: CreateCheckout,
  payer: Payer,
): Promise<Authorized & { created: boolean }> {
  const order = await proveCounted(context, request.order, payer)
  const { until } = order
  if (order.expired) return await outcomeOnly(context, order, payer)
  const before = await context.store.entryByRef('checkout', order.reference)
  const terms = await getTermsCounted(context, order, payer)
  const { checkout, created } = await createOrResume(context, { order, before, terms }, request, payer)
  return { checkout, created, proof: { access: 'pay', customer: terms.customer, until } }
}

/** What `order()` returned for an order, and the order's checkout as it was before that. */
interface GivenOrder {
  order: OrderRequest
  before: Checkout | null
  terms: CurrentTerms
}

/** A forged token counts against its address; a valid one is accepted all the same. */
export const proveCounted = (context: Context, given: string, { address }: Payer): Promise<ProvedOrder> =>
  context.guard.unknownOrders.countRejections(address, ['order_unknown'], () => proveOrder(context, given))

/** Guesses of plain references count against their address. A token has proved its order. */
function getTermsCounted(context: Context, order: OrderRequest, payer: Payer): Promise<CurrentTerms> {
  const getTerms = () => getPayerTerms(context, order, payer)
  return order.token === null
    ? context.guard.unknownOrders.countFailures(payer.address, ['order_unknown', 'forbidden'], getTerms)
    : getTerms()
}

/** An order that stands in the address of a page proves no customer. */
async function getPayerTerms(
  context: Context,
  order: OrderRequest,
  { request, orderInAddress }: Payer,
): Promise<CurrentTerms> {
  const terms = await getOrderTerms(context, order, request)
  return orderInAddress === true ? { ...terms, customer: null } : terms
}

/** An expired token starts nothing, but a payer who has paid must read so. */
async function outcomeOnly(
  context: Context,
  order: ProvedOrder,
  { request }: Payer,
): Promise<Authorized & { created: false }> {
  const { reference, until } = order
  const find = (ref: string): Promise<Checkout | null> => context.store.entryByRef('checkout', ref)
  const entry = (await find(reference)) ?? (await find(await canonicalReference(context, order, request)))
  if (entry === null || entry.attempts.length === 0) throw new ProblemError('order_expired')
  return { checkout: entry, created: false, proof: { access: 'outcome', customer: null, until } }
}

async function createOrResume(
  context: Context,
  given: GivenOrder,
  request: CreateCheckout,
  payer: Payer,
): Promise<{ checkout: Checkout; created: boolean }> {
  const { store, guard, policy, log } = context
  const { terms } = given
  const existing = await store.entryByRef('checkout', terms.order)
  if (existing !== null)
    return { checkout: await resumeCheckout(context, existing, given, request, payer), created: false }

  warnIfUnpayable(context, terms)
  const draft = await draftCheckout(context, terms)
  const choice = choiceOf(context, draft, terms, request)
  if (choice !== null) await guard.starts.reserve({ order: null, address: payer.address })
  const prepared = choice === null ? null : await prepareChosen(context, draft, { n: 1, choice, terms })
  const checkout =
    prepared === null
      ? draft
      : await withFilled(context.sealer, withAttempt(draft, prepared.attempt, policy), prepared)
  // Of concurrent first requests one inserts and sends; the others continue with its checkout.
  if (!(await store.insert(checkout))) {
    const first = await checkoutByOrder(context, terms.order)
    return { checkout: await resumeCheckout(context, first, given, request, payer), created: false }
  }
  if (prepared === null) return { checkout, created: true }
  const { externalTransactionId } = prepared.attempt
  const place = { checkout: checkout.id, attempt: 1, externalTransactionId, request: payer.requestId }
  log({ level: 'info', message: 'checkout created', ...place })
  return { checkout: await sendStored(context, checkout, prepared), created: true }
}

/** What to start at once. Null: the payer has to choose, or to fill in fields that this page did not send. */
function choiceOf(
  context: Context,
  checkout: Checkout,
  terms: Terms,
  { method, savedCard, fields }: CreateCheckout,
): Choice | null {
  if (method === undefined) return null
  const choice = { method, savedCard, fields }
  return needsFields(context, checkout, choice, terms) ? null : choice
}

/** An existing checkout, with a first attempt if it has none and the page names a method. */
async function resumeCheckout(
  context: Context,
  existing: Checkout,
  { order, before, terms: given }: GivenOrder,
  request: CreateCheckout,
  payer: Payer,
): Promise<Checkout> {
  const newest = (stored: Checkout, terms: CurrentTerms) => newestTerms(context, stored, terms, payer.request)
  const synced = await syncWithOrder(
    context,
    existing.id,
    {
      terms: await newest(existing, given),
      // Where `order()` gives the order another reference, its checkout was not read before.
      storedBefore: before?.id === existing.id ? before.terms : null,
    },
    async (stored) => newest(stored, await getPayerTerms(context, order, payer)),
  )
  const { checkout, terms } = synced
  if (checkout.attempts.length > 0) return checkout
  warnIfUnpayable(context, terms)
  const choice = choiceOf(context, checkout, terms, request)
  return choice === null ? checkout : await shareStart(context, synced, { ...choice, after: 0 }, payer)
}
