import type { MiddlewareHandler } from 'hono'
import type { Secret } from '../../service/pipeline.ts'
import { resolveSecret } from '../../service/pipeline.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import { createRateLimiter } from '../lib/rate-limit.ts'
import type { ClientAddress, Env } from './client-address.ts'

interface OperatorAuthServices {
  adminToken: Secret
  clientAddress: ClientAddress
  clock: Clock
  log: Log
}

/** Wrong tokens per minute and client address. */
const maxWrongTokens = 10

/** Requires the administrator's bearer token; limits wrong ones. */
export function operatorAuth(services: OperatorAuthServices): MiddlewareHandler<Env> {
  const { adminToken, clientAddress, clock, log } = services
  const wrongTokens = createRateLimiter({
    clock,
    limit: maxWrongTokens,
    message: 'Too many wrong administrator tokens.',
  })
  return async (c, next) => {
    const authorization = c.req.header('authorization')
    const isAuthorized = authorization !== undefined && (await isOperator(adminToken, authorization))
    const address = clientAddress(c.req.raw, c.env)
    // Checked after the comparison, whatever its result: concurrent requests are limited like consecutive ones, and
    // past the limit a right token cannot be told from a wrong one.
    if (address !== null) wrongTokens.check(address)
    if (!isAuthorized) {
      if (authorization !== undefined) {
        if (address !== null) wrongTokens.record(address)
        log({ level: 'warn', message: 'wrong administrator token' })
      }
      throw new ProblemError('unauthorized', undefined, { 'www-authenticate': 'Bearer' })
    }
    await next()
  }
}

/** Compares digests of equal length, so that the time reveals nothing of the token. */
async function isOperator(adminToken: Secret, authorization: string): Promise<boolean> {
  const [given, expected] = await Promise.all([
    digest(authorization),
    digest(`Bearer ${await resolveSecret(adminToken, 'adminToken')}`),
  ])
  return given.every((byte, index) => byte === expected[index])
}

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
