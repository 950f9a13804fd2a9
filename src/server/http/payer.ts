import { Hono } from 'hono'
import { CreateCheckout, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView } from '../../contract/view.ts'
import {
  checkoutById,
  getOrCreateCheckout,
  type Payer,
  recordSeen,
  startAttempt,
} from '../checkout/checkout.ts'
import { currentView } from '../checkout/current-view.ts'
import { getOrderTerms } from '../checkout/order-terms.ts'
import type { Context } from '../context.ts'
import type { ChangeNotifier, ChangeSubscription } from '../lib/change-notifier.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import { readJson } from './body.ts'
import { clientAddressOf, type Env } from './client-address.ts'
import { etagOf } from './etag.ts'

/** A question is held at most this long. */
const maxWaitSeconds = 25
/** A held question also looks by itself this often: a hint from another process may be lost. */
const recheckIntervalMs = 5000

/** What a payer's page may ask. */
export function payerRoutes(context: Context, changeNotifier: ChangeNotifier): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/checkouts', async (c) => {
    const request = await readJson(c.req.raw, CreateCheckout)
    const { checkout, created } = await getOrCreateCheckout(
      context,
      request,
      payerOf(context, c.req.raw, c.env),
    )
    return await respondWithCurrentView(context, checkout, created ? 201 : 200)
  })

  app.get('/checkouts/:id', async (c) => {
    const knownEtag = c.req.header('if-none-match')
    const seconds = Math.min(maxWaitSeconds, Math.max(0, Number(c.req.query('wait') ?? 0) || 0))
    // Watched before it is read: no change between reading and waiting goes unheard.
    const subscription = changeNotifier.subscribe(c.req.param('id'))
    try {
      return await longPoll(
        context,
        changeNotifier,
        subscription,
        c.req.raw,
        c.req.param('id'),
        knownEtag,
        seconds,
      )
    } finally {
      subscription.unsubscribe()
    }
  })

  app.post('/checkouts/:id/attempts', async (c) => {
    const request = await readJson(c.req.raw, StartAttempt)
    return await respondWithCurrentView(
      context,
      await startAttempt(context, c.req.param('id'), request, payerOf(context, c.req.raw, c.env)),
      200,
    )
  })

  app.delete('/cards/:id', async (c) => {
    const orderTerms = await getOrderTerms(context, c.req.query('order') ?? '', c.req.raw)
    const deleted =
      orderTerms.customer !== null && (await context.store.deleteCard(orderTerms.customer, c.req.param('id')))
    if (!deleted) throw new ProblemError('card_unknown')
    context.log({ level: 'info', message: 'saved card forgotten' })
    return new Response(null, { status: 204 })
  })

  return app
}

const payerOf = (context: Context, request: Request, bindings: Env['Bindings']): Payer => ({
  request,
  address: clientAddressOf(context, request, bindings),
})

/** Answers when the view is another than the one known, or with 304 when the time is over. */
async function longPoll(
  context: Context,
  changeNotifier: ChangeNotifier,
  subscription: ChangeSubscription,
  request: Request,
  id: string,
  knownEtag: string | undefined,
  seconds: number,
): Promise<Response> {
  const deadline = context.clock.now() + seconds * 1000
  for (;;) {
    const checkout = await checkoutById(context, id)
    await recordSeen(context, checkout)
    const view = await currentView(context, checkout)
    const etag = etagOf(view)
    if (knownEtag === undefined || !etagMatches(knownEtag, etag)) return viewResponse(view, etag, 200)
    const remainingMs = deadline - context.clock.now()
    if (remainingMs <= 0 || view.final || changeNotifier.isClosed() || request.signal.aborted) {
      return new Response(null, { status: 304, headers: { etag: etag } })
    }
    const untilChange = Math.max(1, nextClockChangeAt(context, checkout) - context.clock.now())
    await subscription.waitForChange(Math.min(remainingMs, untilChange, recheckIntervalMs), request.signal)
  }
}

async function respondWithCurrentView(
  context: Context,
  checkout: Checkout,
  status: 200 | 201,
): Promise<Response> {
  const view = await currentView(context, checkout)
  return viewResponse(view, etagOf(view), view.status === 'preparing' ? 202 : status)
}

/** When the view changes by the clock alone. */
const nextClockChangeAt = (context: Context, checkout: Checkout): number =>
  context.clock.now() < checkout.expiresAt ? checkout.expiresAt : Number.POSITIVE_INFINITY

/** The view, and nothing else: over HTTP its version is the header. */
const viewResponse = (view: CheckoutView, etag: string, status: number): Response =>
  new Response(JSON.stringify(view), {
    status,
    headers: { 'content-type': 'application/json', etag: etag },
  })

const etagMatches = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
