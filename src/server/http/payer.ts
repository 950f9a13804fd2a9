import { type Context, Hono } from 'hono'
import { CreateCheckout, ReportSent, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { Authorized } from '../checkout/authorize.ts'
import { type Checkouts, clientSecretOf, type Payer } from '../checkout/checkouts.ts'
import { acceptedLanguages } from '../lib/accept-language.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { Pages, Site } from '../pages.ts'
import type { ClientAddress, Env } from './client-address.ts'
import { etagOf } from './etag.ts'
import type { LongPoll } from './long-poll.ts'
import type { PayerBodies } from './payer-bodies.ts'
import { viewResponse } from './view-response.ts'
import { acceptsHtml, widgetHtml } from './widget-html.ts'

interface PayerRouteServices {
  checkouts: Checkouts
  longPoll: LongPoll
  clientAddress: ClientAddress
  wrongSecrets: RateLimiter
  bodies: PayerBodies
  /** Null if the server has no pages. */
  pages: Pages | null
  site: Site
}

/** The routes that a payer's page calls. */
export function payerRoutes(services: PayerRouteServices): Hono<Env> {
  const { checkouts, longPoll, clientAddress, wrongSecrets, bodies, pages, site } = services
  const app = new Hono<Env>()
  const countWrongSecrets = <T>(address: string | null, work: () => Promise<T>): Promise<T> =>
    wrongSecrets.countRejections(address, ['checkout_unknown', 'card_unknown'], work)
  const payerOf = ({ req, env, var: { requestId } }: Context<Env>): Payer => ({
    request: req.raw,
    address: clientAddress(req.raw, env),
    requestId,
  })
  /** Before the body is read. */
  const authorize = ({ request, address }: Payer, id: string): Promise<Authorized> =>
    countWrongSecrets(address, () => checkouts.authorize(id, clientSecretOf(request)))
  const respond = async (
    request: Request,
    { checkout, proof }: Authorized,
    status: 200 | 201,
    added: Pick<CheckoutView, 'clientSecret'> = {},
  ): Promise<Response> => {
    const view = await checkouts.view(checkout, proof, acceptedLanguages(request))
    const etag = etagOf(view, proof)
    return viewResponse({ ...view, ...added }, etag, view.status === 'preparing' ? 202 : status)
  }

  app.post('/checkouts', async (c) => {
    const payer = payerOf(c)
    const request = await bodies.json(c.req.raw, payer.address, CreateCheckout)
    const { created, ...authorized } = await checkouts.create(request, payer)
    const clientSecret = await checkouts.clientSecret(authorized.checkout, authorized.proof)
    return await respond(c.req.raw, authorized, created ? 201 : 200, { clientSecret })
  })

  app.get('/checkouts/:id', (c) => {
    const address = clientAddress(c.req.raw, c.env)
    const secret = clientSecretOf(c.req.raw)
    if (pages !== null && acceptsHtml(c.req.raw))
      return countWrongSecrets(address, async () =>
        widgetHtml(
          { checkouts, pages, site },
          await checkouts.authorize(c.req.param('id'), secret),
          c.req.raw,
          secret,
        ),
      )
    return countWrongSecrets(address, () =>
      longPoll({
        id: c.req.param('id'),
        secret,
        languages: acceptedLanguages(c.req.raw),
        ifNoneMatch: c.req.header('if-none-match'),
        waitSeconds: Number(c.req.query('wait') ?? 0) || 0,
        signal: c.req.raw.signal,
        address,
      }),
    )
  })

  app.post('/checkouts/:id/attempts', async (c) => {
    const payer = payerOf(c)
    const authorized = await authorize(payer, c.req.param('id'))
    const request = await bodies.json(c.req.raw, payer.address, StartAttempt)
    return await respond(c.req.raw, await checkouts.start(authorized, request, payer), 200)
  })

  app.post('/checkouts/:id/attempts/:n/sent', async (c) => {
    const payer = payerOf(c)
    const { id, n } = c.req.param()
    const authorized = await authorize(payer, id)
    const request = await bodies.json(c.req.raw, payer.address, ReportSent)
    return await respond(c.req.raw, await checkouts.reportSent(authorized, Number(n), request, payer), 200)
  })

  app.delete('/cards/:id', async (c) => {
    await countWrongSecrets(clientAddress(c.req.raw, c.env), () =>
      checkouts.removeCard(c.req.param('id'), clientSecretOf(c.req.raw)),
    )
    return new Response(null, { status: 204 })
  })

  return app
}
