import { sendThenLookUp } from '../attempt/send.ts'
import type { Context } from '../context.ts'
import type { DepositPipeline } from '../pipelines.ts'
import { hasAttemptsLeft, mayStart, withAttempt } from '../rules/checkout/checkout.ts'
import { mayContinueAutomatically, nextAutomaticAttempt } from '../rules/checkout/next-attempt.ts'
import { checkFields } from '../rules/checkout/payer-fields.ts'
import { mayReplace, replaceLast } from '../rules/checkout/replace.ts'
import type { StoredTerms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import { requestedFields } from './payer-options.ts'
import { type PreparedAttempt, prepareAttempt, withFilled } from './prepare-attempt.ts'
import { checkoutOf, decryptOrderTerms, updateCheckout } from './stored-checkout.ts'

/**
 * Rule 1: stores the attempt if it may still start, then sends it. Nothing is sent, and the stored checkout is returned, if
 * another attempt came first or other terms were stored than those of `checkout`, which it was made from. `replaceSince`: it
 * replaces the last attempt, which a lookup since then has reported open.
 */
export async function storeThenSend(
  context: Context,
  checkout: Checkout,
  prepared: PreparedAttempt,
  replaceSince: number | null = null,
): Promise<Checkout> {
  const { clock, policy, sealer } = context
  let isStored = false
  const current = await updateCheckout(context, checkout.id, (stored) => {
    const at = clock.now()
    const replaces = replaceSince !== null && !mayStart(stored, at)
    isStored =
      stored.attempts.length === prepared.attempt.n - 1 &&
      stored.terms === checkout.terms &&
      (replaces ? mayReplace(stored, replaceSince, at, policy) : mayStart(stored, at))
    if (!isStored) return stored
    const followed = withAttempt(replaces ? replaceLast(stored, at) : stored, prepared.attempt, policy)
    return withFilled(sealer, followed, prepared)
  })
  if (!isStored) return current
  return await sendStored(context, current, prepared)
}

/**
 * Sends a stored attempt, and starts what may follow by itself. If that takes long it returns the checkout as it was, and goes
 * on in the background.
 */
export async function sendStored(
  context: Context,
  checkout: Checkout,
  { attempt, body }: PreparedAttempt,
): Promise<Checkout> {
  const sending = sendThenLookUp(context, checkout, attempt, body)
  const settled = sending.then((sent) => startNextAutomatically(context, checkoutOf(sent)))
  return (await context.background.resultInTime(settled)) ?? checkout
}

/**
 * Starts the attempt that may follow without the payer: after lost payment details, or the next step of the cascade. One
 * that needs a field which the payer did not fill in for its method does not start.
 */
export async function startNextAutomatically(context: Context, checkout: Checkout): Promise<Checkout> {
  const { cascade, clock, pipelines, policy, sealer } = context
  const at = clock.now()
  if (!mayContinueAutomatically(checkout, at) || !hasAttemptsLeft(checkout, policy)) return checkout
  const terms = await decryptOrderTerms(sealer, checkout)
  if (terms === null) return checkout
  const ready = pipelines.forDeposit(terms).flatMap((pipeline) => {
    const fields = fieldsFor(pipeline, terms, checkout)
    return fields === null ? [] : [{ pipeline, fields }]
  })
  const routes = ready.map(({ pipeline: { name, method } }) => ({ pipeline: name, method }))
  const next = nextAutomaticAttempt(checkout, at, routes, cascade)
  const chosen = ready.find(({ pipeline }) => pipeline.name === next?.pipeline)
  if (chosen === undefined) return checkout
  const customer = checkout.attempts.at(-1)?.customer ?? null
  const plan = { n: checkout.attempts.length + 1, ...chosen, terms, customer }
  return await storeThenSend(context, checkout, await prepareAttempt(context, checkout, plan))
}

/** What the payer filled in that the pipeline takes; null if it needs more. */
function fieldsFor(
  pipeline: DepositPipeline,
  terms: StoredTerms,
  checkout: Checkout,
): Record<string, string> | null {
  const tried = checkout.attempts.filter((attempt) => attempt.pipeline === pipeline.name)
  const { allowed } = requestedFields(terms, pipeline.method, [pipeline], tried)
  const { values, invalid } = checkFields(allowed, terms.filled[pipeline.method] ?? {})
  // Fields that another pipeline takes are left out.
  return invalid.every(({ rule }) => rule === 'not_allowed') ? values : null
}
