import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { ProblemCode } from '../../contract/problem-codes.ts'
import type { OperatorIdentity } from '../admin/identity.ts'
import type { Context } from '../context.ts'
import { ClockError } from '../lib/clock-guard.ts'
import { messageOf } from '../lib/log.ts'
import { ProblemError, problemResponse, unavailable } from '../lib/problem.ts'
import type { MountCheck } from './address-checks.ts'
import { adminApp } from './admin.ts'
import { callbackApp } from './callbacks.ts'
import type { Env } from './env.ts'
import { routePath } from './mount-path.ts'
import { operatorAuth } from './operator-auth.ts'
import { pageApp } from './pages.ts'
import { payerApp } from './payer.ts'
import { refundApp } from './refund-page.ts'
import type { RequestIdOf } from './request-id.ts'

interface AppOptions {
  assets: Hono<Env>
  allowedOrigins: readonly string[]
  /** Null: `/admin` does not exist. */
  identity: OperatorIdentity | null
  requestIdOf: RequestIdOf
  mountCheck: MountCheck
}

/** Refusals that are frequent, expected or logged elsewhere. */
const unloggedProblems: readonly ProblemCode[] = [
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'unauthorized',
]

/** All routes. */
export function createApp(
  context: Context,
  { assets, allowedOrigins, identity, requestIdOf, mountCheck }: AppOptions,
): Hono<Env> {
  const { basePath, pages, outage, log } = context
  const app = new Hono<Env>({
    getPath: (request, { env } = {}) =>
      routePath(basePath, new URL(request.url).pathname, env?.mountPath ?? ''),
  })
  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.req.raw, c.env))
    await next()
  })
  // First: the files may be cached, so the headers below are not for them.
  app.route('/', assets)
  app.use(async (c, next) => {
    await next()
    // Set on the response itself: `c.header` would copy the response for each header.
    c.res.headers.set('cache-control', 'private, no-store')
    c.res.headers.set('x-content-type-options', 'nosniff')
    c.res.headers.set('request-id', c.var.requestId)
  })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        problemResponse(
          new ProblemError('method_not_allowed', undefined, { allow: methods.join(', ') }),
          c.var.requestId,
        ),
    }),
  )
  if (allowedOrigins.length > 0) {
    app.use(
      cors({
        origin: [...allowedOrigins],
        allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
        allowHeaders: ['content-type', 'if-none-match', 'checkout-secret'],
        exposeHeaders: ['date', 'etag', 'retry-after', 'request-id'],
        maxAge: 600,
      }),
    )
  }
  app.route('/', payerApp(context))
  if (pages !== null) {
    app.route('/', pageApp(context, pages))
    app.route('/', refundApp(context, pages))
  }
  app.route('/', callbackApp(context))
  if (identity !== null) app.route('/admin', adminApp(context, operatorAuth(context, identity)))
  app.notFound((c) => {
    mountCheck.notFound(c.req.path)
    return problemResponse(new ProblemError('not_found'), c.var.requestId)
  })
  app.onError((error, c) => {
    const { requestId: request } = c.var
    if (error instanceof ProblemError) {
      if (!unloggedProblems.includes(error.code))
        log({
          level: 'info',
          message: 'request refused',
          code: error.code,
          request,
          ...checkoutIn(c.req.path),
        })
      return problemResponse(error, request)
    }
    if (isStoreError(error) || error instanceof ClockError) {
      const what = error instanceof ClockError ? '' : 'store error, '
      const message = `${what}nothing was acknowledged: ${messageOf(error)}`
      // A pass notices it later than requests do, since it waits for the database, too.
      if (isUnreachable(error)) outage.failed(message)
      else if (!outage.isOpen()) log({ level: 'error', message, request })
      return problemResponse(unavailable(), request)
    }
    log({ level: 'error', message: `request failed: ${messageOf(error)}`, request })
    return problemResponse(new ProblemError('internal'), request)
  })
  return app
}

/** A database that is unreachable or full. Recognised by name and code: each store brings its own error. */
const isStoreError = (error: Error): boolean =>
  error.name === 'DatabaseError' || ('code' in error && error.code === 'ERR_SQLITE_ERROR')

const isUnreachable = (error: Error): boolean =>
  error.name === 'DatabaseError' && 'kind' in error && error.kind === 'unreachable'

/** The checkout that a path names, which is what a payer copies for the shop. Never a client secret, which begins with it. */
function checkoutIn(path: string): { checkout?: string } {
  const [, checkout] = /\/checkouts\/(co_[0-9a-z]{26})(?=\/|$)/.exec(path) ?? []
  return checkout === undefined ? {} : { checkout }
}
