import { Hono, type Context as HonoContext } from 'hono'
import type { Problem } from '../../contract/problem.ts'
import { problems } from '../../contract/problem-codes.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Pages, RefundContent } from '../pages.ts'
import { destinationFields, giveDestination } from '../refund/give-destination.ts'
import { readRefundToken } from '../refund/refund-token.ts'
import { payerFieldOf } from '../rules/checkout/payer-fields.ts'
import type { Checkout, Refund } from '../rules/model.ts'
import type { Env } from './env.ts'
import { fieldsOf, isCrossSite, readPayerForm } from './payer-bodies.ts'
import { payerOf } from './payer-of.ts'
import { html, type Routes } from './route.ts'

const token = { token: "The refund's token, from the address that the operator received" }

const notDone = html('Not done: the page says why')

/** The page on which a payer gives the destination of a refund. A GET does nothing, and it works without a script. */
export const refundRoutes = {
  readRefundPage: {
    method: 'get',
    path: '/refund/:token',
    summary: 'The page of a refund. Does nothing',
    params: token,
    responses: {
      200: html('The page'),
      404: html('The link is wrong, has expired or was withdrawn'),
      429: html('Too many requests'),
    },
  },
  submitRefundPage: {
    method: 'post',
    path: '/refund/:token',
    summary: 'Gives the destination of a refund, once',
    params: token,
    form: { fields: {}, others: '`fields[key]`: the value of a field' },
    responses: {
      303: 'Done: the page again',
      404: html('The link is wrong, has expired or was withdrawn'),
      422: html('Not done: the page shows what is wrong, and keeps the values'),
      429: html('Too many requests'),
      ...{ 400: notDone, 403: notDone, 408: notDone, 409: notDone, 413: notDone, 415: notDone },
    },
  },
} as const satisfies Routes

export function refundApp(context: Context, pages: Pages): Hono<Env> {
  const { clock, guard, site, store, pipelines } = context
  const app = new Hono<Env>()

  /** Throws `refund_unknown`. */
  const open = (c: HonoContext<Env>): Promise<{ checkout: Checkout; refund: Refund }> =>
    guard.unknownOrders.countRejections(payerOf(context, c).address, ['refund_unknown'], async () => {
      const named = await readRefundToken(context, c.req.param('token') ?? '')
      if (named === null || named.expiresAt <= clock.now()) throw new ProblemError('refund_unknown')
      const checkout = await store.entry(named.checkoutId)
      const found = checkout?.kind === 'checkout' ? checkout : null
      const refund = found?.refunds.find(({ id }) => id === named.refundId)
      if (found === null || refund === undefined || refund.state === 'withdrawn')
        throw new ProblemError('refund_unknown')
      return { checkout: found, refund }
    })

  async function respond(
    c: HonoContext<Env>,
    status: number,
    content: RefundContent | null,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const page = await pages.refund(c.req.raw, content)
    return new Response(page.html, {
      status,
      headers: { ...page.headers, ...headers, 'content-type': 'text/html; charset=utf-8' },
    })
  }

  const contentOf = (
    c: HonoContext<Env>,
    { checkout, refund }: { checkout: Checkout; refund: Refund },
    given: { values: Readonly<Record<string, string>>; invalid: NonNullable<Problem['fields']> } | null,
  ): RefundContent => ({
    order: checkout.order,
    amount: refund.amount,
    state: refund.state,
    fields:
      refund.state === 'requested'
        ? destinationFields(pipelines, refund.amount).map((field) =>
            payerFieldOf(field, [pages.language(c.req.raw)]),
          )
        : [],
    values: given?.values ?? {},
    invalid: given?.invalid ?? [],
    formAction: `${site.base}/refund/${c.req.param('token')}`,
  })

  const orPage = async (c: HonoContext<Env>, work: () => Promise<Response>): Promise<Response> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return await respond(c, problems[error.code].status, null, error.headers)
    }
  }

  app.get(refundRoutes.readRefundPage.path, (c) =>
    orPage(c, async () => respond(c, 200, contentOf(c, await open(c), null))),
  )

  app.post(refundRoutes.submitRefundPage.path, (c) =>
    orPage(c, async () => {
      const opened = await open(c)
      if (isCrossSite(c.req.raw)) throw new ProblemError('forbidden')
      const values = fieldsOf(await readPayerForm(context, payerOf(context, c)))
      if (opened.refund.state === 'requested') {
        const invalid = await giveDestination(context, opened.checkout, opened.refund, values)
        if (invalid.length > 0) return await respond(c, 422, contentOf(c, opened, { values, invalid }))
      }
      return new Response(null, { status: 303, headers: { location: contentOf(c, opened, null).formAction } })
    }),
  )

  return app
}
