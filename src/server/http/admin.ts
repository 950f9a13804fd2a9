import { Hono } from 'hono'
import type { z } from 'zod'
import { ResolveReview } from '../../contract/admin.ts'
import { CreatePayout, PayoutStatus } from '../../contract/payout.ts'
import { Status } from '../../contract/view.ts'
import {
  InvalidRequestError,
  PaymentsOutcomeUnknownError,
  PaymentsRefusedError,
} from '../../service/errors.ts'
import { resolveSecret } from '../../service/pipeline.ts'
import { getBalance } from '../admin/balance.ts'
import { checkoutDetail, checkoutSummary, payoutDetail } from '../admin/details.ts'
import { resolveReview } from '../admin/resolve-review.ts'
import { checkoutById } from '../checkout/checkout.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { createPayout, payoutByReference, payoutView } from '../payout/payout.ts'
import type { ListQuery } from '../store/store.ts'
import { readJson } from './body.ts'
import { clientAddressOf, type Env } from './client-address.ts'

const defaultPageSize = 50

/** What an operator may ask, behind the administrator token. Without a token none of it exists. */
export function adminRoutes(context: Context): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const given = c.req.header('authorization')
    const isAuthorized = await isOperator(context, given)
    const address = clientAddressOf(context, c.req.raw, c.env)
    const limiterKeys = address === null ? [] : [address]
    // After the comparison, whatever it gave: so many asked at once are as limited as one after another, and past the
    // limit nobody learns which token is right.
    context.adminTokenLimiter.check(limiterKeys)
    if (!isAuthorized) {
      if (given !== undefined) {
        context.adminTokenLimiter.record(limiterKeys)
        context.log({ level: 'warn', message: 'wrong administrator token' })
      }
      throw new ProblemError('unauthorized', undefined, { 'www-authenticate': 'Bearer' })
    }
    await next()
  })

  app.get('/checkouts', async (c) => {
    const query = parseListQuery(c.req.query(), Status)
    const { entries, after } = await context.store.list({ kind: 'checkout', ...query })
    const checkouts = entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry] : []))
    const lines = await Promise.all(checkouts.map((checkout) => checkoutSummary(context, checkout)))
    return c.json({
      // One whose time ended a moment ago is stored as it was before.
      checkouts: lines.filter(({ status }) => query.status === undefined || status === query.status),
      next: after,
    })
  })
  app.get('/checkouts/:id', async (c) =>
    c.json(await checkoutDetail(context, await checkoutById(context, c.req.param('id')))),
  )
  app.post('/checkouts/:id/settle', async (c) => {
    const request = await readJson(c.req.raw, ResolveReview)
    await resolveReview(context, await checkoutById(context, c.req.param('id')), request)
    return c.json(await checkoutDetail(context, await checkoutById(context, c.req.param('id'))))
  })

  app.post('/payouts', async (c) => {
    const request = await readJson(c.req.raw, CreatePayout)
    const { payout, created } = await createPayout(context, request)
    const view = payoutView(payout)
    return c.json(view, view.status === 'preparing' ? 202 : created ? 201 : 200)
  })
  app.get('/payouts', async (c) => {
    const { entries, after } = await context.store.list({
      kind: 'payout',
      ...parseListQuery(c.req.query(), PayoutStatus),
    })
    const payouts = entries.flatMap((entry) => (entry.kind === 'payout' ? [payoutView(entry)] : []))
    return c.json({ payouts, next: after })
  })
  app.get('/payouts/:reference', async (c) => {
    return c.json(await payoutDetail(context, await payoutByReference(context, c.req.param('reference'))))
  })
  app.post('/payouts/:reference/settle', async (c) => {
    const request = await readJson(c.req.raw, ResolveReview)
    const resolved = await resolveReview(
      context,
      await payoutByReference(context, c.req.param('reference')),
      request,
    )
    if (resolved.kind !== 'payout') throw new ProblemError('payout_unknown')
    return c.json(await payoutDetail(context, resolved))
  })

  app.get('/pipelines', (c) => {
    const pipelines = Object.entries(context.options.pipelines)
    return c.json({ pipelines: pipelines.map(([name, { profile }]) => ({ name, profile })) })
  })
  app.get('/balance', async (c) => {
    const currency = c.req.query('currency') ?? ''
    if (currency === '') throw new ProblemError('malformed', 'currency: say which, as ?currency=')
    return c.json(await balanceOrProblem(context, currency, c.req.query('pipeline')))
  })
  return app
}

async function balanceOrProblem(context: Context, currency: string, pipeline: string | undefined) {
  try {
    return await getBalance(context, currency, pipeline)
  } catch (error) {
    if (error instanceof PaymentsRefusedError || error instanceof InvalidRequestError)
      throw new ProblemError('refused', error.message)
    if (error instanceof PaymentsOutcomeUnknownError)
      throw new ProblemError('service_unavailable', error.message)
    throw error
  }
}

function parseListQuery(query: Record<string, string>, Statuses: z.ZodType<string>): Omit<ListQuery, 'kind'> {
  const limit = Math.min(200, Math.max(1, Math.trunc(Number(query['limit'])) || defaultPageSize))
  const review = query['needs-review'] ?? (query['filter'] === 'needs-review' ? 'true' : undefined)
  const status = Statuses.optional().safeParse(query['status'] || undefined)
  if (!status.success) throw new ProblemError('malformed', 'status: there is no such status')
  return {
    limit,
    ...(review === undefined ? {} : { needsReview: !['0', 'false'].includes(review) }),
    ...(status.data === undefined ? {} : { status: status.data }),
    ...(query['search'] ? { search: query['search'] } : {}),
    ...(query['after'] ? { after: query['after'] } : {}),
  }
}

/** Compared as digests of equal length: how long it takes tells nothing of the token. */
async function isOperator(context: Context, authorization: string | undefined): Promise<boolean> {
  const token = context.options.adminToken
  if (token === undefined || authorization === undefined) return false
  const [given, expected] = await Promise.all([
    digest(authorization),
    digest(`Bearer ${await resolveSecret(token, 'adminToken')}`),
  ])
  return given.every((byte, index) => byte === expected[index])
}

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
