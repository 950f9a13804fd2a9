import { Hono } from 'hono'
import type { z } from 'zod'
import { Settle } from '../../contract/admin.ts'
import { CreatePayout, PayoutStatus } from '../../contract/payout.ts'
import { Status } from '../../contract/view.ts'
import { InvalidRequest, PaymentsRefused, PaymentsUnknown } from '../../service/errors.ts'
import { reveal } from '../../service/secret.ts'
import { balanceOf } from '../balance.ts'
import { checkoutById } from '../checkouts.ts'
import type { Kit } from '../kit.ts'
import { createPayout, payoutByReference, payoutView } from '../payouts.ts'
import { ProblemError } from '../problem.ts'
import { settle } from '../settle.ts'
import type { ListQuery } from '../store/store.ts'
import { lineOf, payoutStoryOf, storyOf } from '../story.ts'
import { readJson } from './body.ts'
import { callerAddress, type Env } from './env.ts'

const pageSize = 50

/** What an operator may ask, behind the administrator token. Without a token none of it exists. */
export function adminRoutes(kit: Kit): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const given = c.req.header('authorization')
    const isRight = await isOperator(kit, given)
    const address = callerAddress(kit, c.req.raw, c.env)
    const guesser = address === null ? [] : [address]
    // After the comparison, whatever it gave: so many asked at once are as limited as one after another, and past the
    // limit nobody learns which token is right.
    kit.guesses.check(guesser)
    if (!isRight) {
      if (given !== undefined) {
        kit.guesses.count(guesser)
        kit.log({ level: 'warn', message: 'wrong administrator token' })
      }
      throw new ProblemError('unauthorized', undefined, { 'www-authenticate': 'Bearer' })
    }
    await next()
  })

  app.get('/checkouts', async (c) => {
    const query = listing(c.req.query(), Status)
    const { entries, after } = await kit.store.list({ kind: 'checkout', ...query })
    const checkouts = entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry] : []))
    const lines = await Promise.all(checkouts.map((checkout) => lineOf(kit, checkout)))
    return c.json({
      // One whose time ended a moment ago is stored as it was before.
      checkouts: lines.filter(({ status }) => query.status === undefined || status === query.status),
      next: after,
    })
  })
  app.get('/checkouts/:id', async (c) =>
    c.json(await storyOf(kit, await checkoutById(kit, c.req.param('id')))),
  )
  app.post('/checkouts/:id/settle', async (c) => {
    const wish = await readJson(c.req.raw, Settle)
    await settle(kit, await checkoutById(kit, c.req.param('id')), wish)
    return c.json(await storyOf(kit, await checkoutById(kit, c.req.param('id'))))
  })

  app.post('/payouts', async (c) => {
    const wish = await readJson(c.req.raw, CreatePayout)
    const { payout, created } = await createPayout(kit, wish)
    const view = payoutView(payout)
    return c.json(view, view.status === 'preparing' ? 202 : created ? 201 : 200)
  })
  app.get('/payouts', async (c) => {
    const { entries, after } = await kit.store.list({
      kind: 'payout',
      ...listing(c.req.query(), PayoutStatus),
    })
    const payouts = entries.flatMap((entry) => (entry.kind === 'payout' ? [payoutView(entry)] : []))
    return c.json({ payouts, next: after })
  })
  app.get('/payouts/:reference', async (c) => {
    return c.json(await payoutStoryOf(kit, await payoutByReference(kit, c.req.param('reference'))))
  })
  app.post('/payouts/:reference/settle', async (c) => {
    const wish = await readJson(c.req.raw, Settle)
    const settled = await settle(kit, await payoutByReference(kit, c.req.param('reference')), wish)
    if (settled.kind !== 'payout') throw new ProblemError('payout_unknown')
    return c.json(await payoutStoryOf(kit, settled))
  })

  app.get('/pipelines', (c) => {
    const pipelines = Object.entries(kit.options.pipelines)
    return c.json({ pipelines: pipelines.map(([name, { profile }]) => ({ name, profile })) })
  })
  app.get('/balance', async (c) => {
    const currency = c.req.query('currency') ?? ''
    if (currency === '') throw new ProblemError('malformed', 'currency: say which, as ?currency=')
    return c.json(await balance(kit, currency, c.req.query('pipeline')))
  })
  return app
}

async function balance(kit: Kit, currency: string, pipeline: string | undefined) {
  try {
    return await balanceOf(kit, currency, pipeline)
  } catch (error) {
    if (error instanceof PaymentsRefused || error instanceof InvalidRequest)
      throw new ProblemError('refused', error.message)
    if (error instanceof PaymentsUnknown) throw new ProblemError('service_unavailable', error.message)
    throw error
  }
}

function listing(query: Record<string, string>, Statuses: z.ZodType<string>): Omit<ListQuery, 'kind'> {
  const limit = Math.min(200, Math.max(1, Math.trunc(Number(query['limit'])) || pageSize))
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
async function isOperator(kit: Kit, authorization: string | undefined): Promise<boolean> {
  const token = kit.options.adminToken
  if (token === undefined || authorization === undefined) return false
  const [given, expected] = await Promise.all([
    digest(authorization),
    digest(`Bearer ${await reveal(token, 'adminToken')}`),
  ])
  return given.every((byte, index) => byte === expected[index])
}

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
