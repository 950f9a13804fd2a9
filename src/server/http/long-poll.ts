import type { Checkouts } from '../checkout/checkouts.ts'
import type { ChangeNotifier, ChangeSubscription } from '../lib/change-notifier.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { Metric } from '../lib/metrics.ts'
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

/** Responds as soon as the view differs from `ifNoneMatch`, otherwise with 304 after `waitSeconds`. */
export type LongPoll = (request: PollRequest) => Promise<Response>

interface LongPollServices {
  checkouts: Pick<Checkouts, 'authorize' | 'recordSeen' | 'view'>
  changeNotifier: ChangeNotifier
  clock: Clock
  openLongPolls: ConcurrencyLimit
  onMetric(metric: Metric): void
}

const maxWaitSeconds = 25

export function createLongPoll(services: LongPollServices): LongPoll {
  const { checkouts, changeNotifier, clock, openLongPolls, onMetric } = services

  async function poll(request: PollRequest, subscription: ChangeSubscription): Promise<Response> {
    const { id, secret, languages, ifNoneMatch, waitSeconds, signal } = request
    const deadline = clock.now() + Math.min(maxWaitSeconds, Math.max(0, waitSeconds)) * 1000
    for (;;) {
      // Taken before the view is read: the wait must not pass over an expiry in between.
      const now = clock.now()
      const { checkout, proof } = await checkouts.authorize(id, secret)
      if (proof.access === 'pay') await checkouts.recordSeen(checkout)
      const view = await checkouts.view(checkout, proof, languages)
      const etag = etagOf(view, proof)
      if (ifNoneMatch === undefined || !etagMatches(ifNoneMatch, etag)) return viewResponse(view, etag, 200)
      if (view.final || deadline <= now) return unchanged(etag, clock.now())
      const expiresIn = Math.min(timeUntil(checkout.expiresAt, now), timeUntil(proof.until, now))
      const waitMs = Math.min(deadline - now, expiresIn)
      const changed = await subscription.waitForChange(checkout.version, waitMs, signal)
      if (!changed && clock.now() < now + expiresIn) return unchanged(etag, clock.now())
    }
  }

  /** Beyond the limit of open long polls the request is answered at once. */
  async function limited(request: PollRequest, subscription: ChangeSubscription): Promise<Response> {
    if (request.ifNoneMatch === undefined || request.waitSeconds <= 0)
      return await poll(request, subscription)
    const leave = openLongPolls.enter(request.address)
    if (leave === null) {
      onMetric({ type: 'rate_limited', purpose: 'long_polls' })
      return await poll({ ...request, waitSeconds: 0 }, subscription)
    }
    try {
      return await poll(request, subscription)
    } finally {
      leave()
    }
  }

  return async (request) => {
    // Subscribed before the first read, so that no change in between is lost.
    const subscription = changeNotifier.subscribe(request.id)
    try {
      return await limited(request, subscription)
    } finally {
      subscription.unsubscribe()
    }
  }
}

const unchanged = (etag: string, now: number): Response =>
  new Response(null, { status: 304, headers: { etag, date: new Date(now).toUTCString() } })

/** Milliseconds until a time at which the view changes by itself; never, if it is over. */
const timeUntil = (time: number | null, now: number): number =>
  time !== null && now < time ? Math.max(1, time - now) : Number.POSITIVE_INFINITY
