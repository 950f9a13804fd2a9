import { Hono } from 'hono'
import { MakeClaim, ReceiptType } from '../../contract/claim.ts'
import { CreateCheckout, ReportSent, StartAttempt } from '../../contract/requests.ts'
import type { CheckoutView } from '../../contract/view.ts'
import { removeSavedCard } from '../attempt/saved-cards.ts'
import { createCheckout } from '../checkout/create-checkout.ts'
import { currentView } from '../checkout/current-view.ts'
import { extendCheckout } from '../checkout/extend-checkout.ts'
import { type Authorized, authorize, clientSecretOf, type Payer, provedCustomer } from '../checkout/proof.ts'
import { reportSent } from '../checkout/report-sent.ts'
import { startAttempt } from '../checkout/start-attempt.ts'
import { makeClaim } from '../claim/make-claim.ts'
import { storeReceipt } from '../claim/receipts.ts'
import type { Context } from '../context.ts'
import { acceptedLanguages } from '../lib/accept-language.ts'
import type { Env } from './env.ts'
import { etagOf } from './etag.ts'
import { longPoll } from './long-poll.ts'
import { readPayerFile, readPayerJson } from './payer-bodies.ts'
import { payerOf } from './payer-of.ts'
import { bodyProblems, type Routes } from './route.ts'
import { acceptsHtml, viewResponse, widgetHtml } from './view-response.ts'

const checkout = { id: 'The id of a checkout: `co_…`' }
const attempt = { ...checkout, n: 'The number of the attempt, from 1' }
/** Paypane's own server requires it. The widget sends none to a server that gives no `clientSecret`. */
const clientSecret = {
  'Checkout-Secret':
    'The `clientSecret` of `POST /checkouts`. Without it, or with another one, a checkout is unknown',
}
const startProblems = [
  'order_unknown',
  'order_expired',
  'forbidden',
  'amount_changed',
  'card_unknown',
  'method_not_offered',
  'fields_invalid',
  'rate_limited',
] as const
const outcomeUnknown = [
  'The outcome at the payments service is not known yet: the status is `preparing`',
  'LenientCheckoutView',
] as const

/** The routes that a payer's page calls. */
export const payerRoutes = {
  createCheckout: {
    method: 'post',
    path: '/checkouts',
    summary: 'Pay an order: creates its checkout, or returns the existing one',
    body: CreateCheckout,
    responses: {
      200: ['The existing checkout of the order', 'LenientCheckoutView'],
      201: ['The checkout was created', 'LenientCheckoutView'],
      202: outcomeUnknown,
    },
    problems: [...startProblems, 'not_retryable', 'attempts_limit', ...bodyProblems],
  },
  readCheckout: {
    method: 'get',
    path: '/checkouts/:id',
    summary: 'The view of a checkout',
    params: checkout,
    query: {
      wait: {
        description:
          'With `If-None-Match`: a long poll that ends when the view changes, after at most this many seconds. Optional for a server',
        schema: { type: 'number', minimum: 0, maximum: 25 },
      },
    },
    headers: { ...clientSecret, 'If-None-Match': 'The `ETag` of the last view' },
    responses: {
      200: [
        'The view; the widget as HTML if `Accept` is `text/html` and the server has pages',
        { 'application/json': 'LenientCheckoutView', 'text/html': { type: 'string' } },
        { ETag: 'Weak; `now` does not change it' },
      ],
      304: ['The view has not changed', {}, { Date: 'The server’s time, which countdowns follow' }],
    },
    problems: ['checkout_unknown', 'rate_limited', 'internal'],
  },
  startAttempt: {
    method: 'post',
    path: '/checkouts/:id/attempts',
    summary: 'The first or another attempt',
    params: checkout,
    headers: clientSecret,
    body: StartAttempt,
    responses: {
      200: ['The view. Nothing was started if `after` is not the number of attempts', 'LenientCheckoutView'],
      202: outcomeUnknown,
    },
    problems: [
      ...([
        'checkout_unknown',
        ...startProblems,
        'not_retryable',
        'not_replaceable',
        'attempts_limit',
      ] as const),
      ...bodyProblems,
    ],
  },
  reportSent: {
    method: 'post',
    path: '/checkouts/:id/attempts/:n/sent',
    summary:
      'Records the payer’s report that the money was sent, or that it was not. Never changes the outcome',
    params: attempt,
    headers: clientSecret,
    body: ReportSent,
    responses: { 200: ['The view', 'LenientCheckoutView'] },
    problems: ['checkout_unknown', 'order_expired', 'not_found', 'rate_limited', ...bodyProblems],
  },
  extendCheckout: {
    method: 'post',
    path: '/checkouts/:id/extend',
    summary: 'More time to pay, as often as the merchant allows',
    params: checkout,
    headers: clientSecret,
    responses: { 200: ['The view, with the new `expiresAt`', 'LenientCheckoutView'] },
    problems: ['checkout_unknown', 'order_expired', 'not_extendable', 'rate_limited', 'internal'],
  },
  makeClaim: {
    method: 'post',
    path: '/checkouts/:id/attempts/:n/claim',
    summary:
      'The payer claims that the money of an attempt was sent which has failed, expired, is underpaid or late. Never changes the outcome',
    params: attempt,
    headers: clientSecret,
    body: MakeClaim,
    responses: { 200: ['The view', 'LenientCheckoutView'] },
    problems: ['checkout_unknown', 'not_claimable', 'rate_limited', ...bodyProblems],
  },
  storeReceipt: {
    method: 'put',
    path: '/checkouts/:id/attempts/:n/receipts/:receipt',
    summary:
      'A receipt for a claim: a JPEG, PNG, WebP or PDF file of at most 5 MB, at most three for a claim',
    description:
      'What a file is is decided by its content. The client chooses the id, so that an upload can be repeated: a receipt that is stored already stays as it is.',
    params: { ...attempt, receipt: "The client's id of the receipt: 1 to 64 letters, digits, `-` and `_`" },
    headers: clientSecret,
    file: ReceiptType.options,
    responses: { 200: ['It is stored already', 'Receipt'], 201: ['It was stored', 'Receipt'] },
    problems: ['checkout_unknown', 'not_claimable', 'rate_limited', ...bodyProblems],
  },
  deleteCard: {
    method: 'delete',
    path: '/cards/:id',
    summary: 'Deletes a saved card of the customer that the client secret proves',
    params: { id: 'The id of a saved card' },
    query: { order: 'Only for a server that gives no `clientSecret`: the order of the page' },
    headers: clientSecret,
    responses: { 204: 'Deleted' },
    problems: ['card_unknown', 'rate_limited', 'internal'],
  },
} as const satisfies Routes

export function payerApp(context: Context): Hono<Env> {
  const { clientAddress, guard, pages } = context
  const app = new Hono<Env>()
  const countWrongSecrets = <T>(address: string | null, work: () => Promise<T>): Promise<T> =>
    guard.wrongSecrets.countRejections(address, ['checkout_unknown', 'card_unknown'], work)
  /** Before the body is read. */
  const authorizePayer = ({ request, address }: Payer, id: string): Promise<Authorized> =>
    countWrongSecrets(address, () => authorize(context, id, clientSecretOf(request)))
  const respond = async (
    { request }: Payer,
    { checkout, proof }: Authorized,
    statusOf: (view: CheckoutView) => 200 | 201 | 202 = () => 200,
    added: { clientSecret?: string } = {},
  ): Promise<Response> => {
    const view = await currentView(context, checkout, proof, acceptedLanguages(request))
    return viewResponse({ ...view, ...added }, etagOf(view, proof), statusOf(view))
  }
  /** Of a request that starts an attempt: 202 until the outcome at the service is known. */
  const started =
    (known: 200 | 201) =>
    ({ status }: CheckoutView): 200 | 201 | 202 =>
      status === 'preparing' ? 202 : known

  app.post(payerRoutes.createCheckout.path, async (c) => {
    const payer = payerOf(context, c)
    const request = await readPayerJson(context, payer, payerRoutes.createCheckout.body)
    const { created, ...authorized } = await createCheckout(context, request, payer)
    const clientSecret = await context.clientSecrets.issue(authorized.checkout.id, authorized.proof)
    return await respond(payer, authorized, started(created ? 201 : 200), { clientSecret })
  })

  app.get(payerRoutes.readCheckout.path, (c) => {
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

  app.post(payerRoutes.startAttempt.path, async (c) => {
    const payer = payerOf(context, c)
    const authorized = await authorizePayer(payer, c.req.param('id'))
    const request = await readPayerJson(context, payer, payerRoutes.startAttempt.body)
    return await respond(payer, await startAttempt(context, authorized, request, payer), started(200))
  })

  app.post(payerRoutes.reportSent.path, async (c) => {
    const payer = payerOf(context, c)
    const { id, n } = c.req.param()
    const authorized = await authorizePayer(payer, id)
    const request = await readPayerJson(context, payer, payerRoutes.reportSent.body)
    return await respond(payer, await reportSent(context, authorized, Number(n), request, payer))
  })

  app.post(payerRoutes.extendCheckout.path, async (c) => {
    const payer = payerOf(context, c)
    const authorized = await authorizePayer(payer, c.req.param('id'))
    return await respond(payer, await extendCheckout(context, authorized, payer))
  })

  app.post(payerRoutes.makeClaim.path, async (c) => {
    const payer = payerOf(context, c)
    const { id, n } = c.req.param()
    const authorized = await authorizePayer(payer, id)
    const request = await readPayerJson(context, payer, payerRoutes.makeClaim.body)
    return await respond(payer, await makeClaim(context, authorized, Number(n), request, payer))
  })

  app.put(payerRoutes.storeReceipt.path, async (c) => {
    const payer = payerOf(context, c)
    const { id, n, receipt } = c.req.param()
    const authorized = await authorizePayer(payer, id)
    const stored = await storeReceipt(context, authorized, Number(n), receipt, payer, () =>
      readPayerFile(context, payer),
    )
    return c.json(stored.receipt, stored.created ? 201 : 200)
  })

  app.delete(payerRoutes.deleteCard.path, async (c) => {
    await countWrongSecrets(clientAddress(c.req.raw, c.env), async () => {
      const customer = await provedCustomer(context, clientSecretOf(c.req.raw))
      await removeSavedCard(context, customer, c.req.param('id'))
    })
    return new Response(null, { status: 204 })
  })

  return app
}
