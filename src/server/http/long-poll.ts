import { currentView } from '../checkout/current-view.ts'
import { authorize } from '../checkout/proof.ts'
import { recordSeen } from '../checkout/record-seen.ts'
import type { Context } from '../context.ts'
import type { ChangeSubscription } from '../lib/change-notifier.ts'
import { ProblemError } from '../lib/problem.ts'
import { nextClaimableAt } from '../rules/claim.ts'
import { etagMatches, etagOf } from './etag.ts'
import { viewResponse } from './view-response.ts'

interface PollRequest {
  id: string
  /** The client secret; null if the request has none. */
  secret: string | null
  languages: readonly string[]
  ifNoneMatch: string | undefined
  waitSeconds: number
  signal: AbortSignal
  /** The client address; null if it is unknown. */
  address: string | null
}

const maxWaitSeconds = 25

/** Responds as soon as the view differs from `ifNoneMatch`, otherwise with 304 after `waitSeconds`. */
export async function longPoll(context: Context, request: PollRequest): Promise<Response> {
  if (!(await context.clientSecrets.isOf(request.id, request.secret)))
    throw new ProblemError('checkout_unknown')
  // Subscribed before the first read, so that no change in between is lost.
  const subscription = context.changeNotifier.subscribe(request.id)
  try {
    return await limited(context, request, subscription)
  } finally {
    subscription.unsubscribe()
  }
}

/** Beyond the limit of open long polls the request is answered at once. */
async function limited(
  context: Context,
  request: PollRequest,
  subscription: ChangeSubscription,
): Promise<Response> {
  if (request.ifNoneMatch === undefined || request.waitSeconds <= 0)
    return await poll(context, request, subscription)
  const leave = context.guard.longPolls.enter(request.address)
  if (leave === null) {
    context.onMetric({ type: 'rate_limited', purpose: 'long_polls' })
    return await poll(context, { ...request, waitSeconds: 0 }, subscription)
  }
  try {
    return await poll(context, request, subscription)
  } finally {
    leave()
  }
}

async function poll(
  context: Context,
  request: PollRequest,
  subscription: ChangeSubscription,
): Promise<Response> {
  const { clock } = context
  const { id, secret, languages, ifNoneMatch, waitSeconds, signal } = request
  const deadline = clock.now() + Math.min(maxWaitSeconds, Math.max(0, waitSeconds)) * 1000
  for (;;) {
    // Taken before the view is read: the wait must not pass over an expiry in between.
    const now = clock.now()
    const { checkout, proof } = await authorize(context, id, secret)
    if (proof.access === 'pay') await recordSeen(context, checkout)
    const view = await currentView(context, checkout, proof, languages)
    const etag = etagOf(view, proof)
    if (ifNoneMatch === undefined || !etagMatches(ifNoneMatch, etag)) return viewResponse(view, etag, 200)
    if (view.final || deadline <= now) return unchanged(etag, clock.now())
    const expiresIn = Math.min(
      timeUntil(checkout.expiresAt, now),
      timeUntil(proof.until, now),
      timeUntil(nextClaimableAt(checkout, now, context.policy), now),
    )
    const waitMs = Math.min(deadline - now, expiresIn)
    const changed = await subscription.waitForChange(checkout.version, waitMs, signal)
    if (!changed && clock.now() < now + expiresIn) return unchanged(etag, clock.now())
  }
}

const unchanged = (etag: string, now: number): Response =>
  new Response(null, { status: 304, headers: { etag, date: new Date(now).toUTCString() } })

/** Milliseconds until a time at which the view changes by itself; never, if it is over. */
const timeUntil = (time: number | null, now: number): number =>
  time !== null && now < time ? Math.max(1, time - now) : Number.POSITIVE_INFINITY
