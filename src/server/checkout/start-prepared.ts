import { responseTimeoutMs, withTimeout } from '../lib/with-timeout.ts'
import { hasAttemptsLeft, mayStart, withAttempt } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { nextAutomaticAttempt } from '../rules/next-attempt.ts'
import { maySetAside, setAsideLast } from '../rules/set-aside.ts'
import type { CheckoutServices } from './checkouts.ts'
import { type PreparedAttempt, prepareAttempt } from './prepare-attempt.ts'
import { openOrderTerms } from './sealed-terms.ts'
import { updateCheckout } from './stored-checkout.ts'

type StartServices = Pick<
  CheckoutServices,
  | 'attempts'
  | 'background'
  | 'callbackUrlParam'
  | 'cascade'
  | 'clock'
  | 'entries'
  | 'pipelines'
  | 'policy'
  | 'sealer'
>

/**
 * Rule 1: stores the attempt if it may still start, then sends it. If another attempt came first, nothing is sent.
 * `setAsideSince`: it replaces the last attempt, which a lookup since then has reported open.
 */
export async function startPrepared(
  services: StartServices,
  checkout: Checkout,
  prepared: PreparedAttempt,
  setAsideSince: number | null = null,
): Promise<Checkout> {
  const { clock, policy } = services
  let isStored = false
  const current = await updateCheckout(services, checkout.id, (stored) => {
    const at = clock.now()
    const replaces = setAsideSince !== null && !mayStart(stored, at)
    isStored =
      stored.attempts.length === prepared.attempt.n - 1 &&
      (replaces ? maySetAside(stored, setAsideSince, policy) : mayStart(stored, at)) &&
      hasAttemptsLeft(stored, policy)
    if (!isStored) return stored
    return withAttempt(replaces ? setAsideLast(stored, at) : stored, prepared.attempt, policy)
  })
  if (!isStored) return current
  return await sendPrepared(services, current, prepared)
}

/** Sends a stored attempt. After the timeout it returns the checkout as it was; sending goes on in the background. */
export async function sendPrepared(
  services: StartServices,
  checkout: Checkout,
  prepared: PreparedAttempt,
): Promise<Checkout> {
  const sending = services.background.track(sendThenStartNext(services, checkout, prepared))
  return (await withTimeout(services.clock, responseTimeoutMs, sending)) ?? checkout
}

async function sendThenStartNext(
  services: StartServices,
  checkout: Checkout,
  { attempt, body }: PreparedAttempt,
): Promise<Checkout> {
  const sent = await services.attempts.sendThenLookUp(checkout, attempt, body)
  return sent.kind === 'checkout' ? await startNextAutomatically(services, sent) : checkout
}

/** Starts the attempt that may follow without the payer: after lost instructions, or the next step of the cascade. */
export async function startNextAutomatically(services: StartServices, checkout: Checkout): Promise<Checkout> {
  const { cascade, clock, pipelines, policy, sealer } = services
  const next = nextAutomaticAttempt(checkout, clock.now(), pipelines.depositRoutes, cascade)
  if (next === null || !hasAttemptsLeft(checkout, policy)) return checkout
  const terms = await openOrderTerms(sealer, checkout)
  const pipeline = pipelines.byName(next.pipeline)
  if (terms === null || pipeline === null) return checkout
  const customer = checkout.attempts.at(-1)?.customer ?? null
  const plan = { n: checkout.attempts.length + 1, method: next.method, pipeline, terms, customer }
  return await startPrepared(services, checkout, await prepareAttempt(services, checkout, plan))
}
