import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { type Config, ConfigPatch, privateKey, type SandboxSettings } from '../config.ts'
import { Fault } from '../faults.ts'
import { type Env, errorResponse, isLoopbackOrigin, parseBody } from '../http.ts'
import { rfc3339 } from '../order.ts'
import { pipelineProblem, type Services } from '../services.ts'
import { deliveryControlRoutes } from './deliveries.ts'
import { orderControlRoutes } from './orders.ts'

const maxAdvanceSeconds = 100 * 365 * 86_400
const ClockControl = z.object({ advance: z.number().min(0).max(maxAdvanceSeconds) })

/** Every `PAYMENTS_*` setting for a merchant of this sandbox. */
export function merchantEnvironment(pipelines: Config['pipelines'], baseUrl: string): SandboxSettings {
  const key = (pipeline: string) => pipelines[pipeline]?.key ?? ''
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

/** The controls, for tests and people. Only pages of a loopback origin may use them. */
export function controlRoutes(services: Services, url: string | undefined): Hono<Env> {
  const { scheduler, faults, config, configure, reset } = services
  const ownOrigin = url === undefined ? null : new URL(url).origin
  const app = new Hono<Env>()
  app.use(cors({ origin: (origin) => (isLoopbackOrigin(origin) ? origin : null) }))
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    const isAllowed = !origin || isLoopbackOrigin(origin) || origin === ownOrigin
    if (!isAllowed) return errorResponse(403, 'only pages of a loopback origin may use the controls')
    c.header('cache-control', 'no-store')
    return next()
  })

  app.get('/env', (c) => c.json(merchantEnvironment(config().pipelines, c.env.baseUrl)))

  app.get('/config', (c) => c.json(config()))
  app.post('/config', async (c) => {
    const patch = await parseBody(c, ConfigPatch)
    if (patch instanceof Response) return patch
    return configure(patch) ? c.json(config()) : errorResponse(400, pipelineProblem)
  })

  const clock = () => ({ now: rfc3339(scheduler.now()) })
  app.get('/clock', (c) => c.json(clock()))
  app.post('/clock', async (c) => {
    const control = await parseBody(c, ClockControl)
    if (control instanceof Response) return control
    await scheduler.advance(control.advance)
    return c.json(clock())
  })

  app.get('/faults', (c) => c.json(faults.all()))
  app.post('/faults', async (c) => {
    const fault = await parseBody(c, Fault)
    if (fault instanceof Response) return fault
    faults.add(fault)
    return c.json(faults.all())
  })

  app.post('/reset', (c) => {
    reset()
    return c.json(clock())
  })

  app.route('/orders', orderControlRoutes(services))
  app.route('/deliveries', deliveryControlRoutes(services.callbacks))
  return app
}
