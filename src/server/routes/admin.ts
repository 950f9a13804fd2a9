import { Hono } from 'hono'
import { Settle } from '../../contract/admin.ts'
import { CreatePayout } from '../../contract/payout.ts'
import { InvalidRequest, PaymentsRefused, PaymentsUnknown } from '../../service/errors.ts'
import { reveal } from '../../service/secret.ts'
import { balanceOf } from '../balance.ts'
import { checkoutById } from '../checkouts.ts'
import type { Kit } from '../kit.ts'
import { createPayout, payoutByReference, payoutView } from '../payouts.ts'
import { ProblemError } from '../problem.ts'
import { settle } from '../settle.ts'
import { attemptStory, lineOf, storyOf } from '../story.ts'
import { readJson } from './body.ts'

const pageSize = 50

/** What an operator may ask, behind the administrator token. Without a token none of it exists. */
export function adminRoutes(kit: Kit): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    if (!(await isOperator(kit, c.req.header('authorization')))) {
      throw new ProblemError('unauthorized', undefined, { 'www-authenticate': 'Bearer' })
    }
    await next()
  })

  app.get('/checkouts', async (c) => {
    const { entries, after } = await kit.store.list({ kind: 'checkout', ...listing(c.req.query()) })
    const checkouts = entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry] : []))
    return c.json({
      checkouts: await Promise.all(checkouts.map((checkout) => lineOf(kit, checkout))),
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
    const { entries, after } = await kit.store.list({ kind: 'payout', ...listing(c.req.query()) })
    const payouts = entries.flatMap((entry) => (entry.kind === 'payout' ? [payoutView(entry)] : []))
    return c.json({ payouts, next: after })
  })
  app.get('/payouts/:reference', async (c) => {
    const payout = await payoutByReference(kit, c.req.param('reference'))
    return c.json({ ...payoutView(payout), attempts: payout.attempts.map(attemptStory) })
  })
  app.post('/payouts/:reference/settle', async (c) => {
    const wish = await readJson(c.req.raw, Settle)
    const settled = await settle(kit, await payoutByReference(kit, c.req.param('reference')), wish)
    if (settled.kind !== 'payout') throw new ProblemError('payout_unknown')
    return c.json({ ...payoutView(settled), attempts: settled.attempts.map(attemptStory) })
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

function listing(query: Record<string, string>) {
  const limit = Math.min(200, Math.max(1, Math.trunc(Number(query['limit'])) || pageSize))
  const review = query['needs-review'] ?? query['filter'] ?? ''
  return {
    limit,
    ...(['1', 'true', 'needs-review', ''].includes(review) &&
    ('needs-review' in query || review === 'needs-review')
      ? { needsReview: true }
      : {}),
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
