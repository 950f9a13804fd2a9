import { Hono, type MiddlewareHandler } from 'hono'
import { AcknowledgeCallback, ResolveReview } from '../../contract/admin.ts'
import { ResendEvents } from '../../contract/event.ts'
import { PayoutStatus } from '../../contract/payout.ts'
import { Status } from '../../contract/view.ts'
import type { Balance } from '../../service/balance.ts'
import {
  InvalidRequestError,
  PaymentsOutcomeUnknownError,
  PaymentsRefusedError,
} from '../../service/errors.ts'
import { type BalanceServices, getBalance } from '../admin/balance.ts'
import { checkoutDetail, checkoutSummary } from '../admin/checkout-detail.ts'
import { type EventServices, listEvents, resendEvent, resendEvents } from '../admin/events.ts'
import { type CsvExport, exportAsCsv } from '../admin/export.ts'
import type { PayLinks } from '../admin/pay-link.ts'
import { payoutDetail } from '../admin/payout-detail.ts'
import { type ReviewServices, resolveReview } from '../admin/resolve-review.ts'
import { acknowledgeUnmatched, listUnmatched } from '../admin/unmatched-callbacks.ts'
import type { Checkouts } from '../checkout/checkouts.ts'
import type { Customers } from '../customer/customers.ts'
import { messageOf } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import { ReceivedPayout } from '../payout/parse-request.ts'
import type { Payouts } from '../payout/payouts.ts'
import { payoutViewOf } from '../rules/payout-view.ts'
import type { Store } from '../store/store.ts'
import { readJson } from './body.ts'
import type { Env } from './client-address.ts'
import { parseEventQuery, parseExport, parseListQuery, parsePage } from './list-query.ts'
import { textStream } from './text-stream.ts'

export interface AdminServices extends BalanceServices, ReviewServices, EventServices {
  checkouts: Checkouts
  payouts: Payouts
  customers: Pick<Customers, 'exportAsText' | 'erase'>
  /** Null without payment pages, order tokens or a public address. */
  payLinks: PayLinks | null
  store: EventServices['store'] &
    Pick<Store, 'list' | 'callbacksOf' | 'eventsOf' | 'unmatchedCallbacks' | 'acknowledgeCallback'>
}

/** The operators' routes, behind `auth`. */
export function adminRoutes(services: AdminServices, auth: MiddlewareHandler<Env>): Hono<Env> {
  const { checkouts, payouts, customers, payLinks, store, pipelines, clock, log } = services
  const app = new Hono<Env>()
  app.use(auth)

  app.get('/checkouts', async (c) => {
    const query = parseListQuery(c.req.query(), Status)
    const { entries, after } = await store.list({ kind: 'checkout', ...query })
    const found = entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry] : []))
    const summaries = await Promise.all(found.map((checkout) => checkoutSummary(checkouts, checkout)))
    return c.json({
      // The stored status of a checkout that has just expired is out of date.
      checkouts: summaries.filter(({ status }) => query.status === undefined || status === query.status),
      next: after,
    })
  })
  app.get('/checkouts/:id', async (c) =>
    c.json(await checkoutDetail(services, await checkouts.byId(c.req.param('id')))),
  )
  app.post('/checkouts/:id/review', async (c) => {
    const request = await readJson(c.req.raw, ResolveReview, clock)
    const resolved = await resolveReview(services, await checkouts.byId(c.req.param('id')), request)
    if (resolved.kind !== 'checkout') throw new ProblemError('checkout_unknown')
    return c.json(await checkoutDetail(services, resolved))
  })

  app.post('/checkouts/:id/reopen', async (c) =>
    c.json(await checkoutDetail(services, await checkouts.reopen(c.req.param('id')))),
  )

  app.post('/checkouts/:id/link', async (c) => {
    const { order } = await checkouts.byId(c.req.param('id'))
    if (payLinks === null)
      throw new ProblemError('not_found', 'Payment links need the options pages, orderSecret and publicUrl.')
    return c.json(await payLinks.create(order))
  })

  app.post('/payouts', async (c) => {
    const request = await readJson(c.req.raw, ReceivedPayout, clock)
    const { payout, created } = await payouts.create(request)
    const view = payoutViewOf(payout)
    return c.json(view, view.status === 'preparing' ? 202 : created ? 201 : 200)
  })
  app.get('/payouts', async (c) => {
    const query = parseListQuery(c.req.query(), PayoutStatus)
    const { entries, after } = await store.list({ kind: 'payout', ...query })
    const found = entries.flatMap((entry) => (entry.kind === 'payout' ? [payoutViewOf(entry)] : []))
    return c.json({ payouts: found, next: after })
  })
  app.get('/payouts/:reference', async (c) =>
    c.json(await payoutDetail(store, await payouts.byReference(c.req.param('reference')))),
  )
  app.post('/payouts/:reference/review', async (c) => {
    const request = await readJson(c.req.raw, ResolveReview, clock)
    const payout = await payouts.byReference(c.req.param('reference'))
    const resolved = await resolveReview(services, payout, request)
    if (resolved.kind !== 'payout') throw new ProblemError('payout_unknown')
    return c.json(await payoutDetail(store, resolved))
  })

  app.get('/callbacks/unmatched', async (c) => c.json(await listUnmatched(store, parsePage(c.req.query()))))
  app.post('/callbacks/unmatched/:id/acknowledge', async (c) => {
    const { note } = await readJson(c.req.raw, AcknowledgeCallback, clock)
    return c.json(await acknowledgeUnmatched(services, c.req.param('id'), note))
  })

  app.get('/events', async (c) => c.json(await listEvents(services, parseEventQuery(c.req.query()))))
  app.post('/events/resend', async (c) =>
    c.json(await resendEvents(services, await readJson(c.req.raw, ResendEvents, clock))),
  )
  app.post('/events/:id/resend', async (c) => c.json(await resendEvent(services, c.req.param('id'))))

  const streamed = (parts: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
    textStream(parts, (error) => log({ level: 'error', message: `an export broke off: ${messageOf(error)}` }))
  app.get('/export', (c) => {
    const csvExport = parseExport(c.req.query())
    return c.body(streamed(exportAsCsv(services, csvExport)), 200, csvHeaders(csvExport))
  })
  app.get('/customers/:customer', (c) =>
    c.body(streamed(customers.exportAsText(c.req.param('customer'))), 200, {
      'content-type': 'application/json',
    }),
  )
  app.delete('/customers/:customer', async (c) => c.json(await customers.erase(c.req.param('customer'))))

  app.get('/pipelines', (c) =>
    c.json({ pipelines: pipelines.all.map(({ name, profile }) => ({ name, profile })) }),
  )
  app.get('/balance', async (c) => {
    const currency = c.req.query('currency') ?? ''
    if (currency === '') throw new ProblemError('malformed', 'currency: required, as ?currency=')
    return c.json(await balanceOrProblem(services, currency, c.req.query('pipeline')))
  })
  return app
}

const csvHeaders = ({ what }: CsvExport): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': `attachment; filename="${what}.csv"`,
})

async function balanceOrProblem(
  services: BalanceServices,
  currency: string,
  pipeline: string | undefined,
): Promise<Balance> {
  try {
    return await getBalance(services, currency, pipeline)
  } catch (error) {
    if (error instanceof PaymentsRefusedError || error instanceof InvalidRequestError)
      throw new ProblemError('refused', error.message)
    if (error instanceof PaymentsOutcomeUnknownError)
      throw new ProblemError('service_unavailable', error.message)
    throw error
  }
}
