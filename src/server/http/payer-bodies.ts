import type { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { ProblemError } from '../lib/problem.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import { type BodyLimits, enterOrRefuse, readJsonText, readText, validateJson } from './body.ts'

/**
 * Bodies of payers' requests, which are small. Of an address that has sent too many that are malformed, none is read. Both
 * throw `malformed`, `body_too_large`, `unsupported_media_type`, `request_timeout` or `rate_limited`.
 */
export interface PayerBodies {
  json<T extends z.ZodType>(request: Request, address: string | null, schema: T): Promise<z.output<T>>
  /** An urlencoded form. */
  form(request: Request, address: string | null): Promise<URLSearchParams>
}

const maxBytes = 8 * 1024
/** Members, items and pairs: no request has as many, and each costs time to parse. */
const maxParts = 500

const malformed = ['malformed', 'body_too_large', 'unsupported_media_type', 'request_timeout'] as const

export function createPayerBodies(services: {
  malformedBodies: RateLimiter
  bufferedBodies: ConcurrencyLimit
  clock: Clock
}): PayerBodies {
  const { malformedBodies, bufferedBodies, clock } = services
  const limitsOf = (address: string | null): BodyLimits => ({
    clock,
    maxBytes,
    reserve: (size) => enterOrRefuse(bufferedBodies, address, { size }),
  })
  return {
    json: (request, address, schema) =>
      malformedBodies.countFailures(address, malformed, async () => {
        const text = await readJsonText(request, limitsOf(address))
        assertFewParts(text, ['{', '[', ',', ':'])
        return validateJson(text, schema, JSON.parse)
      }),
    form: (request, address) =>
      malformedBodies.countFailures(address, malformed, async () => {
        const type = request.headers.get('content-type') ?? ''
        if (!/^application\/x-www-form-urlencoded\b/i.test(type))
          throw new ProblemError('unsupported_media_type')
        const text = await readText(request, limitsOf(address))
        assertFewParts(text, ['&'])
        return new URLSearchParams(text)
      }),
  }
}

function assertFewParts(text: string, delimiters: readonly string[]): void {
  const counts = delimiters.map((delimiter) => text.split(delimiter, maxParts + 2).length - 1)
  if (counts.reduce((sum, count) => sum + count, 0) > maxParts)
    throw new ProblemError('malformed', 'The request body has too many parts.')
}
