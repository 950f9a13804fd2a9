import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Operator, Scope } from '../../contract/operator.ts'
import { sha256Hex } from '../../service/signature.ts'
import type { OperatorIdentity } from '../admin/identity.ts'
import type { Context } from '../context.ts'
import { BoundedMap } from '../lib/bounded-map.ts'
import { isMistyped } from '../lib/crypto/operator-token.ts'
import { networkOf } from '../lib/ip-address.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Env } from './env.ts'

/** A request of an operator. */
export interface AdminEnv extends Env {
  Variables: Env['Variables'] & { operator: Operator }
}

/**
 * Requires an operator. Wrong tokens are limited by address: beyond the limit only a token that the address has used
 * before is looked at, so that neither a guess nor a neighbour's guesses get through.
 */
export function operatorAuth(
  { clientAddress, guard, log }: Context,
  identity: OperatorIdentity,
): MiddlewareHandler<AdminEnv> {
  /** Which addresses have used which tokens. */
  const used = new BoundedMap<string, true>(10_000)

  /** Of the token; or of a session, beside a token that a proxy in front has added. Null: nobody. */
  const operatorOf = async (c: HonoContext<AdminEnv>, token: string): Promise<Operator | null> =>
    (await identity.byToken(token)) ?? (await operatorOfSession(c))

  async function operatorOfSession(c: HonoContext<AdminEnv>): Promise<Operator | null> {
    const operator = await identity.byRequest(c.req.raw)
    if (operator !== null) refuseOtherSites(c)
    return operator
  }

  async function byNewToken(c: HonoContext<AdminEnv>, token: string): Promise<Operator> {
    const operator = await operatorOf(c, token)
    if (operator !== null) return operator
    log({ level: 'warn', message: "wrong operator's token" })
    throw unauthorized()
  }

  async function identify(c: HonoContext<AdminEnv>): Promise<Operator> {
    const token = bearerOf(c.req.header('authorization'))
    if (token === null) {
      const operator = await operatorOfSession(c)
      if (operator === null) throw unauthorized()
      return operator
    }
    // It can be nobody's, so it is neither looked at nor counted.
    if (isMistyped(token)) throw unauthorized('The token is cut off or mistyped: its checksum is wrong.')
    const address = clientAddress(c.req.raw, c.env)
    const known = used.has(usedKey(address, token)) ? await operatorOf(c, token) : null
    if (known !== null) return known
    const found = await guard.wrongAdminTokens.countFailures(address, ['unauthorized'], () =>
      byNewToken(c, token),
    )
    used.set(usedKey(address, token), true)
    return found
  }

  return async (c, next) => {
    c.set('operator', await identify(c))
    await next()
  }
}

const unauthorized = (detail?: string): ProblemError =>
  new ProblemError('unauthorized', detail, { 'www-authenticate': 'Bearer' })

/** Null: no `Authorization` header. Empty, which is nobody's token: another scheme. */
const bearerOf = (authorization: string | undefined): string | null =>
  authorization === undefined ? null : (/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '')

const usedKey = (address: string | null, token: string): string =>
  `${address === null ? '' : networkOf(address)} ${sha256Hex(token)}`

/** A browser attaches a session to requests of other sites as well, but no token. */
function refuseOtherSites(c: HonoContext<AdminEnv>): void {
  const site = c.req.header('sec-fetch-site')
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOwn && !['GET', 'HEAD'].includes(c.req.method))
    throw new ProblemError('scope_missing', 'A page of another site may not act for an operator.')
}

export const requireScope =
  (scope: Scope | null): MiddlewareHandler<AdminEnv> =>
  async (c, next) => {
    if (scope !== null && !c.var.operator.scopes.includes(scope))
      throw new ProblemError('scope_missing', `This request needs the scope ${scope}.`)
    await next()
  }
