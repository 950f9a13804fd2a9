import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Context } from '../context.ts'
import type { ChangeNotifier } from '../lib/change-notifier.ts'
import { messageOf } from '../lib/log.ts'
import { ProblemError, problemResponse } from '../lib/problem.ts'
import { adminRoutes } from './admin.ts'
import { callbackRoutes } from './callbacks.ts'
import type { Env } from './client-address.ts'
import { payerRoutes } from './payer.ts'

/** All routes of contract 2, below the base path; where a router has taken that off already, as they stand. */
export function createApp(context: Context, changeNotifier: ChangeNotifier): Hono<Env> {
  const app = new Hono<Env>({
    getPath: (request) => stripBasePath(context.basePath, new URL(request.url).pathname),
  })
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
  const allowed = context.options.allowedOrigins ?? []
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
  app.route('/', payerRoutes(context, changeNotifier))
  app.route('/', callbackRoutes(context))
  if (context.options.adminToken !== undefined) app.route('/admin', adminRoutes(context))
  app.notFound(() => problemResponse(new ProblemError('not_found')))
  app.onError((error) => {
    if (error instanceof ProblemError) return problemResponse(error)
    if (isStoreError(error)) {
      context.log({
        level: 'error',
        message: `the store failed, nothing was acknowledged: ${messageOf(error)}`,
      })
      return problemResponse(new ProblemError('unavailable', undefined, { 'retry-after': '5' }))
    }
    context.log({ level: 'error', message: `a request could not be served: ${messageOf(error)}` })
    return problemResponse(new ProblemError('internal'))
  })
  return app
}

const stripBasePath = (basePath: string, path: string): string =>
  path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path

/** A database that cannot be reached or is full. Known by name and code: a store may be anybody's. */
const isStoreError = (error: Error): boolean =>
  error.name === 'DatabaseError' || ('code' in error && error.code === 'ERR_SQLITE_ERROR')
