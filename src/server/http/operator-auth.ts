import type { Context, MiddlewareHandler } from 'hono'
import type { Operator, Scope } from '../../contract/operator.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { OperatorIdentity } from '../operator/identity.ts'
import type { ClientAddress, Env } from './client-address.ts'

/** A request of an operator. */
export interface AdminEnv extends Env {
  Variables: Env['Variables'] & { operator: Operator }
}

interface OperatorAuthServices {
  identity: OperatorIdentity
  clientAddress: ClientAddress
  wrongTokens: RateLimiter
  log: Log
}

/** Requires an operator. Wrong tokens are rate-limited; a right one is always accepted. */
export function operatorAuth(services: OperatorAuthServices): MiddlewareHandler<AdminEnv> {
  const { identity, clientAddress, wrongTokens, log } = services
  return async (c, next) => {
    const authorization = c.req.header('authorization')
    const byToken = authorization === undefined ? null : await identity.byToken(authorization)
    const operator = byToken ?? (await identity.byRequest(c.req.raw))
    if (operator === null) {
      if (authorization !== undefined) {
        await wrongTokens.reserve(clientAddress(c.req.raw, c.env))
        log({ level: 'warn', message: "wrong operator's token" })
      }
      throw new ProblemError('unauthorized', undefined, { 'www-authenticate': 'Bearer' })
    }
    if (byToken === null) refuseOtherSites(c)
    c.set('operator', operator)
    await next()
  }
}

/** A browser attaches a session to requests of other sites as well, but no token. */
function refuseOtherSites(c: Context<AdminEnv>): void {
  const site = c.req.header('sec-fetch-site')
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOwn && !['GET', 'HEAD'].includes(c.req.method))
    throw new ProblemError('scope_missing', 'A page of another site may not act for an operator.')
}

/** Requires a scope of the operator. */
export const requireScope =
  (scope: Scope | null): MiddlewareHandler<AdminEnv> =>
  async (c, next) => {
    if (scope !== null && !c.var.operator.scopes.includes(scope))
      throw new ProblemError('scope_missing', `This request needs the scope ${scope}.`)
    await next()
  }
