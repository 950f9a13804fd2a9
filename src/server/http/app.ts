import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { type Log, messageOf } from '../lib/log.ts'
import type { Outage } from '../lib/outage.ts'
import { ProblemError, problemResponse } from '../lib/problem.ts'
import type { Env } from './client-address.ts'
import type { MountCheck } from './mount-check.ts'

interface AppOptions {
  basePath: string
  allowedOrigins: readonly string[]
  routes: {
    assets: Hono<Env>
    payer: Hono<Env>
    pages: Hono<Env> | null
    callbacks: Hono<Env>
    admin: Hono<Env> | null
  }
  mountCheck: MountCheck
  outage: Outage
  log: Log
}

/** All routes of contract 2. The base path is optional in a request's path: a router in front may have removed it. */
export function createApp({
  basePath,
  allowedOrigins,
  routes,
  mountCheck,
  outage,
  log,
}: AppOptions): Hono<Env> {
  const app = new Hono<Env>({
    getPath: (request) => stripBasePath(basePath, new URL(request.url).pathname),
  })
  // First, so that the headers of other answers are not added: these may be cached.
  app.route('/', routes.assets)
  app.use(async (c, next) => {
    await next()
    // Set on the response itself: `c.header` would copy the response for each header.
    c.res.headers.set('cache-control', 'private, no-store')
    c.res.headers.set('x-content-type-options', 'nosniff')
  })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, methods) =>
        problemResponse(new ProblemError('method_not_allowed', undefined, { allow: methods.join(', ') })),
    }),
  )
  if (allowedOrigins.length > 0) {
    app.use(
      cors({
        origin: [...allowedOrigins],
        allowMethods: ['GET', 'POST', 'DELETE'],
        allowHeaders: ['content-type', 'if-none-match', 'checkout-secret'],
        exposeHeaders: ['etag', 'retry-after'],
        maxAge: 600,
      }),
    )
  }
  app.route('/', routes.payer)
  if (routes.pages !== null) app.route('/', routes.pages)
  app.route('/', routes.callbacks)
  if (routes.admin !== null) app.route('/admin', routes.admin)
  app.notFound((c) => {
    mountCheck.notFound(c.req.path)
    return problemResponse(new ProblemError('not_found'))
  })
  app.onError((error) => {
    if (error instanceof ProblemError) return problemResponse(error)
    if (isStoreError(error)) {
      if (!outage.isOpen())
        log({ level: 'error', message: `store error, nothing was acknowledged: ${messageOf(error)}` })
      return problemResponse(new ProblemError('unavailable', undefined, { 'retry-after': '5' }))
    }
    log({ level: 'error', message: `request failed: ${messageOf(error)}` })
    return problemResponse(new ProblemError('internal'))
  })
  return app
}

const stripBasePath = (basePath: string, path: string): string =>
  path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path

/** A database that is unreachable or full. Recognised by name and code, since a store may be the merchant's own. */
const isStoreError = (error: Error): boolean =>
  error.name === 'DatabaseError' || ('code' in error && error.code === 'ERR_SQLITE_ERROR')
