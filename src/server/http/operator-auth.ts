import type { MiddlewareHandler } from 'hono'
import type { Secret } from '../../service/pipeline.ts'
import { resolveSecret } from '../../service/pipeline.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { ClientAddress, Env } from './client-address.ts'

interface OperatorAuthServices {
  adminToken: Secret
  clientAddress: ClientAddress
  wrongTokens: RateLimiter
  log: Log
}

/** Requires the administrator's bearer token. Wrong ones are limited; the right one is always accepted. */
export function operatorAuth(services: OperatorAuthServices): MiddlewareHandler<Env> {
  const { adminToken, clientAddress, wrongTokens, log } = services
  return async (c, next) => {
    const authorization = c.req.header('authorization')
    if (authorization === undefined || !(await isOperator(adminToken, authorization))) {
      if (authorization !== undefined) {
        await wrongTokens.reserve(clientAddress(c.req.raw, c.env))
        log({ level: 'warn', message: 'wrong administrator token' })
      }
      throw new ProblemError('unauthorized', undefined, { 'www-authenticate': 'Bearer' })
    }
    await next()
  }
}

/** Compares digests of equal length, so that the time reveals nothing of the token. */
async function isOperator(adminToken: Secret, authorization: string): Promise<boolean> {
  const [actual, expected] = await Promise.all([
    digest(authorization),
    digest(`Bearer ${await resolveSecret(adminToken, 'adminToken')}`),
  ])
  return actual.every((byte, index) => byte === expected[index])
}

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
