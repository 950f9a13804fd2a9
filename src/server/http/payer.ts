import { Hono, type Context as HonoContext } from 'hono'
import { CreateCheckout, ReportSent, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView } from '../../contract/view.ts'
import { removeSavedCard } from '../attempt/saved-cards.ts'
import { createCheckout } from '../checkout/create-checkout.ts'
import { currentView } from '../checkout/current-view.ts'
import { type Authorized, authorize, clientSecretOf, type Payer, provedCustomer } from '../checkout/proof.ts'
import { reportSent } from '../checkout/report-sent.ts'
import { startAttempt } from '../checkout/start-attempt.ts'
import type { Context } from '../context.ts'
import { acceptedLanguages } from '../lib/accept-language.ts'
import type { Env } from './env.ts'
import { etagOf } from './etag.ts'
import { longPoll } from './long-poll.ts'
import { readPayerJson } from './payer-bodies.ts'
import { viewResponse } from './view-response.ts'
import { acceptsHtml, widgetHtml } from './widget-html.ts'

/** The routes that a payer's page calls. */
export function payerRoutes(context: Context): Hono<Env> {
  const { clientAddress, guard, pages } = context
  const app = new Hono<Env>()
  const countWrongSecrets = <T>(address: string | null, work: () => Promise<T>): Promise<T> =>
    guard.wrongSecrets.countRejections(address, ['checkout_unknown', 'card_unknown'], work)
  const payerOf = ({ req, env, var: { requestId } }: HonoContext<Env>): Payer => ({
    request: req.raw,
    address: clientAddress(req.raw, env),
    requestId,
  })
  /** Before the body is read. */
  const authorizePayer = ({ request, address }: Payer, id: string): Promise<Authorized> =>
    countWrongSecrets(address, () => authorize(context, id, clientSecretOf(request)))
  const respond = async (
    request: Request,
    { checkout, proof }: Authorized,
    status: 200 | 201,
    added: Pick<CheckoutView, 'clientSecret'> = {},
  ): Promise<Response> => {
    const view = await currentView(context, checkout, proof, acceptedLanguages(request))
    const etag = etagOf(view, proof)
    return viewResponse({ ...view, ...added }, etag, view.status === 'preparing' ? 202 : status)
  }

  app.post('/checkouts', async (c) => {
    const payer = payerOf(c)
    const request = await readPayerJson(context, c.req.raw, payer.address, CreateCheckout)
    const { created, ...authorized } = await createCheckout(context, request, payer)
    const clientSecret = await context.clientSecrets.issue(authorized.checkout.id, authorized.proof)
    return await respond(c.req.raw, authorized, created ? 201 : 200, { clientSecret })
  })

  app.get('/checkouts/:id', (c) => {
    const address = clientAddress(c.req.raw, c.env)
    const secret = clientSecretOf(c.req.raw)
    if (pages !== null && acceptsHtml(c.req.raw))
      return countWrongSecrets(address, async () =>
        widgetHtml(context, pages, await authorize(context, c.req.param('id'), secret), c.req.raw, secret),
      )
    return countWrongSecrets(address, () =>
      longPoll(context, {
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
    const authorized = await authorizePayer(payer, c.req.param('id'))
    const request = await readPayerJson(context, c.req.raw, payer.address, StartAttempt)
    return await respond(c.req.raw, await startAttempt(context, authorized, request, payer), 200)
  })

  app.post('/checkouts/:id/attempts/:n/sent', async (c) => {
    const payer = payerOf(c)
    const { id, n } = c.req.param()
    const authorized = await authorizePayer(payer, id)
    const request = await readPayerJson(context, c.req.raw, payer.address, ReportSent)
    return await respond(c.req.raw, await reportSent(context, authorized, Number(n), request, payer), 200)
  })

  app.delete('/cards/:id', async (c) => {
    await countWrongSecrets(clientAddress(c.req.raw, c.env), async () => {
      const customer = await provedCustomer(context, clientSecretOf(c.req.raw))
      await removeSavedCard(context, customer, c.req.param('id'))
    })
    return new Response(null, { status: 204 })
  })

  return app
}
