import { Hono } from 'hono'
import { CreateCheckout, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView } from '../../contract/view.ts'
import { checkoutById, noteSeen, openCheckout, type Payer, startAttempt } from '../checkouts.ts'
import type { Kit } from '../kit.ts'
import { ProblemError } from '../problem.ts'
import type { Checkout } from '../rules/model.ts'
import { termsOf } from '../terms.ts'
import { versionOf } from '../version.ts'
import { viewNow } from '../view-now.ts'
import type { Waits, Watch } from '../waits.ts'
import { readJson } from './body.ts'
import { callerAddress, type Env } from './env.ts'

/** A question is held at most this long. */
const mostWaitSeconds = 25
/** A held question also looks by itself this often: a hint from another process may be lost. */
const lookMs = 5000

/** What a payer's page may ask. */
export function payerRoutes(kit: Kit, waits: Waits): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/checkouts', async (c) => {
    const wish = await readJson(c.req.raw, CreateCheckout)
    const { checkout, created } = await openCheckout(kit, wish, payer(kit, c.req.raw, c.env))
    return await answer(kit, checkout, created ? 201 : 200)
  })

  app.get('/checkouts/:id', async (c) => {
    const known = c.req.header('if-none-match')
    const seconds = Math.min(mostWaitSeconds, Math.max(0, Number(c.req.query('wait') ?? 0) || 0))
    // Watched before it is read: no change between reading and waiting goes unheard.
    const watch = waits.watch(c.req.param('id'))
    try {
      return await held(kit, waits, watch, c.req.raw, c.req.param('id'), known, seconds)
    } finally {
      watch.end()
    }
  })

  app.post('/checkouts/:id/attempts', async (c) => {
    const wish = await readJson(c.req.raw, StartAttempt)
    return await answer(
      kit,
      await startAttempt(kit, c.req.param('id'), wish, payer(kit, c.req.raw, c.env)),
      200,
    )
  })

  app.delete('/cards/:id', async (c) => {
    const terms = await termsOf(kit, c.req.query('order') ?? '', c.req.raw)
    const forgotten =
      terms.customer !== null && (await kit.store.forgetCard(terms.customer, c.req.param('id')))
    if (!forgotten) throw new ProblemError('card_unknown')
    kit.log({ level: 'info', message: 'saved card forgotten' })
    return new Response(null, { status: 204 })
  })

  return app
}

const payer = (kit: Kit, request: Request, bindings: Env['Bindings']): Payer => ({
  request,
  address: callerAddress(kit, request, bindings),
})

/** Answers when the view is another than the one known, or with 304 when the time is over. */
async function held(
  kit: Kit,
  waits: Waits,
  watch: Watch,
  request: Request,
  id: string,
  known: string | undefined,
  seconds: number,
): Promise<Response> {
  const until = kit.clock.now() + seconds * 1000
  for (;;) {
    const checkout = await checkoutById(kit, id)
    await noteSeen(kit, checkout)
    const view = await viewNow(kit, checkout)
    const version = versionOf(view)
    if (known === undefined || !matches(known, version)) return json(view, version, 200)
    const left = until - kit.clock.now()
    if (left <= 0 || view.final || waits.closed() || request.signal.aborted) {
      return new Response(null, { status: 304, headers: { etag: version } })
    }
    const untilChange = Math.max(1, nextChange(kit, checkout) - kit.clock.now())
    await watch.change(Math.min(left, untilChange, lookMs), request.signal)
  }
}

async function answer(kit: Kit, checkout: Checkout, status: 200 | 201): Promise<Response> {
  const view = await viewNow(kit, checkout)
  return json(view, versionOf(view), view.status === 'preparing' ? 202 : status)
}

/** When the view changes by the clock alone. */
const nextChange = (kit: Kit, checkout: Checkout): number =>
  kit.clock.now() < checkout.expiresAt ? checkout.expiresAt : Number.POSITIVE_INFINITY

/** The view, and nothing else: over HTTP its version is the header. */
const json = (view: CheckoutView, version: string, status: number): Response =>
  new Response(JSON.stringify(view), {
    status,
    headers: { 'content-type': 'application/json', etag: version },
  })

const matches = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
