import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Kit } from '../kit.ts'
import { messageOf } from '../log.ts'
import { ProblemError, problemResponse } from '../problem.ts'
import type { Waits } from '../waits.ts'
import { adminRoutes } from './admin.ts'
import { callbackRoutes } from './callbacks.ts'
import type { Env } from './env.ts'
import { payerRoutes } from './payer.ts'

/** All routes of contract 2, below the base path; where a router has taken that off already, as they stand. */
export function routes(kit: Kit, waits: Waits): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => belowBase(kit.basePath, new URL(request.url).pathname) })
  app.use(async (c, next) => {
    await next()
    // Set where they are: `c.header` would make the answer anew, once for each.
    c.res.headers.set('cache-control', 'no-store')
    c.res.headers.set('x-content-type-options', 'nosniff')
  })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, methods) =>
        problemResponse(new ProblemError('method_not_allowed', undefined, { allow: methods.join(', ') })),
    }),
  )
  const allowed = kit.options.allowedOrigins ?? []
  if (allowed.length > 0) {
    app.use(
      cors({
        origin: [...allowed],
        allowMethods: ['GET', 'POST', 'DELETE'],
        allowHeaders: ['content-type', 'if-none-match'],
        exposeHeaders: ['etag', 'retry-after'],
        maxAge: 600,
      }),
    )
  }
  app.route('/', payerRoutes(kit, waits))
  app.route('/', callbackRoutes(kit))
  if (kit.options.adminToken !== undefined) app.route('/admin', adminRoutes(kit))
  app.notFound(() => problemResponse(new ProblemError('not_found')))
  app.onError((error) => {
    if (error instanceof ProblemError) return problemResponse(error)
    if (isStoreTrouble(error)) {
      kit.log({ level: 'error', message: `the store failed, nothing was acknowledged: ${messageOf(error)}` })
      return problemResponse(new ProblemError('unavailable', undefined, { 'retry-after': '5' }))
    }
    kit.log({ level: 'error', message: `a request could not be served: ${messageOf(error)}` })
    return problemResponse(new ProblemError('internal'))
  })
  return app
}

const belowBase = (basePath: string, path: string): string =>
  path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path

/** A database that cannot be reached or is full. Known by name and code: a store may be anybody's. */
const isStoreTrouble = (error: Error): boolean =>
  error.name === 'DatabaseFailed' || ('code' in error && error.code === 'ERR_SQLITE_ERROR')
