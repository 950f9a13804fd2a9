import { newId } from '../lib/ids.ts'
import { createAddressMatcher } from '../lib/ip-address.ts'
import type { Env } from './env.ts'

/** The id of a request: in its response, its problem and its log lines. */
export type RequestIdOf = (request: Request, env: Env['Bindings']) => string

/** Generates ids. A well-formed one that a trusted proxy has set (`X-Request-Id` or `traceparent`) is kept. */
export function createRequestIds(trustedProxies: readonly string[] = []): RequestIdOf {
  const isProxy = createAddressMatcher(trustedProxies)
  return ({ headers }, { address }) => {
    const received = address !== null && isProxy(address) ? (requestId(headers) ?? traceId(headers)) : null
    return received ?? newId('req')
  }
}

function requestId(headers: Headers): string | null {
  const id = headers.get('x-request-id')
  return id !== null && /^[\w.~:-]{8,128}$/.test(id) ? id : null
}

/** The trace id of a W3C `traceparent`. */
function traceId(headers: Headers): string | null {
  const [, id = null] =
    /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(headers.get('traceparent') ?? '') ?? []
  return id === '0'.repeat(32) ? null : id
}
