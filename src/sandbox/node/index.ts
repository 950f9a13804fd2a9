/**
 * The sandbox on a port of this machine.
 * @module
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { SandboxSettings } from '../config.ts'
import { ConnectionBrokenError } from '../faults.ts'
import type { Sandbox } from '../sandbox.ts'

export type { SandboxSettings } from '../config.ts'

/** A sandbox that listens on a port. */
export interface RunningSandbox {
  /** `http://127.0.0.1:4010`, without a trailing slash. */
  url: string
  /** Finishes the requests in progress, then stops. */
  close(): Promise<void>
}

/** A request and its response. */
export interface RequestLogEntry {
  /** The HTTP method. */
  method: string
  /** Without the query, which may hold the token of a payment page. */
  path: string
  /** The HTTP status. */
  status: number | 'connection broken'
  /** The unexpected error behind a status 500. */
  error?: string
}

/** Where to listen. */
export interface ListenOptions {
  /** Default: 4010. 0 takes any free port. */
  port?: number
  /** A loopback address, because every client that reaches the sandbox can use its controls. Default: 127.0.0.1. */
  host?: string
  /** Called for each request, just before its response is sent or its connection is broken. */
  onResponse?: (entry: RequestLogEntry) => void
}

/** Longer than clients pause between two requests, so that none meets a closing connection. */
const keepAliveTimeout = 75_000

/** A standard Request: the limit on a body of unknown length copies the request, and the adapter's own cannot be copied. */
function toStandardRequest(request: Request): Request {
  const { method, headers, body, url } = request
  if (method !== 'POST' && method !== 'OPTIONS') return request
  const init = { method, headers, body, duplex: 'half' }
  return new Request(url, init)
}

/**
 * Serves a sandbox on a port of this machine.
 * @throws the system's error if it cannot listen there, such as `EADDRINUSE`.
 * @example
 * import { createSandbox } from 'paypane/sandbox'
 *
 * const { url, close } = await listen(createSandbox(), { port: 0 })
 */
export async function listen(sandbox: Sandbox, options: ListenOptions = {}): Promise<RunningSandbox> {
  const { port = 4010, host = '127.0.0.1', onResponse } = options
  let closing = false

  async function handle(
    request: Request,
    { incoming, outgoing }: HttpBindings | Http2Bindings,
  ): Promise<Response> {
    const entry = { method: request.method, path: new URL(request.url).pathname }
    try {
      const response = await sandbox.handle(toStandardRequest(request), {
        address: incoming.socket.remoteAddress ?? '',
      })
      // A kept-alive connection would delay closing.
      if (closing) outgoing.setHeader('connection', 'close')
      onResponse?.({ ...entry, status: response.status })
      return response
    } catch (error) {
      if (error instanceof ConnectionBrokenError) {
        onResponse?.({ ...entry, status: 'connection broken' })
        incoming.socket.resetAndDestroy()
        return RESPONSE_ALREADY_SENT
      }
      onResponse?.({ ...entry, status: 500, error: String(error) })
      return new Response(null, { status: 500 })
    }
  }

  const server = createServer(
    { keepAliveTimeout },
    getRequestListener(handle, { overrideGlobalObjects: false }),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    async close() {
      closing = true
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
      await sandbox.close()
    },
  }
}

/**
 * The `PAYMENTS_*` settings of the sandbox that runs on this machine, for a merchant's server. Throws an error for people
 * if none responds.
 * @example
 * const { PAYMENTS_BASE_URL } = await sandboxSettings()
 */
export async function sandboxSettings(url = 'http://127.0.0.1:4010'): Promise<SandboxSettings> {
  const response = await fetch(`${url}/_sandbox/env`).catch(() => null)
  const { data } = SandboxSettings.safeParse(response?.ok ? await response.json().catch(() => null) : null)
  if (data !== undefined) return data
  throw new Error(
    `No sandbox responds at ${url}. Start it in another terminal with: npx paypane sandbox --port ${new URL(url).port}`,
  )
}
