import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { ConfigPatch } from '../config.ts'
import type { Core } from '../core.ts'
import { Fault } from '../faults.ts'
import { privateKey } from '../keys.ts'
import { rfc3339 } from '../order.ts'
import type { Env } from '../routes/service.ts'
import { deliveryLevers } from './deliveries.ts'
import { pulled, unable } from './lever.ts'
import { orderLevers } from './orders.ts'

const aCentury = 100 * 365 * 86_400
const ClockLever = z.object({ advance: z.number().min(0).max(aCentury) })

const loopbackOrigin = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** Every `PAYMENTS_*` setting for a merchant of this sandbox. */
export function environment(core: Core, base: string): Record<string, string> {
  const key = (pipeline: string) => core.config().pipelines[pipeline]?.key ?? ''
  return {
    PAYMENTS_BASE_URL: `${base}/core`,
    PAYMENTS_INIT_URL: `${base}/init`,
    PAYMENTS_TOKEN_URL: `${base}/token`,
    PAYMENTS_P2P_KEY: key('p2p'),
    PAYMENTS_FORM_KEY: key('form'),
    PAYMENTS_TOKEN_KEY: key('token'),
    PAYMENTS_PAYOUT_KEY: key('payout'),
    PAYMENTS_PRIVATE_KEY: privateKey,
  }
}

/** Tests and people hold these. Pages of this machine may use them too; pages from elsewhere may not. */
export function levers(core: Core, url: string | undefined): Hono<Env> {
  const own = url === undefined ? null : new URL(url).origin
  const app = new Hono<Env>()
  app.use(cors({ origin: (origin) => (loopbackOrigin.test(origin) ? origin : null) }))
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    const welcome = !origin || loopbackOrigin.test(origin) || origin === own
    if (!welcome) return unable(403, 'pages from elsewhere may not use the levers')
    c.header('cache-control', 'no-store')
    return next()
  })

  app.get('/env', (c) => c.json(environment(core, c.env.base)))

  app.get('/config', (c) => c.json(core.config()))
  app.post('/config', async (c) => {
    const patch = await pulled(c, ConfigPatch)
    if (patch instanceof Response) return patch
    return core.configure(patch) ? c.json(core.config()) : unable(400, 'a new pipeline needs a profile')
  })

  const clock = () => ({ now: rfc3339(core.diary.now()) })
  app.get('/clock', (c) => c.json(clock()))
  app.post('/clock', async (c) => {
    const lever = await pulled(c, ClockLever)
    if (lever instanceof Response) return lever
    await core.diary.advance(lever.advance)
    return c.json(clock())
  })

  app.get('/faults', (c) => c.json(core.faults.all()))
  app.post('/faults', async (c) => {
    const fault = await pulled(c, Fault)
    if (fault instanceof Response) return fault
    core.faults.add(fault)
    return c.json(core.faults.all())
  })

  app.post('/reset', (c) => {
    core.reset()
    return c.json(clock())
  })

  app.route('/orders', orderLevers(core))
  app.route('/deliveries', deliveryLevers(core))
  return app
}
