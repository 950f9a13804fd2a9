import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { ConfigPatch } from '../config.ts'
import { Fault } from '../faults.ts'
import { privateKey } from '../keys.ts'
import { rfc3339 } from '../order.ts'
import type { Env } from '../routes/service.ts'
import type { SandboxState } from '../state.ts'
import { deliveryLeverRoutes } from './deliveries.ts'
import { errorResponse, parseBody } from './lever-request.ts'
import { orderLeverRoutes } from './orders.ts'

const maxAdvanceSeconds = 100 * 365 * 86_400
const ClockLever = z.object({ advance: z.number().min(0).max(maxAdvanceSeconds) })

const loopbackOriginPattern = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** Every `PAYMENTS_*` setting for a merchant of this sandbox. */
export function merchantEnvironment(state: SandboxState, baseUrl: string): Record<string, string> {
  const key = (pipeline: string) => state.config().pipelines[pipeline]?.key ?? ''
  return {
    PAYMENTS_BASE_URL: `${baseUrl}/core`,
    PAYMENTS_INIT_URL: `${baseUrl}/init`,
    PAYMENTS_TOKEN_URL: `${baseUrl}/token`,
    PAYMENTS_P2P_KEY: key('p2p'),
    PAYMENTS_FORM_KEY: key('form'),
    PAYMENTS_TOKEN_KEY: key('token'),
    PAYMENTS_PAYOUT_KEY: key('payout'),
    PAYMENTS_PRIVATE_KEY: privateKey,
  }
}

/** Tests and people hold these. Pages of this machine may use them too; pages from elsewhere may not. */
export function leverRoutes(state: SandboxState, url: string | undefined): Hono<Env> {
  const ownOrigin = url === undefined ? null : new URL(url).origin
  const app = new Hono<Env>()
  app.use(cors({ origin: (origin) => (loopbackOriginPattern.test(origin) ? origin : null) }))
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    const isAllowed = !origin || loopbackOriginPattern.test(origin) || origin === ownOrigin
    if (!isAllowed) return errorResponse(403, 'pages from elsewhere may not use the levers')
    c.header('cache-control', 'no-store')
    return next()
  })

  app.get('/env', (c) => c.json(merchantEnvironment(state, c.env.baseUrl)))

  app.get('/config', (c) => c.json(state.config()))
  app.post('/config', async (c) => {
    const patch = await parseBody(c, ConfigPatch)
    if (patch instanceof Response) return patch
    return state.configure(patch)
      ? c.json(state.config())
      : errorResponse(400, 'a new pipeline needs a profile')
  })

  const clock = () => ({ now: rfc3339(state.scheduler.now()) })
  app.get('/clock', (c) => c.json(clock()))
  app.post('/clock', async (c) => {
    const lever = await parseBody(c, ClockLever)
    if (lever instanceof Response) return lever
    await state.scheduler.advance(lever.advance)
    return c.json(clock())
  })

  app.get('/faults', (c) => c.json(state.faults.all()))
  app.post('/faults', async (c) => {
    const fault = await parseBody(c, Fault)
    if (fault instanceof Response) return fault
    state.faults.add(fault)
    return c.json(state.faults.all())
  })

  app.post('/reset', (c) => {
    state.reset()
    return c.json(clock())
  })

  app.route('/orders', orderLeverRoutes(state))
  app.route('/deliveries', deliveryLeverRoutes(state))
  return app
}
